"""The manual page and the shells' completion say what the command line takes."""

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import command_line
import pytest

from engine.cli.main import MODULES, parser


@pytest.fixture(scope="module")
def manual() -> str:
    return command_line.manual_page()


def _options(command: str) -> set[str]:
    (sub,) = (a for a in parser([command])._actions if a.dest == "command")
    assert sub.choices is not None
    actions = dict(sub.choices)[command]._actions  # type: ignore[call-overload]
    return {name for action in actions for name in action.option_strings} - {"-h", "--help"}


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_man_shows_the_page_without_a_warning(manual: str, tmp_path: Path) -> None:
    page = tmp_path / "segue.1"
    page.write_text(manual, encoding="utf-8")
    command = ["man", "--warnings=w", "--encoding=UTF-8", "--local-file", str(page)]
    environment = {
        "PATH": "/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
        "MANWIDTH": "100",
        "MANPAGER": "cat",
    }
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert done.stdout.startswith("SEGUE(1)")
    assert "segue continue FILE" in done.stdout
    # Hyphens that a person copies are hyphens.
    assert "--from-bar N" in done.stdout


@pytest.mark.parametrize("command", MODULES)
def test_the_manual_has_every_command_and_every_option(manual: str, command: str) -> None:
    begin = manual.index(rf"\fBsegue {command}\fR")
    section = manual[begin : manual.index("\n.RE", begin)].replace(r"\-", "-")
    told = set(re.findall(r"\\fB(-[\w-]+)\\fR", section))
    assert _options(command) <= told


def test_no_line_of_the_manual_is_a_command_by_mistake(manual: str) -> None:
    macros = {".TH", ".SH", ".SS", ".TP", ".B", ".I", ".RI", ".br", ".RS", ".RE"}
    assert {line.split()[0] for line in manual.splitlines() if line.startswith(".")} <= macros
    assert "%(" not in manual
    assert command_line._escaped(r".a \b -c") == r"\&.a \eb \-c"


def test_the_packed_manual_has_no_time_in_it(tmp_path: Path) -> None:
    for name in ("a", "b"):
        command_line.write(tmp_path / name)
    packed = [(tmp_path / name / command_line.MANUAL).read_bytes() for name in ("a", "b")]
    assert packed[0] == packed[1]
    assert gzip.decompress(packed[0]).startswith(b".TH SEGUE 1")


def _completed(words: list[str], script: Path) -> list[str]:
    """Return what bash offers for the last word of a command line."""
    code = (
        'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
        '_shtab_segue segue "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; '
        "printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    bash = ["bash", "--norc", "-c", code, "bash", str(script), *words]
    return subprocess.check_output(bash, text=True).split()


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_bash_completes_commands_options_and_their_values(tmp_path: Path) -> None:
    script = tmp_path / "segue"
    script.write_text(command_line.completion("bash"), encoding="utf-8")
    assert _completed(["segue", "con"], script) == ["continue"]
    assert _completed(["segue", "continue", "--from"], script) == ["--from-bar"]
    assert _completed(["segue", "continue", "--wish", "bus"], script) == ["busier"]
    assert set(MODULES) <= set(_completed(["segue", ""], script))


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
def test_zsh_reads_its_completion(tmp_path: Path) -> None:
    script = tmp_path / "_segue"
    script.write_text(command_line.completion("zsh"), encoding="utf-8")
    assert subprocess.run(["zsh", "-n", str(script)], check=False).returncode == 0
