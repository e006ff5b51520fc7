"""Each measure says its figures of songs that are there, and says so where there are none."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from engine.ground.paths import demo_pieces
from engine.midi.file.midifile import read_midi, write_midi
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.values.score import Note, Score, Track

Shown = Callable[..., str]
BAR = 4 * 480


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Shown:
    """Run a benchmark and return what it prints."""

    def run(*arguments: object) -> str:
        code = main([*map(str, arguments)])
        heard = capsys.readouterr()
        assert code == 0, heard.err
        return heard.out

    return run


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """Three pieces that ship."""
    folder = tmp_path / "three"
    folder.mkdir()
    for name in ("lullaby", "blue-hour", "night-drive"):
        (folder / f"{name}.mid").write_bytes((demo_pieces() / f"{name}.mid").read_bytes())
    return folder


def lead_sheet(roots: tuple[int, ...]) -> Score:
    """A bar of a major triad on each root, with its tones as the tune."""
    blocks, tune = [], []
    for bar, root in enumerate(roots):
        tones = (48 + root, 52 + root, 55 + root)
        blocks += [Note(bar * BAR, pitch, BAR) for pitch in tones]
        tune += [Note(bar * BAR + 480 * n, 24 + tones[n % 3], 480) for n in range(4)]
    return Score(
        tracks=(
            Track(name="Melody").with_notes(tune),
            Track(name="Chords").with_notes(blocks),
        )
    )


def test_chords_that_are_written_are_found_in_the_blocks(shown: Shown, tmp_path: Path) -> None:
    for number, roots in enumerate(((0, 5, 7, 0), (2, 7, 9, 2))):
        (tmp_path / f"{number}.mid").write_bytes(write_midi(lead_sheet(roots)))
    # No lead sheet: it has no track of chords.
    (tmp_path / "other.mid").write_bytes((demo_pieces() / "lullaby.mid").read_bytes())
    lines = shown("chords", f"sheets={tmp_path}", "--split", "all", "--seed", 3).splitlines()
    assert lines[0] == "2 songs, all"
    (blocks,) = (line for line in lines if line.startswith("b blocks"))
    assert re.search(r"16 half bars  root 100\.0 %  root and quality 100\.0 %", blocks)


def test_pitches_get_their_letters(shown: Shown, tmp_path: Path) -> None:
    score = read_midi((demo_pieces() / "ode-to-joy.mid").read_bytes()).score
    (tmp_path / "ode.musicxml").write_bytes(write(notate(score, transposing=False)))
    found = shown("spelling", tmp_path, "--split", "all")
    assert "files 1, notes" in found
    assert "spelled as written 100.0000%" in found


@pytest.mark.slow
def test_what_is_notated_is_read_again(shown: Shown, three: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = shown("notation", three, "--split", "all", "--songs", 2, "--own", "--out", out)
    assert "onset and pitch 100.0000%" in found
    assert len([*out.glob("*.musicxml")]) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "sign"),
    [
        ("accompaniment", ("--bars", 4, "--alternatives", 1), r"\| tune \| \d\.\d+ \|.*\| 2 \|"),
        ("joining", ("--best-of", 2), r"3 songs\n\| true \|"),
        ("infilling", ("--gaps", 1), r"\| three \| 3 \|"),
        ("continuations", ("--alternatives", 1, "--bars", 1), r"prompts +3\n"),
        ("made-against-real", (), r"made against real: 3 songs, distance"),
    ],
)
def test_a_measure_of_songs_says_its_figures(
    shown: Shown, three: Path, name: str, options: tuple[object, ...], sign: str
) -> None:
    given = (name, "starter", f"three={three}", "--split", "all", "--songs", 3, *options)
    assert re.search(sign, shown(*given))


@pytest.mark.parametrize("name", ["accompaniment", "joining", "infilling"])
def test_a_measure_without_a_song_says_so(
    tmp_path: Path, small_folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "silent.mid").write_bytes(write_midi(Score()))
    assert main([name, str(small_folder), f"none={tmp_path}", "--split", "all"]) == 1
    heard = capsys.readouterr()
    assert heard.out == ""
    assert re.match(r"benchmarks: (No song here|There is no music)", heard.err)


def test_seeds_make_the_same_arrangements_again(shown: Shown, tmp_path: Path) -> None:
    (tmp_path / "a.mid").write_bytes(write_midi(lead_sheet((0, 9, 5, 7))))
    given = ("chords", tmp_path, "--split", "all", "--seed", 1)
    first, second = (shown(*given).partition("songs a second")[0] for _ in range(2))
    assert first.splitlines()[:-1] == second.splitlines()[:-1]
