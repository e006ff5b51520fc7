"""Random edits of random marked pieces: no mark comes to a wrong note, and lines keep both ends."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from app.state.edits import exchange, paste
from engine.form.passages import joined, split
from engine.gate import xml
from engine.notation.folding import folded
from engine.notation.musicxml import heads_of, write
from engine.notation.notating import notate
from engine.notation.reading import read_musicxml
from engine.piece.composition import Composition
from engine.values.mark_kinds import marks_in, shown_marks
from engine.values.score import Note, Score
from tests.notation.musicxml import direction, document, notations, note

PIECES, EDITS, BARS = 30, 10, 6
MARKS = (
    "<articulations><staccato/></articulations>",
    "<articulations><accent/><tenuto/></articulations>",
    "<ornaments><trill-mark/></ornaments>",
    "<technical><fingering>3</fingering></technical>",
    "<fermata/>",
    "<ornaments><tremolo>2</tremolo></ornaments>",
)
Edit = Callable[[Composition, Random], Composition]


def random_piece(random: Random) -> Score:
    """Return a piece with random marks; its notes have a velocity and a release of their own."""
    lines = {"slur": False, "wedge": False}

    def end(name: str, begins: str = "start") -> str:
        if random.random() > 0.25:
            return ""
        lines[name] = not lines[name]
        return f'<{name} type="{begins if lines[name] else "stop"}" number="1"/>'

    def random_note() -> str:
        wedge = end("wedge", "crescendo")
        marks = end("slur") + (random.choice(MARKS) if random.random() < 0.4 else "")
        return (direction(wedge) if wedge else "") + note(
            random.choice("CDEFGAB"), 1, more=notations(marks) if marks else ""
        )

    measures = ["".join(random_note() for _ in range(4)) for _ in range(BARS)]
    score = read_musicxml(document(*measures)).score
    own = [
        replace(each, velocity=1 + number % 127, release=number // 127)
        for number, each in enumerate(score.tracks[0].notes)
    ]
    return score.with_track(0, score.tracks[0].with_notes(own))


def chosen(piece: Composition, random: Random) -> list[Note]:
    notes = piece.score.tracks[0].notes
    first = random.randrange(len(notes))
    return list(notes[first : first + random.randint(1, 8)])


def changed(change: Callable[[Note, Random], Note]) -> Edit:
    def edit(piece: Composition, random: Random) -> Composition:
        notes, seed = chosen(piece, random), random.random()
        added = [change(each, Random(seed)) for each in notes]  # noqa: S311 - the same for all
        return exchange(piece, 0, removed=notes, added=added)[0]

    return edit


def cut(piece: Composition, random: Random) -> Composition:
    return exchange(piece, 0, removed=chosen(piece, random), added=())[0]


def pasted(piece: Composition, random: Random) -> Composition:
    at = random.randrange(8 * BARS) * 240
    return paste(piece, 0, chosen(piece, random), at=at)[0]


def bars_moved(piece: Composition, random: Random) -> Composition:
    bars = sorted(random.sample(range(1, BARS), 2))
    first, second, *rest = split(piece.score, [bar * 1920 for bar in bars])
    return piece.with_score(joined((second, first, *rest), of=piece.score))


def a_bar_deleted(piece: Composition, random: Random) -> Composition:
    bar = random.randrange(1, BARS - 1)
    first, _, rest = split(piece.score, (bar * 1920, (bar + 1) * 1920))
    return piece.with_score(joined((first, rest), of=piece.score))


def repitched(piece: Composition, random: Random) -> Composition:
    alone = random.choice(piece.score.tracks[0].notes)
    new = replace(alone, pitch=alone.pitch + random.choice((-3, 4)))
    return exchange(piece, 0, removed=[alone], added=[new])[0]


EDITS_THERE_ARE: tuple[Edit, ...] = (
    cut,
    pasted,
    bars_moved,
    a_bar_deleted,
    repitched,
    changed(lambda each, random: replace(each, pitch=each.pitch + random.randint(-7, 7))),
    changed(lambda each, random: replace(each, start=each.start + 240 * random.randint(0, 9))),
    changed(lambda each, _: replace(each, duration=max(1, each.duration // 2))),
)


def assert_marks_are_right(score: Score, marks: dict[tuple[int, int], str]) -> None:
    track = score.tracks[0]
    for each in track.notes:
        assert each.marks in {marks[each.velocity, each.release], ""}
    page = folded(notate(score))
    for head in heads_of(page.parts[0]):
        of_note = track.notes[int(head.id.split("-")[1])]
        assert set(head.marks) <= set(shown_marks(of_note.marks))
    made = xml.parse(write(page))
    for line in ("slur", "wedge"):
        ends: Counter[str] = Counter()
        for element in made.iter(line):
            ends["end" if element.get("type") == "stop" else "begin"] += 1
        assert ends["begin"] == ends["end"], line


@pytest.mark.parametrize("seed", range(PIECES))
def test_marks_stay_with_their_notes(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - a test that is the same each time
    history = [Composition(score=random_piece(random))]
    notes = history[0].score.tracks[0].notes
    marks = {(each.velocity, each.release): each.marks for each in notes}
    assert any(marks_in(text) for text in marks.values())
    for _ in range(EDITS):
        if len(history) > 1 and random.random() < 0.2:
            history.pop()
        elif history[-1].score.note_count > 1:
            history.append(random.choice(EDITS_THERE_ARE)(history[-1], random))
        assert_marks_are_right(history[-1].score, marks)
