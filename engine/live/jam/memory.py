"""The model's memory of a jam: it follows what is played, note by note.

`JamMemory` reads a played note when its key is pressed, with a guessed length, and replaces the
guess when the key is released. To change the decoder's log it rewinds to the first id that differs
and reads on from there. Reading one bar takes a few milliseconds, so the current bar may change
with every key.
"""

from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from statistics import median
from typing import NamedTuple

from engine.generation.model import LiveModel
from engine.harmony.chords import Chord, find_chords
from engine.live.jam.bar_grid import BarGrid, moved
from engine.midi.channels.keys import Key
from engine.tokens.bar_encoding import BarEncoder, PlacedNote, last_part
from engine.tokens.encoding import declarations
from engine.tokens.parts import NO_PART, Parts
from engine.tokens.vocabulary import TokenKind
from engine.values.score import Note, Score, Track

WINDOW = 17
"""Bars of context for drawing: repeated phrases are looked for up to sixteen bars back."""

KEPT_STEPS = 1024
"""Steps that the decoder can rewind without reading again: the last minutes of a jam."""

_CHORD_BARS = 8  # bars from which chords are found
_LONGEST_BARS = 16  # notes longer than this are not looked for
_LONGEST_RING_BARS = 1  # of a note behind its key: under a pedal that is never lifted it fades
_OPEN_BARS = 2  # last bars, whose chords and guesses may still change
_DURATIONS_KEPT = 8  # last durations, whose median is the guess for a new key


_PITCHES = frozenset({TokenKind.PITCH, TokenKind.DRUM})


class HeldKey(NamedTuple):
    """A key that is down.

    Attributes:
        pitch: Pitch of its note.
        start: Tick of the press.
        velocity: Velocity of the press.
        guess: Guessed length in ticks.
    """

    pitch: int
    start: int
    velocity: int
    guess: int


class JamMemory:
    """The notes of a jam and the decoder that has read them.

    Args:
        model: The model; nothing else may use its decoder.
        grid: Bars and beats.
        tracks: The players' tracks, without notes.
        parts: The part of each track; two tracks that take turns may share one part.
        remembered: A piece to read before the jam.

    Attributes:
        grid: As given.
        parts: As given.
        latest_tick: The latest tick at which a key moved.
        first_bar: The first bar that the memory holds.
        is_read: Whether the decoder has read every note.

    Raises:
        LimitError: The model does not know the meter.
    """

    def __init__(
        self,
        model: LiveModel,
        grid: BarGrid,
        *,
        tracks: Sequence[Track],
        parts: Parts,
        remembered: Score | None = None,
    ) -> None:
        self.grid = grid
        self.parts = parts
        self.latest_tick = 0
        self.first_bar = 0
        self.is_read = True
        self._model = model
        self._tracks = tuple(tracks)
        self._encoder = self._encoding()
        self._notes: list[list[Note]] = [[] for _ in tracks]
        self._held: dict[tuple[int, Key], HeldKey] = {}
        # Tracks whose pedal is down, the notes that it holds, and how long notes were heard that
        # rang on behind their keys.
        self._pedals: set[int] = set()
        self._ringing: list[tuple[int, Note]] = []
        self._rung: dict[tuple[int, Note], int] = {}
        self._durations: deque[int] = deque([grid.beat], maxlen=_DURATIONS_KEPT)
        self._placed: dict[int, list[PlacedNote]] = {}  # released notes by bar
        self._chords: list[Chord] = []
        self._dirty = 0  # the log may differ from the notes from this bar on
        self._begins: list[int] = []  # for each bar of the log, the index of its first id
        self._endings: list[int] = []  # for each bar of the log, its last part
        self._log: list[int] = []
        self._decoder = model.decoder
        self._decoder.keep(KEPT_STEPS)
        self._remembered = remembered
        self._begin()

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids that the decoder has read."""
        return tuple(self._log)

    @property
    def note_count(self) -> int:
        """Number of notes in all tracks, with those of keys that are down."""
        return sum(map(len, self._notes)) + len(self._held)

    @property
    def chords(self) -> tuple[Chord, ...]:
        """The chords of the music, as last found by `update_chords`."""
        return tuple(self._chords)

    @property
    def held(self) -> dict[tuple[int, Key], HeldKey]:
        """The keys that are down, by track and key."""
        return dict(self._held)

    @property
    def bars(self) -> int:
        """Number of bars up to the last one in which a note begins."""
        down = (key.start for key in self._held.values())
        last = (notes[-1].start for notes in self._notes if notes)
        return 1 + max(map(self._encoder.bar_of, chain(down, last)), default=-1)

    @property
    def position(self) -> int:
        """Ticks of one position, the vocabulary's grid."""
        return max(1, self.grid.ticks_per_quarter // self._model.tokenizer.ticks_per_quarter)

    def is_drum(self, track: int) -> bool:
        """Return whether a track is a drum kit."""
        return self._tracks[track].is_drum

    def declare(self, parts: Parts) -> None:
        """Let the decoder read everything again, as a piece of other parts.

        Nothing may be drawn meanwhile.

        Args:
            parts: The part of each track; a track with notes has one.
        """
        self.parts = parts
        self._encoder = self._encoding()
        self._placed.clear()
        for track, notes in enumerate(self._notes):
            for note in notes:
                bar = self._encoder.bar_of(note.start)
                self._placed.setdefault(bar, []).append(self._placed_note(track, note))
        self._begins.clear()
        self._endings.clear()
        self._begin()
        self._change_from(0)

    def _encoding(self) -> BarEncoder:
        grid = self.grid
        return BarEncoder(
            self._model.tokenizer.vocabulary,
            ticks_per_quarter=grid.ticks_per_quarter,
            meter=grid.meter,
            bpm=grid.bpm,
            parts=self.parts,
        )

    def press(
        self, track: int, tick: float, pitch: int, velocity: int, *, key: Key | None = None
    ) -> None:
        """Add a key press.

        Args:
            track: Index of the player's track.
            tick: When.
            pitch: Pitch of the note.
            velocity: Of the press.
            key: Which key, where several may have one pitch; None for the only one.
        """
        start = max(0, round(tick))
        own = track, key or _only_key(pitch)
        if own in self._held:
            self.release(track, tick, pitch, key=key)
        self._end_ringing(track, start, pitch)
        guess = round(median(self._durations))
        self._held[own] = HeldKey(pitch, start, max(1, velocity), guess)
        self.latest_tick = max(self.latest_tick, start)
        self._change_from(self._encoder.bar_of(start))
        self._extend_guesses()

    def release(self, track: int, tick: float, pitch: int, *, key: Key | None = None) -> None:
        """Add a key release; a key that was not down is ignored."""
        held = self._held.pop((track, key or _only_key(pitch)), None)
        if held is None:
            return
        length = max(1, round(tick) - held.start)
        note = Note(held.start, held.pitch, length, held.velocity)
        self._durations.append(note.duration)
        if track in self._pedals:
            self._ringing.append((track, note))
            self._rung[track, note] = max(note.duration, held.guess)
        self._add(track, note)
        self.latest_tick = max(self.latest_tick, round(tick))
        self._extend_guesses()

    def move_pedal(self, track: int, tick: float, *, down: bool) -> None:
        """Press or lift the sustain pedal of a track: the model hears notes until it is up."""
        if down:
            self._pedals.add(track)
        else:
            self._pedals.discard(track)
            self._end_ringing(track, max(0, round(tick)))

    def release_all(self, tick: float) -> None:
        """Release every key and pedal, as when a keyboard is unplugged."""
        for track, key in list(self._held):
            self.release(track, tick, key.number, key=key)
        for track in tuple(self._pedals):
            self.move_pedal(track, tick, down=False)

    def _end_ringing(self, track: int, tick: int, pitch: int | None = None) -> None:
        """End the notes that a track's pedal holds, or those of one pitch: it is struck again."""
        ending = [
            ringing
            for ringing in self._ringing
            if ringing[0] == track and pitch in {None, ringing[1].pitch}
        ]
        for ringing in ending:
            self._ringing.remove(ringing)
            note = ringing[1]
            self._take_away(track, note)
            longest = note.duration + _LONGEST_RING_BARS * self.grid.bar
            self._rung[ringing] = min(longest, max(note.duration, tick - note.start))
            self._add(track, note)

    def add_notes(self, track: int, notes: Iterable[Note]) -> None:
        """Add notes that Segue plays."""
        for note in notes:
            self._add(track, note)

    def take_back(self, track: int, tick: int) -> None:
        """Remove a track's notes from a tick on, and cut notes that sound across it."""
        notes = self._notes[track]
        first = bisect_left(notes, tick, key=_start)
        reach = bisect_left(notes, tick - _LONGEST_BARS * self.grid.bar, key=_start)
        ringing = [note for note in notes[reach:first] if note.end > tick]
        for note in [*notes[first:], *ringing]:
            self._take_away(track, note)
        for note in ringing:
            self._add(track, replace(note, duration=tick - note.start))

    def regrid(self, since: int, at: Callable[[int], int]) -> None:
        """Move what begins at a tick or later to other ticks.

        Args:
            since: The tick.
            at: Returns the new tick of an old one; later ones stay later.
        """

        def moved(note: Note) -> Note:
            start = max(0, at(note.start))
            return replace(note, start=start, duration=max(1, at(note.end) - start))

        ringing = [(track, moved(note)) for track, note in self._ringing if note.start >= since]
        self._ringing = [one for one in self._ringing if one[1].start < since] + ringing
        for track, notes in enumerate(self._notes):
            for note in notes[bisect_left(notes, since, key=_start) :]:
                rung = self._rung.get((track, note))
                self._take_away(track, note)
                if rung is not None:
                    heard = moved(replace(note, duration=rung))
                    self._rung[track, moved(note)] = heard.duration
                self._add(track, moved(note))
        for key, held in self._held.items():
            if held.start >= since:
                start = max(0, at(held.start))
                self._held[key] = held._replace(start=start)
                self._change_from(self._encoder.bar_of(min(start, held.start)))
        if self.latest_tick >= since:
            self.latest_tick = max(0, at(self.latest_tick))
        del self._chords[bisect_left(self._chords, since, key=_tick) :]
        self._change_from(self._encoder.bar_of(max(0, min(since, at(since)))))

    def rewind(self, bar: int) -> None:
        """Remove everything that begins in a bar or later."""
        tick = bar * self.grid.bar
        self._held = {key: held for key, held in self._held.items() if held.start < tick}
        self._ringing = [ringing for ringing in self._ringing if ringing[1].start < tick]
        for track in range(len(self._tracks)):
            self.take_back(track, tick)
        del self._chords[bisect_left(self._chords, tick, key=_tick) :]
        self.latest_tick = min(self.latest_tick, tick)
        self.first_bar = min(self.first_bar, bar)
        self._change_from(bar)

    def forget_before(self, bar: int) -> None:
        """Start the memory at a bar; the score keeps the earlier bars."""
        self.first_bar = max(0, bar)
        self._change_from(0)

    def read(self, bars: int | None = None) -> int:
        """Read what was played, or its first `bars` bars; return the number of ids read."""
        self.is_read = True
        return self._bring_log_to(self.bars if bars is None else min(bars, self.bars))

    def read_until(self, tick: int, header: Sequence[int]) -> int:
        """Read what was played before a tick, so that the decoder can go on from there.

        Args:
            tick: A tick in the latest bar or later.
            header: Ids that begin the bar, for a tick on a bar line.

        Returns:
            The number of ids read.
        """
        self.is_read = True
        bar, into = divmod(tick, self.grid.bar)
        limit = self._encoder.place_of(tick)
        notes = [note for note in self._in_bar(bar) if note.place < limit]
        read = self._bring_log_to(bar)
        said = self._ids_of(bar, notes=notes, before=tick) if into else header
        self._read_bar_start(bar, said)
        return read + len(said)

    def update_chords(self) -> None:
        """Find the chords of the last bars again."""
        if not self._model.tokenizer.vocabulary.has_chords or not self.bars:
            return
        first = max(0, self.bars - _CHORD_BARS)
        cut = max(first, self.bars - _OPEN_BARS) * self.grid.bar
        offset = first * self.grid.bar
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
            self._change_from(cut // self.grid.bar)

    def window(self, first: int, *, until: int | None = None, pedalled: bool = True) -> Score:
        """Return the score from a bar on, with that bar at tick 0.

        Args:
            first: The first bar.
            until: Only notes that begin before this tick of the whole jam.
            pedalled: Whether notes are as long as the pedal made them, and not as their keys were.
        """
        begin = first * self.grid.bar

        def track(index: int, plain: Track) -> Track:
            notes: Sequence[Note] = self._notes[index]
            notes = notes[bisect_left(notes, begin, key=_start) :]
            if pedalled and self._rung:
                notes = [self._as_heard(index, note) for note in notes]
            sounding = chain(notes, self._held_notes(index))
            kept = (n for n in sounding if begin <= n.start and (until is None or n.start < until))
            return replace(plain, notes=moved(kept, -begin))

        return self.grid.score(track(index, plain) for index, plain in enumerate(self._tracks))

    def notes_since(self, track: int, tick: int) -> Sequence[Note]:
        """Return the notes of a track that begin at a tick or later and have ended, sorted."""
        notes = self._notes[track]
        return notes[bisect_left(notes, tick, key=_start) :]

    def notes_of_others(self, track: int, *, since: int, until: int) -> list[Note]:
        """Return the notes of all other tracks that begin in [since, until), sorted.

        Strokes of drums are among them only where nothing else was played.
        """

        def played(*, drums: bool) -> list[Note]:
            others = (i for i, t in enumerate(self._tracks) if i != track and t.is_drum == drums)
            notes = (note for index in others for note in self.notes_since(index, since))
            return sorted(note for note in notes if note.start < until)

        return played(drums=False) or played(drums=True)

    def score(self) -> Score:
        """Return the whole jam as a score, each note as long as its key was down."""
        return self.window(0, pedalled=False)

    def chance_of(self, track: int, tick: float, pitch: int) -> float:
        """Return the model's probability, 0 to 1, of the pitch of a key that was just pressed.

        Args:
            track: Track of the key.
            tick: Tick of the press.
            pitch: Pitch of the key, which is still down.
        """
        vocabulary = self._model.tokenizer.vocabulary
        part = self.parts.of_track[track]
        place = self._encoder.place_of(max(0, round(tick)))
        bar = place // self._encoder.bar_positions
        pitches = [note for note in self._in_bar(bar) if note[:3] <= (place, part, pitch)]
        self._bring_log_to(bar)  # a bar's ids depend on the last part of the bar before
        whole = self._ids_of(bar, notes=pitches)
        at = max(i for i, token in enumerate(whole) if vocabulary.kinds[token] in _PITCHES)
        self._read_bar_start(bar, whole[:at])
        return float(self._decoder.probabilities[whole[at]])

    def rest_share(self) -> float:
        """Return the model's probability of a rest of a beat, a bar line or the end."""
        if not self.bars:
            return 0.0
        vocabulary = self._model.tokenizer.vocabulary
        self.read()
        chances = self._decoder.probabilities
        into = self._encoder.place_of(self.latest_tick) % self._encoder.bar_positions
        beat = self._encoder.place_of(self.grid.beat)
        later = vocabulary.ids_of(TokenKind.POSITION)[into + beat :]
        rests = [vocabulary.bar, vocabulary.end, *later.tolist()]
        return float(chances[rests].sum())

    def _change_from(self, bar: int) -> None:
        self._dirty = min(self._dirty, bar)
        self.is_read = False

    def _begin(self) -> None:
        tokenizer, remembered = self._model.tokenizer, self._remembered
        first = [tokenizer.begin]
        if remembered is not None and remembered.note_count:
            first += [*tokenizer.encode(remembered).ids.tolist(), tokenizer.begin]
        first += declarations(self.parts, tokenizer.vocabulary).tolist()
        self._decoder.rewind(0)
        self._decoder.prime(first)
        self._log = first

    def _extend_guesses(self) -> None:
        """Double the guessed length of keys that are down for longer than guessed.

        A key that was pressed many bars ago keeps its guess until it is released: reading all bars
        since then again would take too long.
        """
        oldest = (self.bars - _OPEN_BARS) * self.grid.bar
        for key, held in self._held.items():
            if oldest <= held.start and held.start + held.guess < self.latest_tick:
                self._held[key] = held._replace(guess=2 * (self.latest_tick - held.start))
                self._change_from(self._encoder.bar_of(held.start))

    def _add(self, track: int, note: Note) -> None:
        insort(self._notes[track], note)
        bar = self._encoder.bar_of(note.start)
        self._placed.setdefault(bar, []).append(self._placed_note(track, note))
        self._change_from(bar)

    def _placed_note(self, track: int, note: Note) -> PlacedNote:
        return self._encoder.placed(self._as_heard(track, note), self.parts.of_track[track])

    def _as_heard(self, track: int, note: Note) -> Note:
        """Return a note as long as it rang, which the pedal may have made longer."""
        length = self._rung.get((track, note))
        return note if length is None else replace(note, duration=length)

    def _take_away(self, track: int, note: Note) -> None:
        self._notes[track].remove(note)
        bar = self._encoder.bar_of(note.start)
        self._placed[bar].remove(self._placed_note(track, note))
        if note not in self._notes[track]:
            self._rung.pop((track, note), None)
        if not self._placed[bar]:
            del self._placed[bar]
        self._change_from(bar)

    def _held_notes(self, track: int) -> Iterator[Note]:
        """Yield the notes of keys that are down, with their guessed lengths."""
        for (own, _), key in self._held.items():
            if own == track:
                yield Note(key.start, key.pitch, max(1, key.guess), key.velocity)

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
        first = max(0, bisect_right(self._chords, bar * self.grid.bar, key=_tick) - 1)
        last = None if before is None else bisect_left(self._chords, before, key=_tick)
        chords = self._chords[first:last]
        playing = self._endings[bar - 1] if bar else NO_PART
        notes = self._in_bar(bar) if notes is None else notes
        return self._encoder.ids(bar, notes, chords=chords, playing=playing)

    def _read_bar_start(self, bar: int, said: Sequence[int]) -> None:
        """Read the beginning of a bar; the next `_bring_log_to` replaces it where it differs."""
        self._begins.append(len(self._log))
        self._endings.append(self._endings[-1] if self._endings else NO_PART)
        self._dirty = min(self._dirty, bar)
        self._decoder.prime(said)
        self._log += said

    def _bring_log_to(self, bars: int) -> int:
        """Make the log hold exactly the first bars; return the number of ids read."""
        first = min(self._dirty, bars, len(self._begins))
        begin = self._begins[first] if first < len(self._begins) else len(self._log)
        del self._begins[first:], self._endings[first:]
        wanted: list[int] = []
        for bar in range(first, bars):
            self._begins.append(begin + len(wanted))
            wanted += self._ids_of(bar) if bar >= self.first_bar else ()
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


def _only_key(pitch: int) -> Key:
    return Key("", 0, pitch)


def _start(note: Note) -> int:
    return note.start


def _tick(chord: Chord) -> int:
    return chord.tick


def _name(chord: Chord) -> tuple[int, str]:
    return chord.root, chord.quality
