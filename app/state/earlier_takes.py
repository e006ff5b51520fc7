"""Restore the piece as it was when a take was accepted, so that another one can follow."""

from collections.abc import Iterable
from dataclasses import replace

from engine.piece.composition import Composition, without_pedal_of


def at_take(number: int, now: Composition, *, earlier: Iterable[Composition]) -> Composition:
    """Return the piece as it was when a take was accepted; with 0, before the first take.

    Later takes stay marked as accepted, so that the user can go back to them too.

    Args:
        number: The take's number.
        now: The current piece.
        earlier: States of the history, newest first. The first one whose current take is `number`
            is used. If there is none, as in a later session, the notes of later takes are removed.
    """
    state = next((each for each in earlier if each.current_take == number), None)
    return _without_later(now, number) if state is None else _with_kept(state, now)


def _with_kept(state: Composition, now: Composition) -> Composition:
    """Return a state with the takes of `now`, marked as accepted as there."""
    kept = {take.number for take in now.takes if take.state == "accepted"}
    # Its own takes come first: a state from before a track was added has no notes for it. A
    # state from a file may have fewer takes than its autosave.
    tracks = range(len(state.score.tracks))
    later = (take.of_tracks(tracks) for take in now.takes[len(state.takes) :])
    takes = tuple(
        replace(take, state="accepted") if take.number in kept else take
        for take in (*state.takes, *later)
    )
    remembered = max(state.remembered, now.remembered, key=len)
    return replace(state, takes=takes, remembered=remembered)


def _without_later(now: Composition, number: int) -> Composition:
    """Return the piece without the notes of takes that came after this one."""
    chain, each = set(), number
    while each:
        chain.add(each)
        each = now.take(each).parent
    score = now.score
    for index, track in enumerate(score.tracks):
        kept = [note for note in track.notes if not note.origin or abs(note.origin) in chain]
        gone = {abs(note.origin) for note in track.notes} - chain - {0}
        left = without_pedal_of(track.with_notes(kept), map(now.take, sorted(gone)))
        score = score.with_track(index, left)
    before = replace(now.with_score(score), current_take=0)
    return before.accepting(number) if number else before
