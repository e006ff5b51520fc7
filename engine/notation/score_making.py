"""Makes a `Score` of written music: repeats and signs are played, places become ticks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import lcm

from engine.form.quarters import simplified
from engine.form.tempo_words import TempoChange
from engine.form.unfolding import PlayedMeasure, Signs, in_order, unfolded
from engine.form.way import written_bars
from engine.ground.errors import LimitError
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import MOST_CHORDS, with_chords
from engine.midi.file.span import Limits
from engine.notation.instruments import part_name
from engine.notation.kept_spelling import (
    Spellings,
    sounding_spelling,
    with_kept_spellings,
)
from engine.notation.lyrics import verse_event
from engine.notation.playing import PlayedNote, WrittenNote, played
from engine.notation.read_parts import ReadMeasure, ReadNote, ReadPart
from engine.notation.told_tempos import with_told_tempos
from engine.values.mark_kinds import STRIKE, Mark, in_words
from engine.values.ranges import FASTEST_BPM, SLOWEST_BPM
from engine.values.score import (
    TICKS_PER_QUARTER,
    Control,
    Direction,
    KeySignature,
    Note,
    Score,
    Tempo,
    TimeSignature,
    Track,
)
from engine.values.time import DEFAULT_BPM

# Turns of measures times parts; the longest symphony has a tenth of it.
_MOST_TURNS = 4_000_000
_FINEST_METER = 64
# The most ticks of a quarter that a MIDI file can have.
MOST_TICKS = 32_767
# Factors by which the usual grid becomes coarser for fractions that do not go into it.
_GRID_DIVISORS = (1, 2, 4, 5, 10, 20, 40, 80, 160, 480)


def score_of(
    parts: Sequence[ReadPart],
    *,
    title: str,
    repeats: bool,
    limits: Limits,
    ticks: int = 0,
    sections: Sequence[range] = (),
) -> Score:
    """Return what sounds of some parts.

    Args:
        parts: As they were read.
        title: The piece's name.
        repeats: Whether repeats are played; else each measure comes once.
        limits: The most that is taken.
        ticks: Of a quarter; 0 finds a grid on which the notes stand exactly.
        sections: The measures of its sections in the order in which they are played, each with
            its own repeats; none plays the measures as they stand.

    Raises:
        LimitError: It is larger than Segue reads.
    """
    ruler = _Ruler(parts)
    turns = _turns(ruler, sections, limits) if repeats else in_order(ruler.count)
    if len(turns) * len(parts) > _MOST_TURNS:
        raise LimitError(
            "Its {parts:,} parts have {turns:,} measures to play each.",
            parts=len(parts),
            turns=len(turns),
        )
    _refuse_too_many(parts, turns, limits)
    quarter = ticks or ticks_per_quarter(parts)
    return _ScoreMaker(parts, ruler, turns, limits, quarter=quarter).score(title)


def _turns(ruler: "_Ruler", sections: Sequence[range], limits: Limits) -> tuple[PlayedMeasure, ...]:
    """Return the measures as they are played."""
    if not sections:
        return unfolded(ruler.signs, most=limits.bars)
    of_each = {
        section: unfolded(ruler.signs[section.start : section.stop], most=limits.bars)
        for section in sections
    }
    count = sum(len(of_each[section]) for section in sections)
    if count > limits.bars:
        raise LimitError("With its parts it is longer than {most:,} measures.", most=limits.bars)
    return tuple(
        PlayedMeasure(section.start + turn.measure, turn.time)
        for section in sections
        for turn in of_each[section]
    )


@dataclass(frozen=True, slots=True)
class _RulerBar:
    length: Fraction
    meter: tuple[int, int]
    is_torn: bool = False  # its meter is longer than it is


class _Ruler:
    """Facts that all parts share: the lengths, meters and repeats of measures."""

    def __init__(self, parts: Sequence[ReadPart]) -> None:
        self.count = max((len(part.measures) for part in parts), default=0)
        self.signs = tuple(
            _joined([p.measures[n].signs for p in parts if n < len(p.measures)])
            for n in range(self.count)
        )
        self.bars = tuple(self._bars(parts))

    def _bars(self, parts: Sequence[ReadPart]) -> Iterator[_RulerBar]:
        meter = (4, 4)
        for number in range(self.count):
            here = [part.measures[number] for part in parts if number < len(part.measures)]
            meter = next((m.meter for m in here if m.meter is not None), meter)
            nominal = Fraction(4 * meter[0], meter[1])
            length = max((measure.length for measure in here), default=Fraction(0)) or nominal
            if length == nominal:
                yield _RulerBar(nominal, meter)
            else:
                yield _short_bar(length)


def _short_bar(length: Fraction) -> _RulerBar:
    """Return a bar of a length that its meter does not have: an upbeat, or half a split one."""
    for value in (4, 8, 16, 32, _FINEST_METER):
        beats = length * value / 4
        if beats.denominator == 1 and beats <= 64:
            return _RulerBar(length, (int(beats), value))
    # No meter is so long: one that is longer, and the next bar says its own where it begins.
    sixteenths = max(1, min(64, -(-length * 4 // 1)))
    return _RulerBar(length, (sixteenths, 16), is_torn=True)


def _joined(signs: Sequence[Signs]) -> Signs:
    """Return what any part says: programs write repeats into the first part or into all."""
    return Signs(
        forward=any(s.forward for s in signs),
        backward=max((s.backward for s in signs), default=0),
        endings=next((s.endings for s in signs if s.endings), frozenset()),
        closes=any(s.closes for s in signs),
        segnos=frozenset(chain.from_iterable(s.segnos for s in signs)),
        codas=frozenset(chain.from_iterable(s.codas for s in signs)),
        to_coda=next((s.to_coda for s in signs if s.to_coda is not None), None),
        back=next((s.back for s in signs if s.back is not None), None),
        fine=any(s.fine for s in signs),
    )


def _refuse_too_many(
    parts: Sequence[ReadPart], turns: Sequence[PlayedMeasure], limits: Limits
) -> None:
    count = sum(
        len(part.measures[turn.measure].notes)
        for part in parts
        for turn in turns
        if turn.measure < len(part.measures)
    )
    if count > 4 * limits.notes:
        raise LimitError(
            "It has {count:,} notes; Segue reads up to {notes:,}.", count=count, notes=limits.notes
        )


def ticks_per_quarter(parts: Iterable[ReadPart]) -> int:
    """Return a grid on which the notes of a piece stand exactly, as far as MIDI has one.

    It is the usual one, and finer where sevenths, elevenths or the like are written; of those that
    do not go together the most frequent ones count.
    """
    lengths = Counter(note.length for part in parts for m in part.measures for note in m.notes)
    starts = Counter(note.start for part in parts for m in part.measures for note in m.notes)
    denominators: Counter[int] = Counter()
    for place, count in chain(lengths.items(), starts.items()):
        denominators[place.denominator] += count
    common = 1
    for denominator, _ in denominators.most_common():
        finer = lcm(common, denominator)
        if finer <= MOST_TICKS:
            common = finer
    grids = (lcm(common, TICKS_PER_QUARTER // coarser) for coarser in _GRID_DIVISORS)
    return next((g for g in grids if TICKS_PER_QUARTER <= g <= MOST_TICKS), TICKS_PER_QUARTER)


class _ScoreMaker:
    """Makes a score of parts, in the order in which their measures are played."""

    def __init__(
        self,
        parts: Sequence[ReadPart],
        ruler: _Ruler,
        turns: Sequence[PlayedMeasure],
        limits: Limits,
        *,
        quarter: int,
    ) -> None:
        self._parts = parts
        self._ruler = ruler
        self._turns = turns
        self._limits = limits
        self._quarter = quarter
        self._starts: list[Fraction] = []
        at = Fraction(0)
        for turn in turns:
            self._starts.append(at)
            at = simplified(at + ruler.bars[turn.measure].length)
        self._end = at

    def score(self, title: str) -> Score:
        places = _Places(self._starts, [bar.length for bar in self._ruler.bars])
        keys = self._keys()
        made = chain.from_iterable(
            _TrackMaker(part, self._turns, places, self._quarter, self._limits).tracks()
            for part in self._parts
        )
        tracks = with_kept_spellings(tuple(made), keys, self._quarter)
        plain = self._plain_tempos()
        tempos = self._in_ticks(_with_holds(plain, self._holds()))
        without_holds = {tempo.tick: tempo.bpm for tempo in self._in_ticks(plain)}
        score = Score(
            ticks_per_quarter=self._quarter,
            tracks=with_told_tempos(tracks, tempos, without_holds),
            tempos=tempos,
            time_signatures=self._meters(),
            key_signatures=keys,
            title=title,
            written_bars=written_bars(
                self._ruler.signs, self._turns, map(self._tick, self._starts)
            ),
        )
        return with_chords(self._with_rests(score), self._chords()[:MOST_CHORDS])

    def _with_rests(self, score: Score) -> Score:
        """Return a score that says its last meter again in its last bar, if that is a rest."""
        last = self._tick(self._starts[-1]) if self._starts else 0
        meters = score.time_signatures
        if not meters or last < score.end or meters[-1].tick >= last:
            return score
        return replace(score, time_signatures=(*meters, replace(meters[-1], tick=last)))

    def _tick(self, place: Fraction) -> int:
        return _tick(place, self._quarter)

    def _played(self) -> Iterator[tuple[PlayedMeasure, Fraction]]:
        return zip(self._turns, self._starts, strict=True)

    def _here(self, turn: PlayedMeasure) -> Iterator[ReadMeasure]:
        for part in self._parts:
            if turn.measure < len(part.measures):
                yield part.measures[turn.measure]

    def _meters(self) -> tuple[TimeSignature, ...]:
        found: list[TimeSignature] = []
        last: _RulerBar | None = None
        for turn, start in self._played():
            bar = self._ruler.bars[turn.measure]
            if last is None or last.is_torn or last.meter != bar.meter:
                found.append(TimeSignature(self._tick(start), *bar.meter))
            last = bar
        return tuple(found)

    def _keys(self) -> tuple[KeySignature, ...]:
        """Return the keys that sound; after a jump the key that stood there holds again."""
        pitched = [part for part in self._parts if not part.is_drum] or list(self._parts)
        standing = list(_standing(pitched[0].measures)) if pitched else []
        found: list[KeySignature] = []
        for turn, start in self._played():
            key = standing[turn.measure] if turn.measure < len(standing) else None
            if key is None or not -7 <= key[0] <= 7:
                continue
            if not found or (found[-1].fifths, found[-1].minor) != key:
                found.append(KeySignature(self._tick(start), *key))
        return tuple(found)

    def _chords(self) -> list[Chord]:
        """Return the chord symbols over any part, one at a time."""
        found: dict[int, Chord] = {}
        for turn, start in self._played():
            for measure in self._here(turn):
                for place, chord in measure.chords:
                    tick = self._tick(start + place)
                    found.setdefault(tick, replace(chord, tick=tick))
        return sorted(found.values())

    def _in_ticks(self, tempos: Mapping[Fraction, float]) -> tuple[Tempo, ...]:
        return tuple(
            Tempo(tick, max(SLOWEST_BPM, min(FASTEST_BPM, bpm)))
            for tick, bpm in sorted({self._tick(p): bpm for p, bpm in tempos.items()}.items())
        )

    def _plain_tempos(self) -> dict[Fraction, float]:
        """Return the tempos without fermatas.

        After a jump back the tempo that held there at first holds again.
        """
        found: dict[Fraction, float] = {}
        held: dict[int, float] = {}
        bpm = first = DEFAULT_BPM
        for turn, start in self._played():
            before = held.setdefault(turn.measure, bpm)
            marks = {start: before} if before != bpm else {}
            last = before
            for place, change in self._changes(turn):
                last = change.after(last, first)
                marks[start + place] = last
                if start + place == 0:
                    first = last
            found |= marks
            bpm = last if marks else bpm
        return found

    def _changes(self, turn: PlayedMeasure) -> list[tuple[Fraction, TempoChange]]:
        """Return what the parts say about the tempo, one for each place: of two, a number."""
        found: dict[Fraction, TempoChange] = {}
        for measure in self._here(turn):
            for place, change in measure.tempos:
                if place not in found or found[place].is_guess:
                    found[place] = change
        return sorted(found.items(), key=lambda item: item[0])

    def _holds(self) -> list[tuple[Fraction, Fraction, Fraction]]:
        """Return where fermatas slow the piece: of those that overlap, what they have in common."""
        found: list[tuple[Fraction, Fraction, Fraction]] = []
        for turn, start in self._played():
            stretches = {
                (start + begin, start + end, slower)
                for measure in self._here(turn)
                for begin, end, slower in measure.holds
            }
            for begin, end, slower in sorted(stretches):
                if found and begin < found[-1][1]:
                    found[-1] = (begin, min(end, found[-1][1]), max(slower, found[-1][2]))
                else:
                    found.append((begin, end, slower))
        return found


def _with_holds(
    tempos: dict[Fraction, float], holds: Iterable[tuple[Fraction, Fraction, Fraction]]
) -> dict[Fraction, float]:
    """Return tempos that are slower where fermatas stand."""
    found = dict(tempos)
    places = sorted(tempos)
    index = 0
    bpm = DEFAULT_BPM
    for begin, end, slower in holds:
        while index < len(places) and places[index] <= begin:
            bpm = tempos[places[index]]
            index += 1
        within = bpm
        found[begin] = bpm / float(slower)
        while index < len(places) and places[index] < end:
            within = tempos[places[index]]
            found[places[index]] = within / float(slower)
            index += 1
        found.setdefault(end, within)
        bpm = within
    return found


def _standing(measures: Sequence[ReadMeasure]) -> Iterator[tuple[int, bool] | None]:
    key: tuple[int, bool] | None = None
    for measure in measures:
        key = measure.key or key
        yield key


def _tick(place: Fraction, quarter: int) -> int:
    # Rounded half up, in integers: a sum of fractions takes several times as long.
    return (2 * place.numerator * quarter + place.denominator) // (2 * place.denominator)


@dataclass(slots=True)
class _OpenTie:
    """A tied note that goes on: the note, and the measure where its last part stands."""

    written: WrittenNote
    measure: int
    last: ReadNote


def _at_end_of_tie(note: ReadNote, *, goes_on: bool) -> Iterator[Mark]:
    """Yield the marks at one of tied notes, each with its place: the first of them or the last."""
    for mark in note.written:
        yield replace(mark, is_moved=(goes_on or note.tied_to) and mark.kind.is_last != goes_on)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where bars are: the start of each as it is played, the length of each as it is written."""

    starts: Sequence[Fraction]
    lengths: Sequence[Fraction]


class _TrackMaker:
    """Makes the tracks of a part, one for each of its instruments.

    Ties are joined here, in the order in which measures are played.
    """

    def __init__(
        self,
        part: ReadPart,
        turns: Sequence[PlayedMeasure],
        places: _Places,
        quarter: int,
        limits: Limits,
    ) -> None:
        self._part = part
        self._turns = turns
        self._starts, self._lengths = places.starts, places.lengths
        self._quarter = quarter
        self._limits = limits
        # By pitch and the place where it ends.
        self._open: dict[tuple[int, Fraction], _OpenTie] = {}
        self._written: list[WrittenNote] = []
        # How often each measure is played.
        self._times: dict[int, int] = {}
        for turn in turns:
            self._times[turn.measure] = max(turn.time, self._times.get(turn.measure, 0))

    def tracks(self) -> Iterator[tuple[Track, Spellings]]:
        for turn, start in zip(self._turns, self._starts, strict=True):
            if turn.measure < len(self._part.measures):
                for note in self._part.measures[turn.measure].notes:
                    if not note.passes or turn.time in note.passes:
                        self._add(note, start, turn)
        voices = self._by_instrument()
        controls, directions = tuple(self._controls()), tuple(self._directions())
        for (program, is_drum), notes in voices.items():
            names = {each.note.instrument for each in notes} if len(voices) > 1 else set()
            yield self._track(program, notes, controls, directions, names, is_drum=is_drum)
            # The page of a part has them once.
            directions = ()

    def _by_instrument(self) -> dict[tuple[int, bool], list[PlayedNote]]:
        """Return what sounds by program and whether it is drums; the part's own one first."""
        own = (self._part.program, self._part.is_drum)
        voices: dict[tuple[int, bool], list[PlayedNote]] = {}
        for count, each in enumerate(played(self._written)):
            if count > 4 * self._limits.notes:
                raise LimitError("It has more than {count:,} notes with its tremolos.", count=count)
            note = each.note
            is_drum = note.is_drum or (self._part.is_drum and note.spelling is None)
            program = self._part.program if note.program is None else note.program
            voices.setdefault((program, is_drum), []).append(each)
        if len({is_drum for _, is_drum in voices}) == 1 and all(d for _, d in voices):
            # Drums of one part are one kit, whatever program each has.
            return {own: list(chain.from_iterable(voices.values()))}
        return voices or {own: []}

    def _track(
        self,
        program: int,
        notes: Sequence[PlayedNote],
        controls: tuple[Control, ...],
        directions: tuple[Direction, ...],
        names: set[str],
        *,
        is_drum: bool,
    ) -> tuple[Track, Spellings]:
        made: list[Note] = []
        spellings: Spellings = {}
        syllables: dict[tuple[int, int], str] = {}
        for each in notes:
            start = _tick(each.start, self._quarter)
            length = max(1, _tick(each.end, self._quarter) - start)
            marks = in_words(each.marks) if each.marks else ""
            made.append(Note(start, each.pitch, length, each.note.velocity, marks=marks))
            spelling = None if is_drum or marks == STRIKE else sounding_spelling(each.note)
            if spelling is not None:
                spellings[start, each.pitch] = spelling
            for verse, text in enumerate(each.verses, 1):
                if text:
                    syllables.setdefault((start, verse), text)
        track = Track(
            name=self._name(program, names, is_drum=is_drum),
            program=program,
            is_drum=is_drum,
            notes=tuple(sorted(made)),
            controls=controls,
            directions=directions,
            others=tuple(
                verse_event(tick, verse, text) for (tick, verse), text in sorted(syllables.items())
            ),
        )
        return track, spellings

    def _name(self, program: int, names: set[str], *, is_drum: bool) -> str:
        """Return a track's name: the part's, and which of its instruments it is if it has more."""
        own = (self._part.program, self._part.is_drum) == (program, is_drum)
        if not names or own:
            return self._part.name
        named = names.pop() if len(names) == 1 else ""
        named = named or part_name("", program, is_drum=is_drum)
        return f"{self._part.name} ({named})" if self._part.name else named

    def _directions(self) -> Iterator[Direction]:
        found: list[tuple[Fraction, Direction]] = []
        for turn, start in zip(self._turns, self._starts, strict=True):
            if turn.measure < len(self._part.measures):
                directions = self._part.measures[turn.measure].directions
                length = self._lengths[turn.measure]
                found += [
                    (start + min(place, length), replace(direction, ends_bar=place >= length))
                    for place, direction in directions
                ]
        found.sort(key=lambda each: each[0])
        for place, direction in found:
            yield replace(direction, tick=_tick(place, self._quarter))

    def _controls(self) -> Iterator[Control]:
        for number, value in self._part.controls:
            yield Control(0, number, value)
        found: list[tuple[Fraction, int, int]] = []
        for turn, start in zip(self._turns, self._starts, strict=True):
            if turn.measure < len(self._part.measures):
                controls = self._part.measures[turn.measure].controls
                found += [(start + place, number, value) for place, number, value in controls]
        found.sort(key=lambda each: each[0])
        for place, number, value in found:
            yield Control(_tick(place, self._quarter), number, value)

    def _add(self, note: ReadNote, bar: Fraction, turn: PlayedMeasure) -> None:
        start = bar + note.start
        end = start + note.length
        tie = self._open.pop((note.pitch, start), None) if note.length else None
        if tie is not None and not self._goes_on(tie, note, turn):
            tie = None
        if tie is None:
            tie = _OpenTie(WrittenNote(note, start, end, note.attack), turn.measure, note)
            tie.written.verses = self._sung(note, turn) if note.length else ()
            self._written.append(tie.written)
        if note.written:
            tie.written.written += tuple(_at_end_of_tie(note, goes_on=tie.last is not note))
        tie.written.end = end
        tie.written.release = note.release
        tie.measure, tie.last = turn.measure, note
        if note.tied_to:
            self._open[note.pitch, end] = tie

    def _goes_on(self, tie: _OpenTie, note: ReadNote, turn: PlayedMeasure) -> bool:
        """Return whether a tie leads to a note; one that nobody ends leads to the next note."""
        if note.tied_from:
            return True
        beside = turn.measure - tie.measure in {0, 1}
        return beside and (tie.last.voice, tie.last.staff) == (note.voice, note.staff)

    def _sung(self, note: ReadNote, turn: PlayedMeasure) -> tuple[str, ...]:
        """Return what is sung to a note: the verse of this time, or all that one time has."""
        times = self._times[turn.measure]
        sung = note.verses[:times]
        if times == 1:
            return note.verses
        if any(sung):
            return (sung[turn.time - 1] if turn.time <= len(sung) else sung[0],)
        # The line of another verse, over which no repeat leads.
        return (next(filter(None, note.verses), ""),)
