"""Makes the ids that the model reads before a continuation. Pure, no model.

The prompt ends where the bar of the start ends or begins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.ground.errors import EmptyMusicError
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import harmony_of
from engine.request import TrackRole
from engine.tokens.encoding import Encoded, declarations
from engine.tokens.parts import Parts
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.score import Score
from engine.values.time import BarMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The ids that the model reads first.

    Attributes:
        ids: Begin; if another piece is remembered, its ids and begin again; then the parts of this
            piece and its music up to the start.
        declared: Index into `ids` of the first id that declares this piece's parts.
        bars: Index into `ids` of the first id of each bar of this piece that is read.
        numbers: The number in the piece of each of these bars, in the order of reading.
        first_bar: Bar of the piece in which the continuation begins.
        inside: Whether that bar has begun: the start is not at its bar line.
        since_bar: The first bar of the piece that is read.
        block: Index into `ids` of the music that is continued: this piece's music, or the first
            of the bars that were moved to the end.
        before: The ids before the start in the piece's own order, where all of them were read.
    """

    ids: tuple[int, ...]
    declared: int
    bars: tuple[int, ...]
    numbers: tuple[int, ...]
    first_bar: int
    inside: bool
    block: int
    since_bar: int = 0
    before: tuple[int, ...] = ()


def audible(score: Score, roles: Sequence[TrackRole], *, until: int, since: int = 0) -> Score:
    """Return the notes that the model reads: no ignored track, no note outside [since, until).

    A note that rings on past the end keeps its length, as in training.
    """
    return replace(
        score,
        tracks=tuple(
            replace(
                track,
                notes=()
                if role == "ignore"
                else tuple(note for note in track.notes if since <= note.start < until),
                controls=tuple(c for c in track.controls if since <= c.tick < until),
            )
            for track, role in zip(score.tracks, roles, strict=True)
        ),
    )


def prompt_of(
    score: Score,
    roles: Sequence[TrackRole],
    *,
    start: int,
    remember: Score | None,
    tokenizer: Tokenizer,
    parts: Parts,
    since: int = 0,
    written: Sequence[Chord] = (),
) -> Prompt:
    """Return the prompt of a continuation.

    Args:
        score: The piece.
        roles: One for each track.
        start: Tick at which the continuation begins.
        remember: Another piece that is read before this one, or None.
        tokenizer: The model's tokenizer.
        parts: The part of each track.
        since: Tick of a bar line before which nothing is read.
        written: Chords of the chord track, which the prompt emits.

    Raises:
        EmptyMusicError: There is nothing to read and no track to write.
        LimitError: The piece is longer than Segue takes.
    """
    if "write" not in roles:
        _refuse(score)
    bar_map = BarMap.of(score)
    first_bar = bar_map.bar_at(start)
    since_bar = min(bar_map.bar_at(max(0, since)), first_bar)
    begin = tokenizer.begin
    declared = (begin, *(*_ids(remember, tokenizer), begin)) if remember else (begin,)
    before = (*declared, *declarations(parts, tokenizer.vocabulary).tolist())
    prompt = Prompt(
        ids=before,
        declared=len(declared),
        bars=(),
        numbers=(),
        first_bar=first_bar,
        inside=bar_map.start_of(first_bar) < start,
        block=len(before),
        since_bar=since_bar,
    )
    if first_bar + prompt.inside == since_bar:
        return prompt
    music = audible(score, roles, until=start, since=bar_map.start_of(since_bar))
    chords = None
    if written or prompt.inside:
        # Chords after a start inside a bar are emitted while the bar is written.
        chords = tuple(chord for chord in harmony_of(music, written) if chord.tick < start)
    if prompt.inside:
        chords = _of_sounding_bar(chords or (), music, bar_map.start_of(first_bar))
    bars = first_bar + prompt.inside
    return _with_music(prompt, tokenizer.encode(music, bars=bars, parts=parts, chords=chords))


def _of_sounding_bar(chords: Sequence[Chord], music: Score, line: int) -> tuple[Chord, ...]:
    """Return the chords without the silence after the last note of a bar that is not over.

    A model that reads there that no chord sounds writes a bar of rest to its end.

    Args:
        chords: Of the music, ascending.
        music: Up to the place inside the bar.
        line: Tick of the bar line before that place.
    """
    last = max((t.notes[-1].start for t in music.tracks if t.notes), default=0)
    return tuple(c for c in chords if c.root >= 0 or c.tick <= max(line, last))


def _with_music(prompt: Prompt, encoded: Encoded) -> Prompt:
    """Return a prompt of declarations with the bars of the piece that lie before the start.

    Args:
        prompt: Without bars.
        encoded: The piece's music before the start.
    """
    since, until, places = prompt.since_bar, prompt.first_bar + prompt.inside, encoded.bars
    begin = int(places[since])
    # The encoder adds bars beyond the start for a note that rings on; these are not read.
    end = int(places[until]) if until < len(places) else len(encoded.ids)
    return replace(
        prompt,
        ids=(*prompt.ids, *encoded.ids[begin:end].tolist()),
        bars=tuple(prompt.block + int(index) - begin for index in places[since:until]),
        numbers=tuple(range(since, until)),
    )


def last_bar(ids: Sequence[int], vocabulary: Vocabulary) -> int:
    """Return the index of the last Bar id; the number of ids without one."""
    bars = np.flatnonzero(vocabulary.kinds[np.array(ids)] == TokenKind.BAR)
    return int(bars[-1]) if len(bars) else len(ids)


def _ids(score: Score, tokenizer: Tokenizer) -> list[int]:
    return [int(token) for token in tokenizer.encode(score).ids]


def _refuse(score: Score) -> None:
    if score.note_count:
        raise EmptyMusicError(
            "No track is set to Write, so there is nowhere to put new notes.",
            hint="Click the role of a track until it says Write.",
        )
    raise EmptyMusicError(
        "There is nothing to continue yet.",
        hint="Play or drop a few bars, or start from silence.",
    )
