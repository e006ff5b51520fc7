"""Public suites of MusicXML: none ends in a crash, and what MuseScore plays of them is played here.

The files are outside the repository; `SEGUE_TEST_DATA` names their folder. `NAME.musescore` holds
what MuseScore 3.2.3 plays of a suite, as MIDI.
"""

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.ground.errors import SegueError
from engine.midi.file.midifile import read_midi
from engine.notation.folding import folded
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.reading import read_musicxml
from engine.values.score import Score
from tests.notation.others import problems

SUITES = ("lily", "libmusicxml", "partitura")
ROOT = Path(os.environ.get("SEGUE_TEST_DATA", "nowhere")) / "musicxml"
# Two notes of one place; ornaments of a 32nd step are told apart.
NEAR = 1 / 16
CHANGED_SHARE = 0.0005

GRACES = "MuseScore plays all grace notes on the beat, and each kind for a length of its own"
ARPEGGIOS = "MuseScore spreads chords by other steps"
TIES = "a tie that starts and does not stop joins the notes here"
REPEATS = "MuseScore errs in nested and partial repeats"
LAST_ENDING = "MuseScore follows a repeat sign under the last ending, to a pass without an ending"
JUMPS = "MuseScore does not take jumps that stand in words, or errs in D.S. al Coda"
TREMOLOS = "MuseScore plays less of tremolos between chords, in tuplets and without a measure"
MICROTONES = "quarter tones are rounded to another side"
UNISONS = "MuseScore strikes unisons of two voices once"
DRUMS = "MuseScore plays drums without a MIDI number as a piano"
TRILLS = "a turn or trill meets a key, a grace note or a wavy line that MuseScore plays otherwise"
# Files in which the notes are others than MuseScore's, and why.
DIFFERENT = {
    "lily/01d-Pitches-Microtones.musicxml": MICROTONES,
    "lily/01f-Pitches-ParenthesizedMicrotoneAccidentals.musicxml": MICROTONES,
    "lily/21b-Chords-TwoNotes.musicxml": UNISONS,
    "lily/21i-Chord-DifferentVoices.musicxml": UNISONS,
    "lily/41c-StaffGroups.musicxml": UNISONS,
    "lily/71e-TabStaves.musicxml": UNISONS,
    "libmusicxml/A01-SOURCEQueen1.musicxml": UNISONS,
    "lily/21g-Chords-Tremolos.musicxml": TREMOLOS,
    "lily/23e-Tuplets-Tremolo.musicxml": TREMOLOS,
    "lily/33j-Beams-Tremolos.musicxml": TREMOLOS,
    "lily/24a-GraceNotes.musicxml": GRACES,
    "lily/24b-ChordAsGraceNote.musicxml": GRACES,
    "lily/24c-GraceNote-MeasureEnd.musicxml": GRACES,
    "lily/24d-AfterGrace.musicxml": GRACES,
    "lily/24e-GraceNote-StaffChange.musicxml": GRACES,
    "lily/24h-GraceNote-Simultaneous.musicxml": GRACES,
    "lily/61f-Lyrics-GracedNotes.musicxml": GRACES,
    "lily/32d-Arpeggio.musicxml": ARPEGGIOS,
    "lily/32e-Arpeggios-Cross.musicxml": ARPEGGIOS,
    "lily/32a-Notations.musicxml": TRILLS,
    "lily/33a-Spanners.musicxml": TRILLS,
    "lily/33f-Trill-EndingOnGraceNote.musicxml": TRILLS,
    "lily/34b-Colors.musicxml": TRILLS,
    "lily/34c-Font-Size.musicxml": TRILLS,
    "lily/33k-Tie-Types.musicxml": TIES,
    "libmusicxml/jazz.musicxml": TIES,
    "lily/45h-Repeats-Partial.musicxml": REPEATS,
    "lily/45i-Repeats-Nested.musicxml": REPEATS,
    "libmusicxml/Repeat.musicxml": LAST_ENDING,
    "libmusicxml/jumps.musicxml": JUMPS,
    "libmusicxml/jumps4.musicxml": JUMPS,
    "lily/73a-Percussion.musicxml": DRUMS,
}


def files() -> list[Path]:
    found: list[Path] = []
    for suite in SUITES:
        folder = ROOT / suite
        if folder.is_dir():
            found += sorted(
                p for p in folder.iterdir() if p.suffix in {".xml", ".musicxml", ".mxl"}
            )
    return found


FILES = files()
pytestmark = pytest.mark.skipif(not FILES, reason="SEGUE_TEST_DATA has no musicxml")


def scores() -> Iterator[tuple[Path, Score]]:
    """Yield what is read; what is refused is refused in a sentence, never by another error."""
    for path in FILES:
        with suppress(SegueError):
            yield path, read_musicxml(path.read_bytes()).score


def onsets(score: Score) -> dict[int, list[float]]:
    """Return where the notes of each pitch begin, in quarters."""
    found: dict[int, list[float]] = defaultdict(list)
    for track in score.tracks:
        for note in track.notes:
            found[note.pitch].append(note.start / score.ticks_per_quarter)
    return {pitch: sorted(places) for pitch, places in found.items()}


def are_alike(one: Score, other: Score) -> bool:
    ours, theirs = onsets(one), onsets(other)
    return ours.keys() == theirs.keys() and all(
        len(ours[pitch]) == len(theirs[pitch])
        and all(abs(a - b) <= NEAR for a, b in zip(ours[pitch], theirs[pitch], strict=True))
        for pitch in ours
    )


def reference(path: Path) -> Score | None:
    """Return what MuseScore plays of a file, where it got through."""
    midi = path.parent.with_name(f"{path.parent.name}.musescore") / f"{path.name}.mid"
    try:
        return read_midi(midi.read_bytes()).score
    except (OSError, SegueError):
        return None


@pytest.mark.slow
def test_notes_are_those_that_musescore_plays_but_for_a_named_list() -> None:
    differ = {
        f"{path.parent.name}/{path.name}"
        for path, score in scores()
        if (played := reference(path)) is not None and not are_alike(score, played)
    }
    assert differ - DIFFERENT.keys() == set()
    assert DIFFERENT.keys() - differ == set(), "these are alike now: take them off the list"


@pytest.mark.slow
def test_what_is_written_is_valid_and_comes_back() -> None:
    count = changed = 0
    for path, score in scores():
        data = write(folded(notate(score)))
        assert problems(data) == [], path.name
        before, after = sounding(score), sounding(read_musicxml(data).score)
        count += len(before)
        changed += len([entry for entry in before if entry not in after])
    assert changed <= count * CHANGED_SHARE


def sounding(score: Score) -> list[tuple[float, int, float, int]]:
    """Return (start, pitch, length, velocity); a stroke of a drum has no length."""
    quarter = score.ticks_per_quarter
    return sorted(
        (
            round(note.start / quarter, 5),
            note.pitch,
            0.0 if track.is_drum else round(note.duration / quarter, 5),
            note.velocity,
        )
        for track in score.tracks
        for note in track.notes
    )
