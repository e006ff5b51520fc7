"""No run longer than the user allows comes out of sampling, and what is copied is told."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import pytest

from engine.copying.fingerprints import Fingerprints
from engine.generation.continuation import notes_alone
from engine.generation.model import LiveModel
from engine.ground.errors import LimitError
from engine.live.session import Session
from engine.messages import AlternativeFinished
from engine.values.config import SamplingConfig
from engine.values.score import Score
from tests.generation.conftest import asking, chord_piece, notes_of


def wish(seed: int, **changes: object):
    # Notes of one track only, so that a run is long; the piano may draw all it likes.
    return asking(
        chord_piece(),
        roles=("write", "context", "ignore"),
        bars=8,
        sampling=SamplingConfig(seed=seed, temperature=1.3, min_p=0.0),
        **changes,
    )


def songs_like(session: Session, seeds: Sequence[int], **changes: object) -> Fingerprints:
    """What the model makes by itself becomes what it learned from: it will copy all of it."""
    songs = []
    for seed in seeds:
        notes = notes_of(list(session.continue_(wish(seed, **changes))))
        songs.append((f"song {seed}", notes_alone(chord_piece(), notes)))
    return Fingerprints(songs)


def playing_long(session: Session, *, notes: int, count: int, **changes: object) -> list[int]:
    """Seeds with which the model plays so many notes: which, is another on another processor."""
    made = ((seed, notes_of(list(session.continue_(wish(seed, **changes))))) for seed in range(200))
    seeds = list(islice((seed for seed, played in made if len(played) > notes), count))
    assert len(seeds) == count, "it plays too little: the test shows nothing"
    return seeds


@pytest.mark.slow
@pytest.mark.parametrize("longest", [15, 20])
def test_no_run_longer_than_allowed_appears(tiny_folder, longest):
    free = Session(LiveModel.load(tiny_folder))
    seeds = playing_long(free, notes=2 * longest, count=2)
    prints = songs_like(free, seeds)
    watched = Session(LiveModel.load(tiny_folder), prints=prints)
    for seed in seeds:
        open_ = list(watched.continue_(wish(seed)))
        copied = prints.look_up(notes_alone(chord_piece(), notes_of(open_)))
        assert copied.longest > longest, "nothing was copied: the test shows nothing"
        (finished,) = [event for event in open_ if isinstance(event, AlternativeFinished)]
        assert finished.copying.copied == copied.copied > 0.5
        assert finished.copying.passages[0].song == f"song {seed}"
        assert finished.copying.passages[0].notes == copied.longest
        guarded = notes_of(list(watched.continue_(wish(seed, longest_copy=longest))))
        assert len(guarded) > longest
        assert prints.look_up(notes_alone(chord_piece(), guarded)).longest <= longest


@pytest.mark.slow
def test_the_guard_holds_where_almost_nothing_else_may_be_drawn(tiny_folder):
    free = Session(LiveModel.load(tiny_folder))
    narrow = {"pitch_classes": (0,)}
    (seed,) = playing_long(free, notes=18, count=1, **narrow)
    prints = songs_like(free, [seed], **narrow)
    watched = Session(LiveModel.load(tiny_folder), prints=prints)
    copied = notes_of(list(watched.continue_(wish(seed, **narrow))))
    assert prints.look_up(notes_alone(chord_piece(), copied)).longest > 15
    guarded = notes_of(list(watched.continue_(wish(seed, longest_copy=15, **narrow))))
    assert prints.look_up(notes_alone(chord_piece(), guarded)).longest <= 15


def test_without_songs_nothing_is_said_and_nothing_refused(tiny_folder):
    session = Session(LiveModel.load(tiny_folder))
    events = list(session.continue_(wish(1, longest_copy=15)))
    (finished,) = [event for event in events if isinstance(event, AlternativeFinished)]
    assert finished.copying.copied == -1.0
    plain = list(Session(LiveModel.load(tiny_folder)).continue_(wish(1)))
    assert notes_of(plain) == notes_of(events)


def test_a_limit_below_what_can_be_told_is_refused(session):
    with pytest.raises(LimitError, match="15 notes"):
        list(session.continue_(wish(1, longest_copy=8)))


def test_notes_alone_keep_the_tracks():
    piece = chord_piece()
    alone = notes_alone(piece, [])
    assert [track.name for track in alone.tracks] == ["Piano", "Bass", "Drums"]
    assert alone == replace(piece, tracks=alone.tracks)
    assert Score() == notes_alone(Score(), [])
