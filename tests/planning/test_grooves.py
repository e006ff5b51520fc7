"""Drums that are planned: a beat in each meter, fills where phrases end, the piece's own feel."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.planning.grooves import STYLES, Drum, DrumPlanner, Hits
from engine.values.score import Note, Score, Tempo, TimeSignature, Track
from tests.planning.conftest import VERSE, song

QUARTER = 480
BAR = 4 * QUARTER
SNARES = {Drum.SNARE, Drum.SIDE_STICK}
CYMBALS = {Drum.CLOSED_HAT, Drum.OPEN_HAT, Drum.RIDE, Drum.CRASH}
TOMS = {Drum.LOW_TOM, Drum.MIDDLE_TOM, Drum.HIGH_TOM}


def eighths(*, bars: int, quarters: float = 4, swung: bool = False, pitch: int = 60) -> Track:
    length, late = round(quarters * QUARTER), (2 * QUARTER // 3) if swung else QUARTER // 2
    places = list(range(0, length, QUARTER))
    places += [tick + late for tick in places if tick + late < length]
    notes = [
        Note(bar * length + tick, pitch + tick % 5, QUARTER // 4)
        for bar in range(bars)
        for tick in sorted(places)
    ]
    return Track(notes=tuple(notes))


def piece(*tracks: Track, meter: tuple[int, int] = (4, 4), bpm: float = 120.0) -> Score:
    return Score(
        ticks_per_quarter=QUARTER,
        tracks=tracks,
        tempos=(Tempo(0, bpm),),
        time_signatures=(TimeSignature(0, *meter),),
    )


def drums(hits: Hits) -> set[int]:
    return {drum for _, drum in hits}


def at(hits: Hits, *asked: int) -> list[int]:
    return sorted(tick for tick, drum in hits if drum in asked)


@pytest.mark.parametrize("meter", [(4, 4), (3, 4), (2, 4), (6, 8), (12, 8), (5, 4), (7, 8), (2, 2)])
@pytest.mark.parametrize("style", range(len(STYLES)))
def test_kick_snare_and_cymbal_play_together_from_the_first_bar_in_each_meter(meter, style) -> None:
    score = piece(eighths(bars=17, quarters=4 * meter[0] / meter[1]), meter=meter)
    planner = DrumPlanner(score, past=17)
    for bar in range(16):
        hits = planner.hits(bar, style=style)
        assert Drum.KICK in drums(hits)
        assert drums(hits) & (SNARES | TOMS)
        assert drums(hits) & CYMBALS or bar % 8 == 7
        length = round(4 * meter[0] / meter[1] * QUARTER)
        assert all(bar * length <= tick < (bar + 1) * length for tick, _ in hits)
        assert (bar * length, Drum.KICK) in hits
        assert all(0 < velocity < 128 for velocity in hits.values())


def test_the_snare_is_on_two_and_four_and_the_kick_on_one_and_three() -> None:
    hits = DrumPlanner(piece(eighths(bars=9)), past=9).hits(1, style=0)
    assert at(hits, *SNARES) == [BAR + QUARTER, BAR + 3 * QUARTER]
    assert {BAR, BAR + 2 * QUARTER} <= set(at(hits, Drum.KICK))


def test_swung_music_has_swung_drums() -> None:
    def offbeats(*, swung: bool) -> set[int]:
        planner = DrumPlanner(piece(eighths(bars=9, swung=swung)), past=9)
        return {tick % QUARTER for tick, _ in planner.hits(1, style=0)} - {0}

    assert offbeats(swung=False) == {QUARTER // 2}
    assert offbeats(swung=True) == {2 * QUARTER // 3}


def test_the_kick_plays_what_the_bass_plays_off_the_beat() -> None:
    bass = Track(
        notes=tuple(
            Note(bar * BAR + tick, 36, QUARTER // 2)
            for bar in range(9)
            for tick in (0, 3 * QUARTER // 2, 2 * QUARTER)
        )
    )
    hits = DrumPlanner(piece(eighths(bars=9, quarters=4, pitch=72), bass), past=9).hits(1, style=5)
    assert BAR + 3 * QUARTER // 2 in at(hits, Drum.KICK)


def test_a_phrase_ends_with_a_fill_and_a_new_section_has_another_cymbal() -> None:
    tunes = [eighths(bars=8, pitch=60).notes, eighths(bars=8, pitch=67).notes]
    second = [replace(note, start=note.start + 8 * BAR) for note in tunes[1]]
    planner = DrumPlanner(piece(Track(notes=(*tunes[0], *second))), past=16)
    ordinary, fill = planner.hits(6, style=0), planner.hits(7, style=0)
    assert max(at(ordinary, Drum.CLOSED_HAT)) > 6 * BAR + 3 * QUARTER
    assert len(at(fill, Drum.SNARE, *TOMS)) > len(at(ordinary, Drum.SNARE, *TOMS)) + 3
    assert not [tick for tick in at(fill, *CYMBALS) if tick >= 7 * BAR + 2 * QUARTER]
    assert (8 * BAR, Drum.CRASH) in planner.hits(8, style=0)
    assert drums(planner.hits(9, style=0)) & CYMBALS == {Drum.RIDE}
    assert drums(planner.hits(1, style=0)) & CYMBALS == {Drum.CLOSED_HAT}


def test_a_phrase_that_returns_has_its_groove_and_a_shorter_fill() -> None:
    planner = DrumPlanner(piece(eighths(bars=24)), past=24)
    same = [{(tick % BAR, drum) for tick, drum in planner.hits(bar, style=0)} for bar in (1, 9, 17)]
    assert same[0] == same[1] == same[2]
    fill = at(planner.hits(7, style=0), Drum.SNARE, *TOMS)
    assert next(tick - 7 * BAR for tick in fill if tick > 7 * BAR + QUARTER) >= 3 * QUARTER
    assert Drum.CRASH not in drums(planner.hits(8, style=0))


def test_drums_wait_for_the_music_and_end_with_its_last_chord() -> None:
    tune = Track(notes=tuple(replace(n, start=n.start + 2 * BAR) for n in eighths(bars=8).notes))
    chord = tuple(Note(10 * BAR, pitch, BAR) for pitch in (48, 60, 64))
    planner = DrumPlanner(piece(tune, Track(notes=chord)), past=14)
    assert not planner.hits(1, style=0)
    assert planner.hits(2, style=0)
    assert planner.hits(10, style=0).keys() == {(10 * BAR, Drum.KICK), (10 * BAR, Drum.CRASH)}
    assert not planner.hits(11, style=0)


def test_no_drums_are_planned_in_an_upbeat_with_its_own_meter() -> None:
    score = replace(
        piece(eighths(bars=9)), time_signatures=(TimeSignature(0, 1, 4), TimeSignature(480, 4, 4))
    )
    planner = DrumPlanner(score, past=9)
    assert not planner.hits(0, style=0)
    assert planner.hits(1, style=0)


def test_sections_after_an_upbeat_are_those_of_its_phrases() -> None:
    first, second = eighths(bars=8).notes, eighths(bars=8, pitch=67).notes
    notes = [
        Note(0, 60, QUARTER),
        *(replace(note, start=note.start + QUARTER) for note in first),
        *(replace(note, start=note.start + QUARTER + 8 * BAR) for note in second),
    ]
    meters = (TimeSignature(0, 1, 4), TimeSignature(QUARTER, 4, 4))
    planner = DrumPlanner(
        replace(piece(Track(notes=tuple(notes))), time_signatures=meters), past=17
    )
    assert Drum.CLOSED_HAT in drums(planner.hits(2, style=0))
    assert Drum.CRASH in drums(planner.hits(9, style=0))
    assert Drum.RIDE in drums(planner.hits(10, style=0))


def test_bars_of_one_beat_have_kick_and_snare_by_turns() -> None:
    planner = DrumPlanner(piece(eighths(bars=9, quarters=1), meter=(1, 4)), past=9)
    found = [drums(planner.hits(bar, style=0)) & {Drum.KICK, Drum.SNARE} for bar in range(1, 5)]
    assert found == [{Drum.SNARE}, {Drum.KICK}, {Drum.SNARE}, {Drum.KICK}]


def test_a_soft_phrase_has_no_snare() -> None:
    loud = eighths(bars=16).notes
    soft = tuple(Note(bar * BAR, 60, BAR) for bar in range(16, 24))
    planner = DrumPlanner(piece(Track(notes=(*loud, *soft))), past=24)
    assert Drum.SNARE in drums(planner.hits(1, style=0))
    assert Drum.SIDE_STICK in drums(planner.hits(17, style=0))
    assert Drum.SNARE not in drums(planner.hits(17, style=0))


def test_the_style_that_played_is_found_again() -> None:
    planner = DrumPlanner(song(VERSE), past=16)
    played = {style: _notes(planner, range(8), style) for style in range(len(STYLES))}
    for style, notes in played.items():
        found = planner.style_of(notes, first=0, past=8)
        assert played[found] == notes, style


def _notes(planner: DrumPlanner, bars: Iterable[int], style: int) -> list[Note]:
    return [
        Note(tick, drum, 30, velocity)
        for bar in bars
        for (tick, drum), velocity in sorted(planner.hits(bar, style=style).items())
    ]
