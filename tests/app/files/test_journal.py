"""Edits line by line: what a line leads to, and what a broken line leaves."""

import zlib
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.files.journal import line_of, replayed
from app.state import edits
from app.state.offer import change_take
from engine.harmony.keys import Key
from engine.messages import PartNote
from engine.piece.composition import Composition, TrackSettings
from engine.piece.composition_file import to_bytes
from engine.piece.takes import Take
from engine.request import Request
from engine.values.score import Control, Note, Track
from tests.app.doubles import piece


def steps() -> list[Composition]:
    """One of everything that can be done to a piece."""
    first = Composition.of(piece(tracks=2))
    notes = first.score.tracks[0].notes
    moved = [replace(note, pitch=note.pitch + 2) for note in notes[3:6]]
    a, _ = edits.exchange(first, 0, removed=notes[3:6], added=moved)
    b = a.with_score(edits.with_tempo(a.score, 0, 90.0))
    c = b.adding_track(Track(name="Bass", program=33), TrackSettings(role="context"))
    d = edits.paste(c, 2, notes[:4], at=960)[0]
    e = d.offering(
        [
            Take(
                number=0,
                request=1,
                parent=0,
                ask=Request(),
                end=1920,
                notes=(PartNote(0, Note(0, 50, 10)),),
                model="M",
                seed=3,
            )
        ]
    )
    f = e.accepting(1)
    g = change_take(f, 1, starred=True, text="so")
    h = edits.move_track(g, 2, to=0)
    i = h.without_track(1)
    j = i.with_score(edits.with_key(i.score, 0, Key(2)))
    controls = (Control(0, 7, 90), Control(5, 7, 91))
    k = replace(j, score=j.score.with_track(0, replace(j.score.tracks[0], controls=controls)))
    doubled = k.score.tracks[1].adding([k.score.tracks[1].notes[0]] * 2)
    l_ = replace(k, score=k.score.with_track(1, doubled))
    m = edits.with_settings(l_, 1, TrackSettings(colour=5), mixed_with="mine.sf2")
    return [first, a, b, c, d, e, f, g, h, i, j, k, l_, m, first, m]


def lines(states: list[Composition]) -> list[bytes]:
    return [line_of(before, after) for before, after in pairwise(states)]


def test_a_line_leads_to_the_same_bytes() -> None:
    states = steps()
    for count, _ in enumerate(states):
        assert to_bytes(replayed(states[0], lines(states)[:count])) == to_bytes(states[count])


@pytest.mark.slow
def test_what_is_half_written_is_left_out() -> None:
    states = steps()[:4]
    written = lines(states)
    whole = to_bytes(states[2])
    for cut in range(len(written[2])):
        assert to_bytes(replayed(states[0], [*written[:2], written[2][:cut]])) == whole


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 255))
def test_damage_is_noticed_and_what_comes_before_it_holds(place: int, value: int) -> None:
    states = steps()[:3]
    written = lines(states)
    damaged = bytearray(written[1])
    if damaged[place % len(damaged)] == value:
        return
    damaged[place % len(damaged)] = value
    got = replayed(states[0], bytes(damaged).splitlines(keepends=True)[:1])
    assert to_bytes(got) == to_bytes(states[0])


def test_a_line_is_small_however_long_the_piece() -> None:
    long = Composition.of(piece(bars=500))
    edited, _ = edits.exchange(long, 0, removed=long.score.tracks[0].notes[:1], added=())
    assert len(line_of(long, edited)) < 500


def summed(body: bytes) -> bytes:
    return b"%08x %b\n" % (zlib.crc32(body), body)


@pytest.mark.parametrize(
    "body",
    [
        b'{"tracks":1000000000,"takes":0,"current_take":0}',
        b'{"tracks":-1,"takes":0,"current_take":0}',
        b'{"tracks":2,"takes":1000000000,"current_take":0}',
        b'{"tracks":2,"takes":0,"current_take":7}',
        b'{"tracks":2,"takes":0,"current_take":0,"ruler":{"time_signatures":'
        b'[{"tick":0,"numerator":4,"denominator":3}]}}',
        b'{"tracks":2,"takes":0,"current_take":0,"ruler":' + b"[" * 100_000,
    ],
    ids=["tracks", "negative", "takes", "no such take", "meter", "nested"],
)
def test_a_line_that_is_whole_and_no_edit_ends_the_journal_before_it(body: bytes) -> None:
    states = steps()[:3]
    written = [*lines(states), summed(body)]
    assert to_bytes(replayed(states[0], written)) == to_bytes(states[2])
