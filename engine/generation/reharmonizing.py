"""Computes the likelihood of chords over a tune; each chord comes before the tune, as in training.

A model whose steps have chords reads the piece up to the range, then each chord and the tune under
it. The other tracks are silent there, because they would suggest the old chord.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from engine.generation.draw import MusicGenerator
from engine.generation.reading.prompt import prompt_of
from engine.ground.cancelling import Cancelled, never
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import written_chords
from engine.request import same_role
from engine.tokens.parts import parts_of
from engine.values.score import Score, Track
from engine.values.time import BarMap


def chord_likelihoods(
    generator: MusicGenerator,
    score: Score,
    chords: Sequence[Chord],
    *,
    tune: int,
    start: int,
    end: int,
    cancelled: Cancelled = never,
) -> tuple[float, ...]:
    """Return the log-likelihood (natural logarithm) of each chord with the tune under it.

    Args:
        generator: The generator of the model.
        score: The piece.
        chords: At least one; their ticks do not matter.
        tune: The track that is read in the range; where it is silent, all tracks are read.
        start: Tick where the chord would begin.
        end: Tick where it would end.
        cancelled: Called before each block that is read; True stops.

    Returns:
        One for each chord; empty if the model has no chords, or if cancelled.

    Raises:
        LimitError: The piece is longer than Segue takes.
    """
    if not generator.model.tokenizer.vocabulary.has_chords or not chords:
        return ()
    piece = _with_tune_alone(score, tune, start=start, end=end)
    ways = [_ids(generator, piece, chord, start=start, end=end) for chord in chords]
    shared = sum(1 for _ in takewhile(lambda ids: len(set(ids)) == 1, zip(*ways, strict=False)))
    # One chord alone, or equal ones: something is to be judged.
    shared = min(shared, *(len(ids) - 1 for ids in ways))
    left = [ids[shared:] for ids in ways]
    return generator.likelihoods(ways[0][:shared], left, cancelled=cancelled)


def _ids(
    generator: MusicGenerator, score: Score, chord: Chord, *, start: int, end: int
) -> tuple[int, ...]:
    """Return the ids of a piece up to the end of the range, with this chord over the range."""
    tokenizer, bars = generator.model.tokenizer, BarMap.of(score)
    rest = [other for other in written_chords(score) if not start <= other.tick < end]
    return prompt_of(
        score,
        same_role("write", len(score.tracks)),
        start=bars.start_of(bars.bars_until(end)),
        remember=None,
        tokenizer=tokenizer,
        parts=parts_of(score, most=tokenizer.vocabulary.part_count),
        written=tuple(sorted((*rest, replace(chord, tick=start)))),
    ).ids


def _with_tune_alone(score: Score, tune: int, *, start: int, end: int) -> Score:
    if not (tune < len(score.tracks) and _sounds(score.tracks[tune], start, end)):
        return score
    return replace(
        score,
        tracks=tuple(
            track if index == tune else track.with_part((), start=start, end=end)
            for index, track in enumerate(score.tracks)
        ),
    )


def _sounds(track: Track, start: int, end: int) -> bool:
    return not track.is_drum and any(n.start < end and n.end > start for n in track.notes)
