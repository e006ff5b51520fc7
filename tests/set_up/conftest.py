"""A virtual environment to copy: making one takes longer than what most tests here do in it."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing but pip, as the set-up makes it."""
    made = tmp_path_factory.mktemp("environment") / ".venv"
    subprocess.check_call([sys.executable, "-m", "venv", str(made)])
    return made
