"""A part is a track: a song's own next bars come back to the tracks that play them."""

from pathlib import Path

import pytest

from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.row import rows_of
from engine.generation.rules import rules_of
from engine.ground.errors import SegueError
from engine.library.reading import read_score
from engine.request import PartNote, Request
from engine.tokens.reader import ReadNote
from engine.values.score import Score
from engine.values.time import BarMap

BARS = 8


def _written(model: LiveModel, score: Score, *, bar: int) -> list[PartNote]:
    """What a row makes of the song's own ids of the bars from one on."""
    start = BarMap.of(score).start_of(bar)
    plan = Plan(model, score, Request(start=start, bars=BARS, alternatives=1))
    (row,) = rows_of(plan, rules_of(plan))
    state = row.state
    encoded = model.tokenizer.encode(score, parts=plan.parts, chords=())
    header = model.tokenizer.encode(score, bars=bar, parts=plan.parts, chords=())
    begin = int(encoded.bars[bar])
    end = int(encoded.bars[min(bar + BARS, len(encoded.bars) - 1)])
    assert header.parts == encoded.parts
    # A row begins where its first bar's header is read; the first note says its part again.
    played = [int(i) for i in encoded.ids[:begin] if i in _parts(model)][-1]
    ids = [played, *encoded.ids[begin + 2 : end].tolist()]
    made = []
    for token in ids:
        if token == model.tokenizer.bar and state.next_bar() is None:
            break
        read = state.advance(token)
        if isinstance(read, ReadNote):
            part = state.note_of(read)
            if part is not None:
                state.add(part)
                made.append(part)
    return made


def _parts(model: LiveModel) -> range:
    vocabulary = model.tokenizer.vocabulary
    return range(vocabulary.first_part, vocabulary.first_part + vocabulary.part_count)


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["music", "clean"])
def test_no_note_of_a_songs_own_next_bars_lands_on_another_track(
    tiny_folder: Path, test_data: Path, folder: str
) -> None:
    model = LiveModel.load(tiny_folder)
    notes = tracks = 0
    files = sorted((test_data / folder).rglob("*.mid"))
    for path in files[:: max(1, len(files) // 40)]:
        try:
            score = read_score(path).score
            bars = BarMap.of(score).bars_until(score.end)
            if bars < 2 * BARS:
                continue
            made = _written(model, score, bar=BARS)
        except SegueError:
            continue
        slack = score.ticks_per_quarter // 6
        for part in made:
            own = score.tracks[part.track].notes
            assert any(
                note.pitch == part.note.pitch and abs(note.start - part.note.start) <= slack
                for note in own
            ), (path.name, part)
        notes += len(made)
        tracks += len({part.track for part in made})
    assert notes > 2000
    assert tracks > 60
