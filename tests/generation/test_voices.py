"""Who has played one note at a time goes on so."""

from itertools import pairwise

import pytest

from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.state.voices import Voices
from engine.request import Request
from engine.tokens.parts import Parts, parts_of
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR

QUARTER = 480


@pytest.fixture(scope="module")
def generator(tiny_folder) -> MusicGenerator:
    return MusicGenerator(LiveModel.load(tiny_folder))


def _line(*, beats: int = 16, length: int = QUARTER) -> tuple[Note, ...]:
    return tuple(Note(QUARTER * beat, 60 + beat % 5, length) for beat in range(beats))


def _voices(*tracks: Track, **options) -> Voices:
    score = Score(tracks=tracks)
    parts = parts_of(score, most=32)
    roles = ("write",) * len(tracks)
    return Voices(score, roles, parts, start=4 * BAR, max_voices=0, **options)


def _full_while_it_sounds(voices: Voices, part: int = 0) -> bool:
    voices.place(Note(4 * BAR, 72, QUARTER), part)
    return part in voices.full(4 * BAR + QUARTER // 2)


def test_a_tune_has_no_voice_free_while_its_note_sounds() -> None:
    voices = _voices(Track(notes=_line()))
    assert voices.limited
    assert _full_while_it_sounds(voices)
    assert not voices.full(5 * BAR)


def test_a_note_of_a_tune_may_run_a_little_into_the_next() -> None:
    legato = _line(length=QUARTER + QUARTER // 8)
    voices = _voices(Track(notes=legato))
    assert _full_while_it_sounds(voices)
    voices.place(Note(5 * BAR, 72, QUARTER + QUARTER // 8), 0)
    assert not voices.full(5 * BAR + QUARTER)


def test_chords_few_notes_and_drums_are_no_tunes() -> None:
    chords = tuple(Note(n.start, n.pitch + 12 * up, n.duration) for n in _line() for up in (0, 1))
    for track in (
        Track(notes=chords),
        Track(notes=_line(beats=8)),
        Track(notes=_line(length=2 * QUARTER)),
        Track(notes=_line(), is_drum=True),
    ):
        assert not _full_while_it_sounds(_voices(track))


def test_one_slip_in_a_long_line_makes_it_no_chords() -> None:
    line = (*_line(beats=60), Note(QUARTER, 40, QUARTER))
    track = Track(notes=tuple(sorted(line, key=lambda note: (note.start, note.pitch))))
    score = Score(tracks=(track,))
    parts = parts_of(score, most=32)
    voices = Voices(score, ("write",), parts, start=15 * BAR, max_voices=0)
    voices.place(Note(15 * BAR, 72, QUARTER), 0)
    assert 0 in voices.full(15 * BAR + 1)


def test_each_part_keeps_its_own_way() -> None:
    chords = tuple(Note(n.start, n.pitch - up, n.duration) for n in _line() for up in (12, 5))
    voices = _voices(Track(notes=_line()), Track(notes=chords))
    for part in (0, 1):
        voices.place(Note(4 * BAR, 50, QUARTER), part)
    assert voices.full(4 * BAR) == {0}


def test_two_tracks_of_one_part_are_one_voice() -> None:
    rings = Note(3 * BAR, 60, 2 * BAR)
    for tracks in ((Track(), Track(notes=(rings,))), (Track(notes=(rings,)), Track())):
        parts = Parts((0, 0), (0,))
        roles = ("write", "write")
        voices = Voices(Score(tracks=tracks), roles, parts, start=4 * BAR, max_voices=1)
        assert voices.track_of(0) == 0
        assert voices.held(0, 4 * BAR) == {rings.pitch}
        assert voices.full(4 * BAR) == {0}


def test_what_stays_in_any_track_of_a_part_holds_its_key() -> None:
    stays = Note(5 * BAR, 60, BAR)
    score = Score(tracks=(Track(), Track(notes=(stays,))))
    parts, roles = Parts((0, 0), (0,)), ("write", "write")
    voices = Voices(score, roles, parts, start=4 * BAR, max_voices=0, stays=True)
    assert voices.held(0, 5 * BAR) == {60}
    assert voices.fitted(Note(4 * BAR, 60, 2 * BAR), 0).end == stays.start


def test_whoever_is_bold_is_not_held_to_one_voice() -> None:
    assert not _voices(Track(notes=_line()), tunes=False).limited


@pytest.mark.parametrize("seed", range(3))
def test_what_is_made_of_a_tune_is_one(generator, seed) -> None:
    score = Score(tracks=(Track(notes=_line()), Track(notes=_line(), program=40)))
    sampling = SamplingConfig(seed=seed)
    request = Request(start=4 * BAR, bars=4, alternatives=1, sampling=sampling)
    (made,) = continuations(generator, score, request)
    assert made.parts
    for track in (0, 1):
        line = sorted((part.note for part in made.parts if part.track == track), key=_start)
        for one, other in pairwise(line):
            assert other.start >= one.end - QUARTER // 8


def _start(note: Note) -> int:
    return note.start
