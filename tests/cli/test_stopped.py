"""Ctrl+C at any moment of any command: one word, and the exit code of a break."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.ground.paths import demo_pieces
from engine.processes.process import child_environment

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
# As the script that pip installs: what comes before the mark is Python's own start.
SCRIPT = (
    "import os, sys\n"
    "from engine.__main__ import main\n"
    "os.write(1, b'!')\n"
    "sys.exit(main())\n"
)  # fmt: skip
PIECE = str(demo_pieces() / "lullaby.mid")
DEMOS = str(demo_pieces())
# A shell has what it starts in the background ignore SIGINT, and whatever that starts inherits it.
HEARS_BREAKS = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"


def stopped_after(
    seconds: float, *argv: str, folder: Path, script: str = SCRIPT
) -> tuple[int, str]:
    """Return the exit code and what was said of a command that is broken off."""
    environment = child_environment("player") | {"SEGUE_HOME": os.environ["SEGUE_HOME"]}
    process = subprocess.Popen(
        [sys.executable, "-c", HEARS_BREAKS + script, *argv],
        env=environment,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Ctrl+C goes to all processes of a terminal, and so it does here.
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.read(1) == b"!"
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=120)
    return process.returncode, said.decode()


@POSIX
@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.05, 0.3, 1.0, 2.0, 4.0])
@pytest.mark.parametrize(
    "argv",
    [
        # Each of them runs for longer than this, and imports what others do not.
        ("continue", PIECE, "--bars", "200"),
        ("fill", PIECE, "--bars", "1-30", "--tracks", "1", "--best-of", "64"),
        ("play", PIECE, "--silent"),
        ("train", "--name", "x", "--data", DEMOS, "--steps", "100000"),
        ("demo",),
    ],
    ids=lambda argv: argv[0],
)
def test_a_break_at_any_moment_is_one_word(
    tmp_path: Path, argv: tuple[str, ...], seconds: float
) -> None:
    code, said = stopped_after(seconds, *argv, folder=tmp_path)
    lines = [line for line in said.splitlines() if "█" not in line and "░" not in line]
    assert code == 130
    assert lines[-1] == "segue: stopped"
    assert "Traceback" not in said
    assert not list(tmp_path.glob("**/*.saving"))


@POSIX
@pytest.mark.parametrize(
    "there",
    ["an import", "C code", "a finaliser", "NumPy", "a bare except", "a clean-up", "the end"],
)
def test_a_break_is_not_lost_where_exceptions_are(tmp_path: Path, there: str) -> None:
    # Each place says that it is reached: the break comes there, however busy the machine is. The
    # sleeps are short: a signal that arrives just before a sleep is handled after it.
    waits = "os.write(1, b'!')\n  for _ in range(6000): time.sleep(0.01)\n"
    (tmp_path / "slow.py").write_text(
        f"import os, time\ntry:\n  {waits}except BaseException:\n  pass\n"
    )
    does = {
        "an import": "import slow",
        "C code": f"try:\n  {waits} except BaseException:\n  raise ValueError from None",
        "a finaliser": (
            f"class Slow:\n  def __del__(self):\n   {waits.replace('  for', '   for')}"
            " Slow()\n for _ in range(6000): time.sleep(0.01)\n return 0"
        ),
        # NumPy looks for attributes of the class and clears every error.
        "NumPy": (
            "import numpy\n class Kind(type):\n"
            f"  def __getattr__(cls, name):\n   {waits.replace('  for', '   for')}"
            "   raise AttributeError\n"
            " numpy.zeros(2) == Kind('Value', (int,), {})(1)\n"
            " for _ in range(6000): time.sleep(0.01)\n return 0"
        ),
        "a bare except": (
            f"try:\n  {waits} except: pass\n for _ in range(6000): time.sleep(0.01)\n return 0"
        ),
        # Longer than any interrupt waits before it is raised anew.
        "a clean-up": (
            f"try:\n  {waits} finally:\n"
            "  for _ in range(30): time.sleep(0.01)\n  os.write(2, b'cleaned up, ')"
        ),
        "the end": "atexit.register(end)\n return 0",
    }[there]
    script = (
        "import atexit, os, sys, time\n"
        "sys.path.insert(0, '.')\n"
        "import engine.__main__ as started\n"
        # Until `stopped_after`, which has sent the signal, closes the pipe.
        "def end():\n os.write(1, b'!')\n sys.stdin.read()\n"
        f"def run(argv):\n {does}\n"
        "started._run = run\n"
        "sys.exit(started.main())\n"
    )
    code, said = stopped_after(0.0, folder=tmp_path, script=script)
    if there == "the end":
        assert (code, said) == (0, "")
    else:
        cleaned = "cleaned up, " if there == "a clean-up" else ""
        assert (code, said) == (130, f"{cleaned}segue: stopped\n")


@pytest.mark.slow
def test_what_has_no_console_says_its_words_to_nobody() -> None:
    script = (
        "import sys, os\n"
        "from engine.__main__ import main\n"
        "sys.stdout = sys.stderr = None\n"
        "codes = []\n"
        "for argv in (['play', 'no.mid'], ['--help'], ['contineu'], ['library'], ['ok.pdf']):\n"
        "    sys.argv[1:] = argv\n"
        "    sys.stdout = sys.stderr = None\n"
        "    try:\n"
        "        codes.append(main())\n"
        "    except SystemExit as ended:\n"
        "        codes.append(ended.code)\n"
        "os.write(1, repr(codes).encode())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=child_environment("player") | {"SEGUE_HOME": os.environ["SEGUE_HOME"]},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("[1, 0, 2, 0, 1]", "")
