"""First thing in the frozen program on Linux: programs that it opens get the user's libraries.

PyInstaller's launcher puts the bundle at the front of LD_LIBRARY_PATH and starts itself again. The
loader has read it by then, so this process keeps finding its own libraries, while a file manager
or a browser that it opens must not load them. Segue's own children go through the launcher, which
is told to begin anew for each of them.
"""

import os

before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
if before:
    os.environ["LD_LIBRARY_PATH"] = before
else:
    os.environ.pop("LD_LIBRARY_PATH", None)
os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
