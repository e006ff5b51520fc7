"""A mark that is put by hand is heard as a reader plays the same page; taken off, it is gone."""

import pytest

from engine.form.marking import (
    SLUR,
    marks_at,
    with_mark,
    with_slur,
    without_mark,
    without_slur,
)
from engine.form.shading import (
    Turn,
    dynamics_at,
    hairpins_over,
    is_pedalled,
    with_dynamic,
    with_hairpin,
    with_pedal,
    without_hairpins,
)
from engine.values.mark_kinds import MARK_KINDS, Mark
from engine.values.score import KeySignature, Note, Score, Track
from tests.notation.musicxml import direction, notations, note, score

KEYS = {0: "<key><fifths>0</fifths></key>", -3: "<key><fifths>-3</fifths></key>"}
Q = 480


def page(marked: str = "", *, fifths: int = 0) -> Score:
    """Return what a reader makes of four notes, of which the second has marks."""
    bar = note("C", 2) + note("B", 4, more=marked) + note("A", 1) + note("F", 1)
    return score(bar, note("C", 8), head=KEYS[fifths], divisions=2)


def of_page(name: str) -> str:
    group = MARK_KINDS[name].group.value
    return notations(f"<{name}/>" if group == "hold" else f"<{group}><{name}/></{group}>")


HEARD = [
    "staccato",
    "staccatissimo",
    "tenuto",
    "accent",
    "strong-accent",
    "trill-mark",
    "mordent",
    "inverted-mordent",
    "turn",
    "delayed-turn",
    "fermata",
]


@pytest.mark.parametrize("fifths", [0, -3])
@pytest.mark.parametrize("name", HEARD)
def test_a_mark_by_hand_is_the_mark_of_a_page(name: str, fifths: int) -> None:
    plain = page(fifths=fifths)
    chosen = (plain.tracks[0].notes[1],)
    marked, notes = with_mark(plain, 0, chosen, Mark(name))
    assert marked == page(of_page(name), fifths=fifths)
    assert marks_at(marked, 0, notes) == {name}
    assert without_mark(marked, 0, notes, name)[0] == plain


@pytest.mark.parametrize("name", HEARD)
def test_one_strike_stands_for_its_ornament(name: str) -> None:
    marked = page(of_page(name))
    last = marked.tracks[0].notes[-4]
    assert marks_at(marked, 0, (last,)) == {name}
    assert without_mark(marked, 0, (last,), name)[0] == page()


def test_a_mark_takes_the_place_of_one_of_its_kind() -> None:
    plain = page()
    trill, notes = with_mark(plain, 0, (plain.tracks[0].notes[1],), Mark("trill-mark"))
    turn, notes = with_mark(trill, 0, notes, Mark("turn"))
    accented, notes = with_mark(turn, 0, notes, Mark("accent"))
    louder, notes = with_mark(accented, 0, notes, Mark("strong-accent"))
    assert marks_at(louder, 0, notes) == {"turn", "strong-accent"}
    assert without_mark(louder, 0, notes, "strong-accent")[0] == page(of_page("turn"))


def test_changed_strikes_are_notes_of_their_own() -> None:
    marked = page(of_page("mordent"))
    track = marked.tracks[0]
    first, second = track.notes[1:3]
    moved = Note(second.start, second.pitch + 3, second.duration, second.velocity)
    changed = marked.with_track(0, track.exchanging((second,), (moved,)))
    new, (short,) = with_mark(changed, 0, (first,), Mark("staccato"))
    assert (short.start, short.duration, short.marks) == (first.start, Q // 8 // 2, "staccato")
    assert new.note_count == changed.note_count


def test_a_slur_goes_from_the_first_note_to_the_last() -> None:
    plain = page()
    notes = plain.tracks[0].notes[:3]
    slurred, chosen = with_slur(plain, 0, notes)
    assert [each.marks for each in slurred.tracks[0].notes[:3]] == [
        "slur-start:1",
        "",
        "slur-stop:1",
    ]
    assert marks_at(slurred, 0, chosen) == {SLUR}
    again, _ = with_slur(slurred, 0, slurred.tracks[0].notes[3:])
    assert [each.marks for each in again.tracks[0].notes[3:]] == ["slur-start:2", "slur-stop:2"]
    assert without_slur(slurred, 0, chosen)[0] == plain


def test_a_slur_of_one_note_goes_to_the_next_one() -> None:
    plain = page()
    slurred, chosen = with_slur(plain, 0, plain.tracks[0].notes[1:2])
    assert [each.marks for each in slurred.tracks[0].notes[1:3]] == ["slur-start:1", "slur-stop:1"]
    assert marks_at(slurred, 0, chosen) == {SLUR}
    last = plain.tracks[0].notes[-1:]
    assert with_slur(plain, 0, last) == (plain, last)


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_of_held_notes_in_a_row_each_can_be_let_go(gone: int) -> None:
    plain = page()
    held, notes = with_mark(plain, 0, plain.tracks[0].notes[:3], Mark("fermata"))
    one, rest = without_mark(held, 0, (notes[gone],), "fermata")
    again, _ = with_mark(one, 0, rest, Mark("fermata"))
    assert again == held
    others = tuple(note for place, note in enumerate(plain.tracks[0].notes[:3]) if place != gone)
    assert one == with_mark(plain, 0, others, Mark("fermata"))[0]
    assert without_mark(held, 0, notes, "fermata")[0] == plain


def quiet_bar(*signs: str) -> Score:
    """Return a bar of quarters with signs before some of them."""
    four = (*signs, "", "", "", "")[:4]
    bar = "".join(sign + note(step, 1) for sign, step in zip(four, "CDEF", strict=True))
    return score(bar, "".join(note(step, 1) for step in "GABA"))


def dynamic(name: str) -> str:
    return direction(f"<dynamics><{name}/></dynamics>")


def velocities(music: Score) -> list[int]:
    return [each.velocity for each in music.tracks[0].notes]


@pytest.mark.parametrize("name", ["pp", "p", "mp", "mf", "f", "ff", "sfz", "fp"])
def test_a_dynamic_by_hand_is_that_of_a_page(name: str) -> None:
    plain = quiet_bar()
    track = with_dynamic(plain.tracks[0], Q, name, Q)
    assert velocities(plain.with_track(0, track)) == velocities(quiet_bar("", dynamic(name)))
    assert dynamics_at(track, Q) == {name}
    assert with_dynamic(track, Q, "", Q) == plain.tracks[0]


TURNS: list[tuple[Turn, str]] = [("crescendo", "f"), ("diminuendo", "pp")]


@pytest.mark.parametrize(("kind", "after"), TURNS)
def test_a_hairpin_by_hand_is_that_of_a_page(kind: Turn, after: str) -> None:
    begin = direction(f'<wedge type="{kind}" number="1"/>')
    end = direction('<wedge type="stop" number="1"/>')
    plain = quiet_bar("", "", "", dynamic(after))
    track = with_hairpin(plain.tracks[0], 0, 3 * Q, kind, Q, ends_bar=False)
    written = quiet_bar(begin, "", "", end + dynamic(after))
    assert velocities(plain.with_track(0, track)) == velocities(written)
    assert hairpins_over(track, 0, 3 * Q) == {kind}
    assert without_hairpins(track, 0, Q, Q) == plain.tracks[0]


def test_played_notes_stay_as_much_louder_as_they_were() -> None:
    played = tuple(Note(n * Q, 60, Q, 50 + n % 2 * 6) for n in range(8))
    part = Track(notes=played)
    loud = with_dynamic(part, 4 * Q, "f", Q)
    assert [each.velocity for each in loud.notes] == [50, 56, 50, 56, 93, 99, 93, 99]
    assert with_dynamic(loud, 4 * Q, "", Q).notes == played


def test_a_pedal_goes_down_and_up() -> None:
    part = with_pedal(page().tracks[0], 0, Q, on=True)
    assert [(c.tick, c.number, c.value) for c in part.controls] == [(0, 64, 127), (Q, 64, 0)]
    assert is_pedalled(part, 0, Q)
    assert with_pedal(part, 0, Q, on=False) == page().tracks[0]


def test_neighbours_are_those_of_the_key_that_holds() -> None:
    plain = Score(
        tracks=(Track(notes=(Note(0, 67, Q), Note(Q, 67, Q))),),
        key_signatures=(KeySignature(0, 2), KeySignature(Q, -1)),
    )
    for index, lower in enumerate((66, 65)):
        marked, _ = with_mark(plain, 0, (plain.tracks[0].notes[index],), Mark("mordent"))
        assert marked.tracks[0].notes[index + 1].pitch == lower
