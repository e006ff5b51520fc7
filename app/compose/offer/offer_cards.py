"""Convert the alternatives of an offer to the values that strip and roll show."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.compose.offer.offer_sketch import bar_lines_of, chords_of, tune_of, tune_track_of
from app.compose.offer.offer_words import Features, features_of, words_of
from app.state.offer import ORIGINAL, Alternative, Offer
from app.views.alternatives.strip import AlternativeCard, CardState
from engine.harmony.chord_track import end_of, names_by_bar, written_chords
from engine.harmony.keys import Key, pitch_name
from engine.midi.channels.seam import with_written
from engine.values.score import Note, Score
from engine.values.time import BarMap

# Bars whose planned chords a card shows: a phrase, and what it has room for.
PLANNED_BARS = 8

Placed = tuple[tuple[int, Note], ...]


def cards_of(
    offer: Offer, bars: BarMap, *, key: Key | None, sounds: bool
) -> tuple[AlternativeCard, ...]:
    """Return the cards of all alternatives.

    Args:
        offer: The offer.
        bars: The bars of the piece.
        key: The key at the start of the offer, or None.
        sounds: Whether the current alternative is playing.
    """
    indices = range(len(offer.alternatives))
    leads = _leads_of(offer)
    features = (_features_of(offer, index, leads[index], bars) for index in indices)
    words = words_of(tuple(features), key)
    cards = tuple(
        replace(_card_of(offer, index, leads[index], bars, key, sounds=sounds), word=words[index])
        for index in indices
    )
    if not offer.is_complete or not _has_one_harmony(offer, cards):
        return cards
    first, *others = cards
    return first, *(
        replace(card, shares="tune" if card.tune == first.tune else "chords") for card in others
    )


def _has_one_harmony(offer: Offer, cards: Sequence[AlternativeCard]) -> bool:
    """Return whether several alternatives have the same chords: of a plan, found, or the user's."""
    if len(cards) < 2 or not all(card.harmony for card in cards):
        return False
    # A card shows the first bars of a plan.
    planned = (alternative.plan.chords for alternative in offer.alternatives)
    harmonies = {(card.harmony, chords) for card, chords in zip(cards, planned, strict=True)}
    written = offer.ask.harmony != "free" and end_of(written_chords(offer.piece), offer.piece)
    return len(harmonies) == 1 or bool(offer.end and written >= offer.end)


def _card_of(
    offer: Offer, index: int, track: int, bars: BarMap, key: Key | None, *, sounds: bool
) -> AlternativeCard:
    alternative = offer.alternatives[index]
    end = offer.end_of(index)
    span = max(1, (offer.end or end) - offer.start)
    notes = placed(offer, index)
    lines = bar_lines_of(bars, start=offer.start, end=end)
    meter = bars.signature_at(offer.start)
    piece = (offer.piece.ticks_per_quarter, meter.numerator, meter.denominator)
    finished = alternative.finished
    return AlternativeCard(
        bars=max(1, bars.bars_until(end) - bars.bar_at(offer.start)),
        notes=notes,
        tune=_tune_of(offer, index, track),
        tune_track=track,
        is_drums=track in _drums(offer),
        bar_lines=lines,
        chords=chords_of(_pitched(offer, notes), lines, end, piece) if finished else (),
        plan=_plan_of(offer, index),
        start=offer.start,
        end=end,
        state="playing" if index == offer.current and sounds else _state_of(alternative),
        progress=1.0 if finished else min(1.0, offer.made(index) / span),
        ending=_ending_of(offer, index, track, key) if finished else "",
        starred=alternative.starred,
        fit=offer.share_of_best(index) if offer.is_judged else -1.0,
        copying=alternative.copying,
    )


def _leads_of(offer: Offer) -> tuple[int, ...]:
    """Return the track that leads in each alternative.

    It is the same in all, so that they can be compared, and another one where that rests.
    """
    drums = _drums(offer)
    own = [_tracks_of(placed(offer, index)) for index in range(len(offer.alternatives))]

    def lead(tracks: Mapping[int, Sequence[Note]]) -> int:
        tunes = {track: notes for track, notes in tracks.items() if track not in drums}
        return tune_track_of(tunes or tracks)

    every: dict[int, list[Note]] = {}
    for tracks in own:
        for track, notes in tracks.items():
            every.setdefault(track, []).extend(notes)
    shared = lead(every)
    return tuple(shared if shared in tracks or not tracks else lead(tracks) for tracks in own)


def _tracks_of(notes: Placed) -> dict[int, list[Note]]:
    found: dict[int, list[Note]] = {}
    for track, note in notes:
        found.setdefault(track, []).append(note)
    return found


def _tune_of(offer: Offer, index: int, track: int) -> tuple[Note, ...]:
    """Return what leads: the upper line of a part, all hits of drums."""
    notes = [note for number, note in placed(offer, index) if number == track]
    return tuple(sorted(notes)) if track in _drums(offer) else tune_of(notes)


def _ending_of(offer: Offer, index: int, track: int, key: Key | None) -> str:
    """Return the name of the last note of the tune, without its octave; empty for drums."""
    tune = () if track in _drums(offer) else _tune_of(offer, index, track)
    fifths = key.fifths if key is not None else None
    return pitch_name(tune[-1].pitch, fifths).rstrip("-0123456789") if tune else ""


def _features_of(offer: Offer, index: int, track: int, bars: BarMap) -> Features | None:
    if not offer.alternatives[index].finished:
        return None
    notes = placed(offer, index)
    last = bars.start_of(max(0, bars.bars_until(offer.end_of(index)) - 1))
    return features_of(
        () if track in _drums(offer) else _tune_of(offer, index, track),
        [note for _, note in notes],
        [note for note in _pitched(offer, notes) if note.end > last],
        bars=bars,
        quarter=offer.piece.ticks_per_quarter,
    )


def _plan_of(offer: Offer, index: int) -> tuple[str, ...]:
    """Return the names of the planned chords of each of the first bars."""
    chords = offer.alternatives[index].plan.chords
    if not chords:
        return ()
    bars = BarMap.of(offer.piece)
    past = bars.start_of(bars.bar_at(offer.start) + PLANNED_BARS)
    end = min(past, offer.end) if offer.end else past
    return names_by_bar(chords, offer.piece, start=offer.start, end=end)


def _state_of(alternative: Alternative) -> CardState:
    if alternative.finished:
        return "ready"
    return "making" if alternative.notes else "waiting"


def _pitched(offer: Offer, notes: Placed) -> tuple[Note, ...]:
    drums = _drums(offer)
    return tuple(note for track, note in notes if track not in drums)


def _drums(offer: Offer) -> set[int]:
    return {index for index, track in enumerate(offer.piece.tracks) if track.is_drum}


def with_offered(
    score: Score, notes: Placed, *, start: int, end: int, staying: frozenset[int]
) -> Score:
    """Return a score in which offered notes replace the old ones of a span.

    In new bars the piece's pattern of meters goes on.

    Args:
        score: The score.
        notes: The offered notes with track indices; notes of missing tracks are dropped.
        start: First tick of the span.
        end: Tick after the span; 0 for no end.
        staying: Indices of tracks that keep their notes.
    """
    made = {
        index: [note for track, note in notes if track == index]
        for index in range(len(score.tracks))
        if index not in staying
    }
    return with_written(score, made, start=start, end=end or None)


def placed(offer: Offer, index: int) -> Placed:
    """Return an alternative's notes with track indices; none for the original."""
    if index == ORIGINAL:
        return ()
    return tuple((part.track, part.note) for part in offer.alternatives[index].notes)
