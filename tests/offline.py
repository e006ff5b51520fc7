"""What the processes of a test talk to and unpickle: each of them notes it in a file."""

import os
from pathlib import Path

# Read by every Python that starts with this folder on its path, children of children included.
_SITECUSTOMIZE = """
import os, sys

def starts_a_worker():
    # multiprocessing hands a worker its function as a pickle of its own parent.
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_globals.get("__name__") == "multiprocessing.spawn":
            return True
        frame = frame.f_back
    return False

def note(event, arguments):
    if event == "pickle.find_class":
        if starts_a_worker():
            return
        told = repr(arguments)
    elif event in ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"):
        told = repr(arguments[1])
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        told = repr(arguments[0])
    else:
        return
    with open(os.environ["SEGUE_SOCKETS"], "a", encoding="utf-8") as file:
        file.write(f"{event}\\t{told}\\n")

sys.addaudithook(note)
with open(os.environ["SEGUE_SOCKETS"], "a", encoding="utf-8") as file:
    file.write("process\\t" + " ".join(sys.orig_argv) + "\\n")
"""


class Sockets:
    """What processes started with `environment` did with sockets.

    Args:
        folder: An empty one, for the hook and its notes.
    """

    def __init__(self, folder: Path) -> None:
        (folder / "sitecustomize.py").write_text(_SITECUSTOMIZE, encoding="utf-8")
        self._notes = folder / "sockets.txt"
        self._notes.touch()
        before = os.environ.get("PYTHONPATH", "")
        self.environment = {
            **os.environ,
            "SEGUE_SOCKETS": str(self._notes),
            "PYTHONPATH": os.pathsep.join(filter(None, (str(folder), before))),
        }

    @property
    def processes(self) -> list[str]:
        """The command lines of the Python processes that took part."""
        return [told for event, told in self._events() if event == "process"]

    @property
    def unpickled(self) -> list[str]:
        """What was unpickled (PEP 578), but for what starts a worker of our own."""
        return [told for event, told in self._events() if event == "pickle.find_class"]

    @property
    def outward(self) -> list[str]:
        """What went anywhere but to a file's name: a host, a port, a question to a name server."""
        return [
            f"{event} {told}"
            for event, told in self._events()
            if event.startswith("socket.") and not told.startswith(("'/", "b'", "'\\x00"))
        ]

    def _events(self) -> list[tuple[str, str]]:
        lines = self._notes.read_text(encoding="utf-8").splitlines()
        return [(event, told) for event, _, told in (line.partition("\t") for line in lines)]
