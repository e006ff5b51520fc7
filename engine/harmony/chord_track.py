"""The chords that are written over a piece: text events of its ruler, as any program shows them.

A chord is a value with a tick; the track of them is part of the piece as its other text is, so that
it is saved, cut, moved and exported with it. The last chord holds up to the end of its
bar. Later bars have no chord.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.ground.errors import LimitError, SegueError
from engine.harmony.chord_symbols import Chord, chord_name, parse_chord, pitch_classes
from engine.harmony.chords import beats_in_bar, find_chords
from engine.harmony.homes import home_between
from engine.harmony.keys import fifths_at
from engine.values.score import Note, Other, Score
from engine.values.texts import decode_text
from engine.values.time import BarMap

# A chord on each beat of 1,000 bars of 4/4; a damaged file must not fill the lane.
MOST_CHORDS = 4_000
# Beats in which chords are looked for at most: 0.6 s of work for the window's thread. They are
# 10,000 bars of 4/4; long rests and held notes count for a few bars.
MOST_BEATS = 40_000
_TEXT = 0x01
_A_BEAT = 2  # chords of a beat, at most
_KEY_BARS = 16  # before a chord, by which it is spelled
_LONGEST = 24  # characters of a chord's name: longer texts are none
_ASCII = str.maketrans({"♭": "b", "♯": "#"})
_REPEAT = "%"
# Of block chords: E below the bass staff's, G below middle C.
_LOWEST_BASS, _LOWEST_VOICE = 40, 55
_BLOCK_VELOCITY = 70


def written_chords(score: Score) -> tuple[Chord, ...]:
    """Return the chords that are written over a piece, ascending; none where nobody wrote any.

    Texts that name chords are chords, unless they are letters for its parts: A, B, C ….
    """
    found = [(other, chord) for other in score.others if (chord := _named(other)) is not None]
    if _are_letters([other for other, _ in found]):
        return ()
    return tuple(sorted({chord.tick: chord for _, chord in found}.values()))


def with_chords(score: Score, chords: Iterable[Chord]) -> Score:
    """Return a piece with these chords written over it, in place of those that were.

    Raises:
        LimitError: There are too many.
    """
    texts = [chord_text(chord) for chord in sorted(chords)]
    if texts and _are_letters(texts):
        # A/A is the same chord, and no letter of a part.
        texts[0] = replace(texts[0], data=texts[0].data + b"/" + texts[0].data)
    if len(texts) > MOST_CHORDS:
        raise LimitError("A piece has at most {most_chords:,} chords.", most_chords=MOST_CHORDS)
    rest = score.others
    if written_chords(score):
        rest = tuple(other for other in rest if _named(other) is None)
    others = sorted((*rest, *texts), key=lambda other: other.tick)
    return replace(score, others=tuple(others))


def _are_letters(texts: Sequence[Other]) -> bool:
    """Return whether texts are the letters of a piece's parts: A, B, C …."""
    names = [decode_text(other.data) for other in texts]
    return names == [chr(ord("A") + index) for index in range(len(names))]


def chord_text(chord: Chord) -> Other:
    """Return the text event that writes a chord over a piece."""
    return Other(chord.tick, _TEXT, chord_name(chord).translate(_ASCII).encode())


def _named(other: Other) -> Chord | None:
    if other.kind != _TEXT or not 0 < len(other.data) <= _LONGEST:
        return None
    # Words of a song that is sung from the screen are texts, too: most have a space before them.
    if other.data != other.data.strip():
        return None
    try:
        return parse_chord(decode_text(other.data), tick=other.tick)
    except SegueError:
        return None


def typed_chords(text: str, score: Score, *, first_bar: int = 0) -> tuple[Chord, ...]:
    """Return the chords that somebody typed: one a bar, or bars divided by `|`.

    `Dm7 G13 Cmaj7` are three bars; `Dm7 G13 | Cmaj7` are two, of which the first changes in its
    middle, and `Dm7 G13 |` is one. `%` is the bar before once more.

    Args:
        text: Chord symbols.
        score: Whose bars they are written over.
        first_bar: Where they begin, from 0.

    Raises:
        SegueError: One of them is no chord, or there is none.
        LimitError: More in a bar than two a beat.
    """
    bars = [bar.split() for bar in text.strip().strip("|").split("|")]
    if "|" not in text:
        bars = [[word] for word in bars[0]]
    if not any(bars):
        raise SegueError("There are no chords in this.", hint="Write them like Dm7 G13 | Cmaj7.")
    return tuple(_placed(bars, score, first_bar))


def _placed(bars: Sequence[Sequence[str]], score: Score, first_bar: int) -> Iterator[Chord]:
    places = BarMap.of(score)
    before: Sequence[str] = ()
    for number, said in enumerate(bars, first_bar):
        words = before if list(said) == [_REPEAT] else said
        before = words
        start, end = places.start_of(number), places.start_of(number + 1)
        meter = places.signature_at(start)
        beats = beats_in_bar(meter.numerator, meter.denominator, score.ticks_per_quarter)
        most = _A_BEAT * len(beats)
        if len(words) > most:
            raise LimitError(
                "Bar {number} has {words} chords; in {numerator}/{denominator} a bar holds at "
                "most {most}.",
                number=number + 1,
                words=len(words),
                numerator=meter.numerator,
                denominator=meter.denominator,
                most=most,
            )
        for index, word in enumerate(words):
            yield parse_chord(word, tick=start + index * (end - start) // len(words))


def fifths_before(score: Score, tick: int) -> int | None:
    """Return the sharps or flats by which chords from a tick on are named.

    They are those of the key signature that holds there, or else of the home of the bars before;
    None where neither says any.
    """
    written = fifths_at(score.key_signatures, tick)
    if written is not None:
        return written
    bars = BarMap.of(score)
    since = bars.start_of(max(0, bars.bar_at(tick) - _KEY_BARS))
    home = home_between(score, since, tick)
    return home.fifths if home else None


def names_by_bar(chords: Iterable[Chord], score: Score, *, start: int, end: int) -> tuple[str, ...]:
    """Return, for each bar in [start, end), the names of the chords that begin in it.

    They stand as one types them: several of a bar have a space between, and a bar in which none
    begins is empty. They are spelled in the key before the start.
    """
    bars, fifths = BarMap.of(score), fifths_before(score, start)
    first, past = bars.bar_at(start), bars.bars_until(end)
    names: list[list[str]] = [[] for _ in range(first, past)]
    for chord in chords:
        if first <= (bar := bars.bar_at(chord.tick)) < past:
            names[bar - first].append(chord_name(chord, fifths))
    return tuple(" ".join(each) for each in names)


def end_of(chords: Sequence[Chord], score: Score) -> int:
    """Return the tick up to which a track of chords says something; 0 where it is empty."""
    if not chords:
        return 0
    bars = BarMap.of(score)
    return bars.start_of(bars.bar_at(chords[-1].tick) + 1)


def heard_chords(score: Score) -> tuple[Chord, ...]:
    """Return the chords that a piece has, to be written over it.

    Raises:
        SegueError: It has none.
        LimitError: It is too long to be searched while somebody waits.
    """
    chords = find_chords(score, most_beats=MOST_BEATS)
    if all(chord.root < 0 for chord in chords):
        raise SegueError(
            "There are no chords to be heard in this piece.",
            hint="Type them, or write a few notes first.",
        )
    return chords


def harmony_of(score: Score, written: Sequence[Chord]) -> tuple[Chord, ...]:
    """Return the chords of a piece: those that are written over it, elsewhere those it has.

    Args:
        score: The piece.
        written: Over it, ascending.
    """
    found = find_chords(score)
    if not written:
        return found
    first, end = written[0].tick, end_of(written, score)
    before = [chord for chord in found if chord.tick < first]
    after = [chord for chord in found if chord.tick >= end]
    at_end = chord_at(found, end)
    resumed = [replace(at_end, tick=end)] if not after or after[0].tick > end else []
    return (*before, *written, *resumed, *after)


def block_chords(chords: Sequence[Chord], score: Score) -> tuple[Note, ...]:
    """Return a track of chords as it is played with full hands: the bass below, the rest above it.

    Args:
        chords: Ascending; where there is none it is silent.
        score: Whose bars they are written over.
    """
    ends = (*(chord.tick for chord in chords[1:]), end_of(chords, score))
    return tuple(
        Note(chord.tick, pitch, end - chord.tick, _BLOCK_VELOCITY)
        for chord, end in zip(chords, ends, strict=True)
        for pitch in _voiced(chord)
    )


def _voiced(chord: Chord) -> tuple[int, ...]:
    """Return the pitches of a chord, ascending; voices above the bass stay where they are."""
    if chord.root < 0:
        return ()
    above = sorted(_LOWEST_VOICE + (tone - _LOWEST_VOICE) % 12 for tone in pitch_classes(chord))
    return (_LOWEST_BASS + (chord.bass - _LOWEST_BASS) % 12, *above)


def chord_at(chords: Sequence[Chord], tick: int) -> Chord:
    """Return the chord that holds at a tick; none before the first."""
    return next((chord for chord in reversed(chords) if chord.tick <= tick), Chord(0))


def transposed(chords: Iterable[Chord], semitones: int) -> tuple[Chord, ...]:
    """Return chords as they are in another key.

    Args:
        chords: Any; those that are none stay.
        semitones: Up, or down where it is negative.
    """
    return tuple(
        chord
        if chord.root < 0
        else replace(chord, root=(chord.root + semitones) % 12, bass=(chord.bass + semitones) % 12)
        for chord in chords
    )
