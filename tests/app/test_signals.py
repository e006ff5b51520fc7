"""A window whose terminal closes ends as its own Quit does, and so do its children."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]
# A shell has its background processes ignore SIGINT, and their children inherit that.
_WINDOW = (
    "import signal, sys\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from app.__main__ import main\n"
    "sys.exit(main([]))\n"
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.mark.slow
@pytest.mark.parametrize("told", ["SIGHUP", "SIGINT", "SIGTERM"])
def test_a_signal_ends_the_window_and_its_children_in_order(tmp_path: Path, told: str) -> None:
    window = subprocess.Popen(
        [sys.executable, "-c", _WINDOW],
        cwd=ROOT,
        env={**os.environ, "SEGUE_HOME": str(tmp_path / "home"), "SEGUE_AUDIO_BACKEND": "null"},
    )
    try:
        children = _children(window.pid)
        window.send_signal(getattr(signal, told))
        assert window.wait(30) == 0
        gone, left = psutil.wait_procs(children, timeout=20)
        assert not left
        assert gone
    finally:
        window.kill()
        window.wait()


def _children(pid: int) -> list[psutil.Process]:
    """Return the children of a window as soon as the player is one of them."""
    window = psutil.Process(pid)

    def has_a_player() -> bool:
        return any("player" in child.cmdline() for child in window.children())

    assert eventually(has_a_player), "the window started no player"
    return window.children()
