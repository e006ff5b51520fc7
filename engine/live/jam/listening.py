"""The model's memory follows what is played, note by note.

A played note is in the memory with its press: its length is then a guess, which is taken back when
the key is released. The log is brought from what it holds to what is to be held by going back to
where the two differ and reading on from there; a bar is read in a few milliseconds, so the bar that
is being played may change as often as it likes.
"""

from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from statistics import median
from typing import NamedTuple

from engine.generation.model import LiveModel
from engine.live.jam.ruler import Ruler, moved
from engine.music.chords import Chord, find_chords
from engine.music.score import Note, Score, Track
from engine.tokens.bar_encoding import BarEncoder, PlacedNote, last_part
from engine.tokens.encoding import declarations
from engine.tokens.parts import NO_PART, Parts
from engine.tokens.vocabulary import TokenKind

WINDOW = 17
"""Bars that are looked at when something is drawn: phrases look back sixteen."""

KEPT_STEPS = 1024
"""Steps of the log that can be gone back to at once: what a jam needs of it is its last minutes."""

_CHORD_BARS = 8
_LONGEST_BARS = 16
_OPEN_BARS = 2
_USUAL_OF = 8


_PITCHES = frozenset({TokenKind.PITCH, TokenKind.DRUM})


class Held(NamedTuple):
    """A key that is down.

    Attributes:
        start: Tick of the press.
        velocity: Of the press.
        guess: Ticks that it is thought to last.
    """

    start: int
    velocity: int
    guess: int


class Listening:
    """What was played, and a model that has read it.

    Args:
        model: Nobody else may use its decoder.
        ruler: What bars are.
        tracks: Who plays what, without notes; the model tells them apart by `parts`.
        parts: Which track is which part: two tracks that take turns may be one part.
        remembered: A piece that is read first.

    Attributes:
        ruler: As given.
        parts: As given.
        reached: The latest tick that a key was heard at.
        forgotten: The first bar that the memory holds.
        is_read: Whether nothing was played since the log was read.

    Raises:
        LimitError: The model knows no such meter.
    """

    def __init__(
        self,
        model: LiveModel,
        ruler: Ruler,
        *,
        tracks: Sequence[Track],
        parts: Parts,
        remembered: Score | None = None,
    ) -> None:
        self.ruler = ruler
        self.parts = parts
        self.reached = 0
        self.forgotten = 0
        self.is_read = True
        self._model = model
        self._tracks = tuple(tracks)
        self._encoder = BarEncoder(
            model.tokenizer.vocabulary,
            ticks_per_quarter=ruler.ticks_per_quarter,
            meter=ruler.meter,
            bpm=ruler.bpm,
            parts=parts,
        )
        self._notes: list[list[Note]] = [[] for _ in tracks]
        self._held: dict[tuple[int, int], Held] = {}
        self._usual: deque[int] = deque([ruler.beat], maxlen=_USUAL_OF)
        self._placed: dict[int, list[PlacedNote]] = {}  # by bar, what is released
        self._chords: list[Chord] = []
        self._dirty = 0  # from this bar on the log may differ from what was played
        self._begins: list[int] = []  # for each bar of the log, its first id's index
        self._endings: list[int] = []  # for each bar of the log, the part it ends with
        self._log: list[int] = []
        self._decoder = model.decoder
        self._decoder.keep(KEPT_STEPS)
        self._begin(remembered)

    @property
    def ids(self) -> tuple[int, ...]:
        """What the log holds."""
        return tuple(self._log)

    @property
    def note_count(self) -> int:
        """Notes of all tracks, those of keys that are down included."""
        return sum(map(len, self._notes)) + len(self._held)

    @property
    def chords(self) -> tuple[Chord, ...]:
        """The chords of what was played, as they are said."""
        return tuple(self._chords)

    @property
    def held(self) -> dict[tuple[int, int], Held]:
        """The keys that are down, by track and pitch."""
        return dict(self._held)

    @property
    def bars(self) -> int:
        """Bars up to the last that anything begins in."""
        down = (key.start for key in self._held.values())
        last = (notes[-1].start for notes in self._notes if notes)
        return 1 + max(map(self._encoder.bar_of, chain(down, last)), default=-1)

    @property
    def position(self) -> int:
        """Ticks of a position, in which all that is read and drawn stands."""
        return max(1, self.ruler.ticks_per_quarter // self._model.tokenizer.ticks_per_quarter)

    def is_drum(self, track: int) -> bool:
        """Return whether a track is a drum kit."""
        return self._tracks[track].is_drum

    def press(self, track: int, tick: float, pitch: int, velocity: int) -> None:
        """Hear a key go down."""
        start = max(0, round(tick))
        if (track, pitch) in self._held:
            self.release(track, tick, pitch)
        self._held[track, pitch] = Held(start, max(1, velocity), round(median(self._usual)))
        self.reached = max(self.reached, start)
        self._change_from(self._encoder.bar_of(start))
        self._guess_again()

    def release(self, track: int, tick: float, pitch: int) -> None:
        """Hear a key go up; one that was not down is passed over."""
        key = self._held.pop((track, pitch), None)
        if key is None:
            return
        note = Note(key.start, pitch, max(1, round(tick) - key.start), key.velocity)
        self._usual.append(note.duration)
        self._add(track, note)
        self.reached = max(self.reached, round(tick))
        self._guess_again()

    def release_all(self, tick: float) -> None:
        """Let every key go: of a keyboard that is gone nobody will hear an end."""
        for track, pitch in list(self._held):
            self.release(track, tick, pitch)

    def say(self, track: int, notes: Iterable[Note]) -> None:
        """Take notes that Segue plays as played."""
        for note in notes:
            self._add(track, note)

    def unsay(self, track: int, tick: int) -> None:
        """Take notes of a track from a tick on back, and end there what would ring on."""
        notes = self._notes[track]
        first = bisect_left(notes, tick, key=_start)
        reach = bisect_left(notes, tick - _LONGEST_BARS * self.ruler.bar, key=_start)
        ringing = [note for note in notes[reach:first] if note.end > tick]
        for note in [*notes[first:], *ringing]:
            self._take_away(track, note)
        for note in ringing:
            self._add(track, replace(note, duration=tick - note.start))

    def rewind(self, bar: int) -> None:
        """Take back all that begins from a bar on; the memory is that of then."""
        tick = bar * self.ruler.bar
        self._held = {key: held for key, held in self._held.items() if held.start < tick}
        for track in range(len(self._tracks)):
            self.unsay(track, tick)
        del self._chords[bisect_left(self._chords, tick, key=_tick) :]
        self.reached = min(self.reached, tick)
        self.forgotten = min(self.forgotten, bar)
        self._change_from(bar)

    def forget_before(self, bar: int) -> None:
        """Let the memory begin with a bar; what was played before stays played."""
        self.forgotten = max(0, bar)
        self._change_from(0)

    def read(self, bars: int | None = None) -> int:
        """Bring the log to what was played, or to its first bars; return how many ids were read."""
        self.is_read = True
        return self._hold(self.bars if bars is None else min(bars, self.bars))

    def read_until(self, tick: int, header: Sequence[int]) -> int:
        """Bring the log to what was played before a tick: what goes on from there is drawn next.

        Args:
            tick: From the latest bar on.
            header: What the bar begins with where the tick is at its line.
        """
        self.is_read = True
        bar, into = divmod(tick, self.ruler.bar)
        limit = self._encoder.place_of(tick)
        notes = [note for note in self._in_bar(bar) if note.place < limit]
        read = self._hold(bar)
        said = self._ids_of(bar, notes=notes, before=tick) if into else header
        self._say_of_bar(bar, said)
        return read + len(said)

    def settle(self) -> None:
        """Find the chords of the last bars anew."""
        if not self._model.tokenizer.vocabulary.has_chords or not self.bars:
            return
        first = max(0, self.bars - _CHORD_BARS)
        cut = max(first, self.bars - _OPEN_BARS) * self.ruler.bar
        offset = first * self.ruler.bar
        found = [
            replace(chord, tick=chord.tick + offset) for chord in find_chords(self.window(first))
        ]
        before = self._chords[: bisect_left(self._chords, cut, key=_tick)]
        held = [chord for chord in found if chord.tick <= cut][-1:]
        after = [chord for chord in found if chord.tick > cut]
        if held and (not before or _name(before[-1]) != _name(held[0])):
            before.append(replace(held[0], tick=cut))
        if self._chords != [*before, *after]:
            self._chords = [*before, *after]
            self._change_from(cut // self.ruler.bar)

    def window(self, first: int, *, until: int | None = None) -> Score:
        """Return what was played from a bar on, as if that bar were the first.

        Args:
            first: The bar.
            until: Tick (of the whole) before which what is returned begins.
        """
        begin = first * self.ruler.bar

        def track(index: int, plain: Track) -> Track:
            notes = self._notes[index]
            sounding = chain(
                notes[bisect_left(notes, begin, key=_start) :], self._held_notes(index)
            )
            kept = (n for n in sounding if begin <= n.start and (until is None or n.start < until))
            return replace(plain, notes=moved(kept, -begin))

        return self.ruler.score(track(index, plain) for index, plain in enumerate(self._tracks))

    def score(self) -> Score:
        """Return all that was played."""
        return self.window(0)

    def chance_of(self, track: int, tick: float, pitch: int) -> float:
        """Return how likely the model finds this pitch where a key was just pressed.

        Args:
            track: Whose key.
            tick: Where it was pressed.
            pitch: Of the key, which is down.
        """
        vocabulary = self._model.tokenizer.vocabulary
        part = self.parts.of_track[track]
        place = self._encoder.place_of(max(0, round(tick)))
        bar = place // self._encoder.bar_positions
        pitches = [note for note in self._in_bar(bar) if note[:3] <= (place, part, pitch)]
        self._hold(bar)  # what is said of a bar depends on who played last before it
        whole = self._ids_of(bar, notes=pitches)
        at = max(i for i, token in enumerate(whole) if vocabulary.kinds[token] in _PITCHES)
        self._say_of_bar(bar, whole[:at])
        return float(self._decoder.probabilities[whole[at]])

    def rest_share(self) -> float:
        """Return how likely the model finds a beat of rest, a bar line or the end to come now."""
        if not self.bars:
            return 0.0
        vocabulary = self._model.tokenizer.vocabulary
        self.read()
        chances = self._decoder.probabilities
        into = self._encoder.place_of(self.reached) % self._encoder.bar_positions
        beat = self._encoder.place_of(self.ruler.beat)
        later = vocabulary.ids_of(TokenKind.POSITION)[into + beat :]
        rests = [vocabulary.bar, vocabulary.end, *later.tolist()]
        return float(chances[rests].sum())

    def _change_from(self, bar: int) -> None:
        self._dirty = min(self._dirty, bar)
        self.is_read = False

    def _begin(self, remembered: Score | None) -> None:
        tokenizer = self._model.tokenizer
        first = [tokenizer.begin]
        if remembered is not None and remembered.note_count:
            first += [*tokenizer.encode(remembered).ids.tolist(), tokenizer.begin]
        first += declarations(self.parts, tokenizer.vocabulary).tolist()
        self._decoder.rewind(0)
        self._decoder.prime(first)
        self._log = first

    def _guess_again(self) -> None:
        """Think that keys which are down longer than was thought last twice as long.

        Where that is many bars ago the guess stays until the key goes up: reading all that came
        since would take longer than a note has.
        """
        oldest = (self.bars - _OPEN_BARS) * self.ruler.bar
        for key, held in self._held.items():
            if oldest <= held.start and held.start + held.guess < self.reached:
                self._held[key] = held._replace(guess=2 * (self.reached - held.start))
                self._change_from(self._encoder.bar_of(held.start))

    def _add(self, track: int, note: Note) -> None:
        insort(self._notes[track], note)
        bar = self._encoder.bar_of(note.start)
        placed = self._encoder.placed(note, self.parts.of_track[track])
        self._placed.setdefault(bar, []).append(placed)
        self._change_from(bar)

    def _take_away(self, track: int, note: Note) -> None:
        self._notes[track].remove(note)
        bar = self._encoder.bar_of(note.start)
        self._placed[bar].remove(self._encoder.placed(note, self.parts.of_track[track]))
        if not self._placed[bar]:
            del self._placed[bar]
        self._change_from(bar)

    def _held_notes(self, track: int) -> Iterator[Note]:
        """Yield the notes of keys that are down, as long as they are thought to last."""
        for (own, pitch), key in self._held.items():
            if own == track:
                yield Note(key.start, pitch, max(1, key.guess), key.velocity)

    def _in_bar(self, bar: int) -> list[PlacedNote]:
        held = (
            self._encoder.placed(note, self.parts.of_track[track])
            for track in range(len(self._tracks))
            for note in self._held_notes(track)
        )
        begun = (note for note in held if note.place // self._encoder.bar_positions == bar)
        return [*self._placed.get(bar, ()), *begun]

    def _ids_of(
        self, bar: int, *, notes: Sequence[PlacedNote] | None = None, before: int | None = None
    ) -> tuple[int, ...]:
        """Return the ids of a bar, or of its beginning: these notes, chords before a tick."""
        first = max(0, bisect_right(self._chords, bar * self.ruler.bar, key=_tick) - 1)
        last = None if before is None else bisect_left(self._chords, before, key=_tick)
        chords = self._chords[first:last]
        playing = self._endings[bar - 1] if bar else NO_PART
        notes = self._in_bar(bar) if notes is None else notes
        return self._encoder.ids(bar, notes, chords=chords, playing=playing)

    def _say_of_bar(self, bar: int, said: Sequence[int]) -> None:
        """Read the beginning of a bar, which the next reading compares with the whole one."""
        self._begins.append(len(self._log))
        self._endings.append(self._endings[-1] if self._endings else NO_PART)
        self._dirty = min(self._dirty, bar)
        self._decoder.prime(said)
        self._log += said

    def _hold(self, bars: int) -> int:
        """Bring the log to the first so many bars; return how many ids were read."""
        first = min(self._dirty, bars, len(self._begins))
        begin = self._begins[first] if first < len(self._begins) else len(self._log)
        del self._begins[first:], self._endings[first:]
        wanted: list[int] = []
        for bar in range(first, bars):
            self._begins.append(begin + len(wanted))
            wanted += self._ids_of(bar) if bar >= self.forgotten else ()
            notes = self._in_bar(bar)
            before = self._endings[-1] if self._endings else NO_PART
            self._endings.append(last_part(notes) if notes else before)
        pairs = zip(self._log[begin:], wanted, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        self._decoder.rewind(begin + same)
        self._decoder.prime(wanted[same:])
        self._log[begin:] = wanted
        self._dirty = bars
        return len(wanted) - same


def _start(note: Note) -> int:
    return note.start


def _tick(chord: Chord) -> int:
    return chord.tick


def _name(chord: Chord) -> tuple[int, str]:
    return chord.root, chord.quality
