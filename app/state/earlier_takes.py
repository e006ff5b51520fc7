"""Restore the piece as it was when a take was kept, so that it can go on in another way."""

from collections.abc import Iterable
from dataclasses import replace

from engine.piece.composition import Composition


def at_take(number: int, now: Composition, *, earlier: Iterable[Composition]) -> Composition:
    """Return the piece as it was when a take was kept; 0 as it was before the first.

    Whatever was kept since then stays marked as kept, so that one can go back there as well.

    Args:
        number: The take's number.
        now: The piece.
        earlier: States of its history, the newest first; of those that ended with the take the
            first one counts. Where none did, as in a later session, only notes of takes that came
            after it are taken out.
    """
    state = next((each for each in earlier if each.current_take == number), None)
    return _without_later(now, number) if state is None else _with_kept(state, now)


def _with_kept(state: Composition, now: Composition) -> Composition:
    """Return a state with all takes there are now, marked as kept if they are so now."""
    kept = {take.number for take in now.takes if take.state == "accepted"}
    # Its own takes: a state from before a track was added has no notes for it. One that a file
    # had, before its autosave was opened over it, knows fewer.
    tracks = range(len(state.score.tracks))
    later = (take.of_tracks(tracks) for take in now.takes[len(state.takes) :])
    takes = tuple(
        replace(take, state="accepted") if take.number in kept else take
        for take in (*state.takes, *later)
    )
    remembered = max(state.remembered, now.remembered, key=len)
    return replace(state, takes=takes, remembered=remembered)


def _without_later(now: Composition, number: int) -> Composition:
    """Return the piece with notes of takes that came after this one taken out."""
    chain, each = set(), number
    while each:
        chain.add(each)
        each = now.take(each).parent
    score = now.score
    for index, track in enumerate(score.tracks):
        kept = [note for note in track.notes if not note.origin or abs(note.origin) in chain]
        score = score.with_track(index, track.with_notes(kept))
    before = replace(now.with_score(score), current_take=0)
    return before.accepting(number) if number else before
