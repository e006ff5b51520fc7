"""The figures of the window, made by a process of its own: who asks for them loads no Qt."""

import json
import os
import subprocess
import sys
from typing import Any

from engine.ground.errors import ProcessError
from engine.processes.process import child_environment

# Twenty-one starts and a hundred thousand notes, on a machine that does other things, too.
_PATIENCE_S = 180.0


def command() -> list[str]:
    """Return the command line that draws the roll and prints its figures."""
    return [sys.executable, "-m", "benchmarks.window.roll"]


def environment() -> dict[str, str]:
    """Return its environment: without a screen it draws in memory."""
    variables = child_environment("player")
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        variables.setdefault("QT_QPA_PLATFORM", "offscreen")
    return variables


def measure() -> dict[str, Any]:
    """Return the figures of the roll and of the window's start, drawn without a screen.

    Raises:
        ProcessError: The window's program does not run here.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own program, no shell
            command(),
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=True,
        )
        figures: dict[str, Any] = json.loads(done.stdout)
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ProcessError(
            f"The window's figures could not be measured: {said[-1] if said else error}."
        ) from error
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise ProcessError(f"The window's figures could not be measured: {error}.") from error
    return {"what": "roll", **figures}
