"""The trials kill, suspend and limit processes as POSIX systems do."""

import os

collect_ignore_glob = [] if os.name == "posix" else ["*"]
