"""The memory follows what is played: what it holds is what the whole music would have said."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.generation.model import LiveModel
from engine.live.jam.bar_grid import BarGrid
from engine.live.jam.memory import JamMemory
from engine.tokens.parts import Parts
from engine.values.score import Note, Score, TimeSignature, Track
from tests.generation.conftest import BAR, make_model

ME, SEGUE = 0, 1
TRACKS = (Track(name="Me"), Track(name="Segue", program=33))
PARTS = Parts((0, 1), (0, 33))


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> LiveModel:
    return LiveModel.load(make_model(tmp_path_factory.mktemp("models") / "tiny"))


def memory(model: LiveModel, meter: tuple[int, int] = (4, 4)) -> JamMemory:
    grid = BarGrid(meter=TimeSignature(0, *meter))
    return JamMemory(model, grid, tracks=TRACKS, parts=PARTS)


def whole(ear: JamMemory, model: LiveModel) -> list[int]:
    """What reading all of it at once would have read."""
    tokenizer = model.tokenizer
    encoded = tokenizer.encode(ear.score(), bars=ear.bars, parts=PARTS, chords=ear.chords)
    past = ear.bars
    stop = int(encoded.bars[past]) if past < len(encoded.bars) else len(encoded.ids)
    return [tokenizer.begin, *encoded.ids[:stop].tolist()]


def play(ear: JamMemory, notes: list[Note], track: int = ME) -> None:
    """Press and release as time goes on, reading after each."""
    moves = [(note.start, 1, note) for note in notes] + [(note.end, 0, note) for note in notes]
    for tick, pressed, note in sorted(moves, key=lambda move: move[:2]):
        if pressed:
            ear.press(track, tick, note.pitch, note.velocity)
        else:
            ear.release(track, tick, note.pitch)
        ear.read()


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    notes=st.lists(
        st.builds(
            Note,
            start=st.integers(0, 6 * BAR),
            pitch=st.integers(40, 90),
            duration=st.integers(1, 2 * BAR),
            velocity=st.integers(1, 127),
        ),
        min_size=1,
        max_size=20,
    ),
    meter=st.sampled_from(((4, 4), (3, 4), (6, 8))),
)
def test_what_is_played_note_by_note_is_read_as_the_whole_would_be(model, notes, meter) -> None:
    ear = memory(model, meter)
    play(ear, notes)
    ear.update_chords()
    ear.read()
    assert list(ear.ids) == whole(ear, model)
    assert model.decoder.ids == ear.ids


def test_a_key_that_is_down_is_in_the_memory_and_its_length_is_taken_back(model) -> None:
    ear = memory(model)
    ear.press(ME, 0, 60, 80)
    assert ear.read() > 0
    guessed = ear.ids
    assert model.decoder.ids == guessed
    ear.release(ME, 1440, 60)
    ear.read()
    assert ear.ids[:-1] == guessed[:-1]
    assert ear.ids[-1] != guessed[-1]
    assert ear.score().tracks[ME].notes == (Note(0, 60, 1440, 80),)


def test_a_key_held_longer_than_was_thought_is_thought_to_last(model) -> None:
    ear = memory(model)
    ear.press(ME, 0, 48, 80)
    ear.press(ME, 960, 64, 80)
    ear.read()
    held = {note.pitch: note for note in ear.score().tracks[ME].notes}
    assert held[48].end > 960


def test_what_the_other_said_and_took_back_leaves_nothing(model) -> None:
    ear = memory(model)
    play(ear, [Note(beat * 480, 60 + beat, 400) for beat in range(4)])
    ear.update_chords()
    ear.read()
    before = ear.ids
    ear.add_notes(SEGUE, [Note(BAR + beat * 480, 40 + beat, 480) for beat in range(6)])
    ear.read()
    assert list(ear.ids) == whole(ear, model)
    ear.take_back(SEGUE, BAR)
    ear.read()
    assert ear.ids == before


def test_notes_that_ring_on_end_where_they_were_taken_back(model) -> None:
    ear = memory(model)
    ear.add_notes(SEGUE, [Note(0, 40, 3 * BAR), Note(BAR, 50, 480)])
    ear.take_back(SEGUE, 960)
    assert ear.score().tracks[SEGUE].notes == (Note(0, 40, 960),)


def test_a_rewind_gives_the_memory_of_then(model) -> None:
    ear = memory(model)
    notes = [Note(beat * 480, 60 + beat % 5, 400) for beat in range(16)]
    play(ear, notes[:8])
    ear.update_chords()
    ear.read()
    then = ear.ids
    play(ear, notes[8:])
    ear.update_chords()
    ear.read()
    ear.rewind(2)
    ear.update_chords()
    ear.read()
    assert ear.ids == then
    assert ear.score().note_count == 8


def test_what_is_drawn_from_a_place_on_follows_what_came_before_it(model) -> None:
    ear = memory(model)
    play(ear, [Note(beat * 480, 60, 400) for beat in range(6)])
    vocabulary = model.tokenizer.vocabulary
    header = (vocabulary.bar, ear.ids[ear.ids.index(vocabulary.bar) + 1])
    ear.read_until(3 * BAR, header)
    assert ear.ids[-2:] == header
    assert ear.ids.count(vocabulary.bar) == 4
    ear.read()
    assert list(ear.ids) == whole(ear, model)
    ear.read_until(BAR + 480, ())
    assert model.tokenizer.decode(ear.ids).note_count == 5


def test_how_likely_a_key_was_changes_nothing_that_is_read(model) -> None:
    ear = memory(model)
    play(ear, [Note(beat * 480, 60, 400) for beat in range(6)])
    ear.press(ME, 6 * 480, 62, 90)
    chance = ear.chance_of(ME, 6 * 480, 62)
    assert 0.0 < chance < 1.0
    ear.read()
    assert list(ear.ids) == whole(ear, model)


def test_a_key_after_bars_of_rest_is_as_likely_as_any(model) -> None:
    ear = memory(model)
    play(ear, [Note(0, 60, 400)])
    ear.press(ME, 5 * BAR + 480, 62, 90)
    assert 0.0 < ear.chance_of(ME, 5 * BAR + 480, 62) < 1.0
    ear.read()
    assert list(ear.ids) == whole(ear, model)


def test_a_piece_that_is_remembered_is_read_first(model) -> None:
    piece = Score(tracks=(Track(notes=tuple(Note(i * 480, 60, 480) for i in range(8))),))
    ear = JamMemory(model, BarGrid(), tracks=TRACKS, parts=PARTS, remembered=piece)
    assert len(ear.ids) > 32
    play(ear, [Note(0, 60, 480)])
    assert ear.score().note_count == 1
