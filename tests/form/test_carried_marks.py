"""New notes have the marks that notes like them have in their part, and only those."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.form.carried_marks import with_carried_marks
from engine.gate import xml
from engine.notation.folding import folded
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.request import PartNote, Request
from engine.values.events import Note
from engine.values.mark_kinds import marks_in
from engine.values.score import Score, Track
from engine.values.time import BarMap
from tests.notation.musicxml import notations, note
from tests.notation.musicxml import score as read
from tests.notation.others import problems

QUARTER, BAR, OLD = 480, 1920, 4
STACCATO = notations("<articulations><staccato/></articulations>")
ACCENT = notations("<articulations><accent/></articulations>")
SLUR, SLUR_END = (notations(f'<slur type="{end}" number="1"/>') for end in ("start", "stop"))


def four(*marks: str) -> str:
    """Return a bar of four quarters with these marks."""
    return "".join(note(step, 1, more=more) for step, more in zip("CDEF", marks, strict=True))


def slurred() -> Score:
    """Return four bars: two eighths under a slur, a quarter, and the same again."""
    eighths = note("C", 1, more=SLUR) + note("D", 1, more=SLUR_END)
    return read(*["".join(eighths + note(step, 2) for step in "GE")] * OLD, divisions=2)


def played(music: Score) -> tuple[Note, ...]:
    """Return the notes of the first bar as a model makes them after all bars, without marks."""
    by = OLD * BAR
    assert music.tracks[0].end <= by
    return tuple(
        replace(each, start=each.start + by, marks="")
        for each in music.tracks[0].notes
        if each.start < BAR
    )


def carried(music: Score, new: Iterable[Note], *, track: Track | None = None) -> tuple[Note, ...]:
    """Return new notes after four bars with the marks that they get."""
    return with_carried_marks(
        track or music.tracks[0],
        tuple(new),
        BarMap.of(music),
        quarter=QUARTER,
        start=OLD * BAR,
    )


def names(notes: Iterable[Note]) -> list[str]:
    return [" ".join(mark.name for mark in marks_in(each.marks)) for each in notes]


def test_short_notes_have_dots_where_short_notes_have_them() -> None:
    music = read(*[four(STACCATO, "", STACCATO, "")] * OLD)
    new = played(music)
    made = carried(music, new)
    assert names(made) == ["staccato", "", "staccato", ""]
    assert [replace(each, marks="") for each in made] == list(new)


def test_louder_notes_have_accents_where_louder_notes_have_them() -> None:
    music = read(*[four(ACCENT, "", "", "")] * OLD)
    assert names(carried(music, played(music))) == ["accent", "", "", ""]
    soft = [replace(each, velocity=80) for each in played(music)]
    assert names(carried(music, soft)) == [""] * 4


def test_runs_as_those_under_slurs_have_slurs_of_their_own() -> None:
    music = slurred()
    made = carried(music, played(music))
    assert names(made) == ["slur-start", "slur-stop", "", "slur-start", "slur-stop", ""]
    numbers = [mark.detail for each in made for mark in marks_in(each.marks)]
    old = {mark.detail for each in music.tracks[0].notes for mark in marks_in(each.marks)}
    assert numbers[0] == numbers[1] != numbers[2] == numbers[3]
    assert old.isdisjoint(numbers)


def test_a_run_with_another_rhythm_has_no_slur() -> None:
    music = slurred()
    new = [Note(OLD * BAR + k * QUARTER, 60 + k, QUARTER, 80) for k in range(4)]
    assert names(carried(music, new)) == [""] * 4


NOTES = {"s": (240, "staccato"), "p": (240, ""), "t": (240, "tenuto"), "l": (480, "")}


def line(*bars: str) -> Track:
    """Return quarters: dotted, plain and short, short with a tenuto, plain and long."""
    kinds = (NOTES[letter] for letter in "".join(bars))
    return Track(
        notes=tuple(
            Note(k * QUARTER, 60 + k % 5, length, 80, marks=marks)
            for k, (length, marks) in enumerate(kinds)
        )
    )


@pytest.mark.parametrize(
    ("why", "bars", "mark"),
    [
        ("all short notes have dots", ["slsl", "llss", "slll", "llll"], "staccato"),
        ("nothing is marked", ["pppp"] * OLD, ""),
        ("only one bar has dots", ["ssss", "llll", "llll", "llll"], ""),
        ("only two notes have dots", ["slll", "slll", "llll", "llll"], ""),
        ("half of the short notes are plain", ["spsp"] * OLD, ""),
        ("nobody hears the mark", ["tttt"] * OLD, ""),
    ],
)
def test_no_mark_is_invented(why: str, bars: list[str], mark: str) -> None:
    new = [Note(OLD * BAR + k * QUARTER, 60 + k, 240, 80) for k in range(4)]
    assert names(carried(Score(), new, track=line(*bars))) == [mark] * 4, why


def test_drums_and_notes_with_marks_stay_as_they_are() -> None:
    music = read(*[four(*[STACCATO] * 4)] * OLD)
    new = played(music)
    drums = replace(music.tracks[0], is_drum=True)
    assert carried(music, new, track=drums) == new
    own = [replace(each, marks="up-bow") for each in new]
    assert list(carried(music, own)) == own


def test_a_gap_before_the_first_marks_asks_those_after_it() -> None:
    music = read(*[four(*[STACCATO] * 4)] * OLD)
    later = [replace(each, start=each.start + BAR) for each in music.tracks[0].notes]
    new = [replace(each, start=each.start - OLD * BAR) for each in played(music)]
    made = with_carried_marks(
        music.tracks[0].with_notes(later),
        new,
        BarMap.of(music),
        quarter=QUARTER,
        start=0,
        end=BAR,
    )
    assert names(made) == ["staccato"] * 4


def test_an_accepted_take_and_its_preview_have_the_marks_and_export_them() -> None:
    music = read(*[four(STACCATO, "", STACCATO, "")] * OLD)
    ask = Request(start=OLD * BAR, bars=1)
    parts = tuple(PartNote(0, each) for each in played(music))
    take = Take(
        number=1, request=1, parent=0, end=(OLD + 1) * BAR, notes=parts, model="", seed=0, ask=ask
    )
    kept = Composition.of(music).offering([take]).accepting(1).score
    made = write(folded(notate(kept)))
    assert problems(made) == []
    dots = [
        bar.findall("note/notations/articulations/staccato")
        for bar in xml.parse(made).iter("measure")
    ]
    assert [len(found) for found in dots] == [2] * (OLD + 1)
    kinds = [each.findtext("type") for each in xml.parse(made).iter("note")]
    assert set(kinds) == {"quarter"}
    shown = ask.writing(music, parts, end=None)
    assert names(shown.tracks[0].notes) == names(kept.tracks[0].notes)
    growing = ask.writing(music, parts, end=None, growing=True)
    assert names(growing.tracks[0].notes)[-4:] == [""] * 4
