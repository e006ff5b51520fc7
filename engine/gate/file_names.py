"""Names that a file may have on every system, and paths that Windows takes however long they are.

Nothing here looks at a disk, so that the rules of Windows are tested on every system.
"""

import ntpath
import re
import sys
from pathlib import Path

# Characters that Windows forbids in a name; other systems forbid fewer.
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
# The devices of Windows: `con.mid` is one, too, and so is `COM¹`.
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)", re.I)
# Linux allows 255 bytes; the ending, a number and what a copy adds need some.
_MOST_BYTES = 200
# Windows allows 260 characters with the final NUL, and 12 fewer for a folder.
_LONGEST_PLAIN = 247
# In front of a path that Windows takes as it stands, however long it is.
_VERBATIM = "\\\\?\\"


def file_name(text: str, *, instead: str = "-") -> str:
    """Return a name for a file or a folder that every system takes; empty if nothing is left.

    Args:
        text: The name that the user or a file gave to a piece or a model.
        instead: Stands for each character that a name must not have.
    """
    name = _FORBIDDEN.sub(instead, text)
    name = name.encode("utf-8", "replace")[:_MOST_BYTES].decode("utf-8", "ignore")
    # Windows drops spaces and dots at the end; a dot in front hides a file elsewhere.
    name = name.strip(" .")
    return f"_{name}" if _DEVICE.match(name) else name


def long_path(path: Path) -> Path:
    """Return a path in a form that this system opens however long it is."""
    return Path(windows_path(str(path))) if sys.platform == "win32" else path


def windows_path(path: str) -> str:
    r"""Return a path of Windows in a form that may be longer than 260 characters.

    A short path, a relative one and one of a device stay as they are; `C:\…` becomes `\\?\C:\…`,
    and `\\server\share\…` becomes `\\?\UNC\server\share\…`.
    """
    if len(path) <= _LONGEST_PLAIN or path.startswith((_VERBATIM, "\\\\.\\")):
        return path
    # In this form a dot, two dots and a slash would be names.
    whole = ntpath.normpath(path)
    drive, rest = ntpath.splitdrive(whole)
    if not rest.startswith("\\"):
        return path  # relative, or relative to the current folder of a drive
    if drive.startswith("\\\\"):
        return f"{_VERBATIM}UNC{whole[1:]}"
    return f"{_VERBATIM}{whole}" if drive else path
