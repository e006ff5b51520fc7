"""A score to a page: each step in its own module, put together here."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.form.players import hands_apart
from engine.harmony.chord_symbols import Chord as ChordSymbol
from engine.harmony.chord_track import written_chords
from engine.harmony.keys import Key, estimate_key
from engine.notation import instruments
from engine.notation.accidentals import with_accidentals
from engine.notation.bars import Bar, shown_meters
from engine.notation.grid import GridNote, GridScore, PlacementMemory, place
from engine.notation.kept_spelling import kept_spelling
from engine.notation.lyrics import Verses, lyrics_of
from engine.notation.measures import MakeHead, measures_of
from engine.notation.page import (
    QUARTER,
    Clef,
    Head,
    NotatedMeasure,
    NotatedPart,
    NotatedPiece,
    NotatedVoice,
    Spelling,
    Transposition,
)
from engine.notation.page_signs import (
    RulerSigns,
    with_fermatas,
    with_own_signs,
    with_ruler_signs,
)
from engine.notation.performed import plainly
from engine.notation.spelling import midi_pitch, spell
from engine.notation.staves import Lane, in_hands, in_voices
from engine.notation.transposing import PartTransposer
from engine.values.score import KeySignature, Score, Track, WrittenBar

# Bars that a new clef must suit, so that clefs do not change back and forth.
_CLEF_AHEAD = 4
# Measures around the wanted ones: hands, voices and spelling depend on the notes nearby.
_MARGIN = 8


def notate(
    score: Score,
    *,
    chords: Sequence[ChordSymbol] | None = None,
    transposing: bool = True,
    only: range | None = None,
    memory: PlacementMemory | None = None,
    report: Callable[[float], None] = lambda _share: None,
) -> NotatedPiece:
    """Return a piece as notation, one part for each track that has notes.

    Args:
        score: The piece; an empty one becomes a measure of rest.
        chords: Chords that sound, over the first part, by tick; None takes those of the piece.
        transposing: Whether clarinets, horns and the like are written in their own keys.
        only: The measures that are wanted, from 0: the page has these alone, without tempos,
            chords, pedals and dynamics. None takes all.
        memory: Where the notes of its tracks stand, as far as that is known.
        report: Hears the share that is done, 0 to 1.
    """
    placement = place(score, memory)
    ruler = RulerSigns.of(score)
    chords = written_chords(score) if chords is None else chords
    keys = _keys(score, placement)
    numbers = [n for n, track in enumerate(score.tracks) if track.notes] or [0]
    placement, first = (placement, 0) if only is None else _in_sight(placement, only)
    spellings = _spellings(score, placement, keys)
    hands = hands_apart(score.tracks)
    lyrics = lyrics_of(score)
    parts = []
    for index, number in enumerate(numbers):
        track = score.tracks[number] if score.tracks else Track()
        notes = placement.tracks[number] if placement.tracks else ()
        maker = _PartMaker(
            score,
            placement,
            keys,
            track,
            number,
            transposing=transposing,
            one_hand=number in hands,
            lyrics=lyrics.get(number, {}),
        )
        part = maker.part(f"P{index + 1}", notes, spellings)
        if only is None:
            part = with_own_signs(part, track, notes, placement, score, first=index == 0)
            if index == 0:
                part = with_ruler_signs(part, score, ruler, placement, chords)
        part = with_fermatas(part, placement, ruler.held, score.ticks_per_quarter)
        parts.append(part if only is None else _of_measures(part, only, first=first))
        report((index + 1) / len(numbers))
    return NotatedPiece(
        title=score.title,
        composer=score.composer,
        parts=tuple(parts),
        performed=placement.performed,
        ticks_per_quarter=score.ticks_per_quarter,
        way=_way(score, placement) if only is None else {},
    )


def _way(score: Score, placement: GridScore) -> dict[int, WrittenBar]:
    """Return which bar of the page that a score was read from each measure plays."""
    if not score.written_bars:
        return {}
    at = {written.tick: written for written in score.written_bars}
    return {n: at[bar.tick] for n, bar in enumerate(placement.bars) if bar.tick in at}


def _of_measures(part: NotatedPart, only: range, *, first: int) -> NotatedPart:
    """Return a part with some of its measures alone; its first one has the number `first`."""
    return replace(part, measures=part.measures[only.start - first : only.stop - first])


def _in_sight(placement: GridScore, only: range) -> tuple[GridScore, int]:
    """Return a placement with what sounds in some measures and what their voices hang on.

    The other value is the number of its first measure.
    """
    bars = placement.bars
    wanted = range(max(0, only.start - _MARGIN), min(len(bars), only.stop + _MARGIN))
    low, high = bars[wanted.start].start, bars[wanted.stop - 1].end
    tracks = tuple(
        tuple(note for note in notes if note.start < high and note.end > low)
        for notes in placement.tracks
    )
    # Measures in which a note begins or ends that sounds in the wanted ones are needed, too.
    begin = min((note.start for notes in tracks for note in notes), default=low)
    end = max((note.end for notes in tracks for note in notes), default=high)
    starts = [bar.start for bar in bars]
    first = min(wanted.start, bisect_right(starts, begin) - 1)
    stop = max(wanted.stop, bisect_left(starts, end))
    return replace(placement, bars=bars[first:stop], tracks=tracks), first


@dataclass(frozen=True, slots=True)
class _Keys:
    """Key signatures by grid unit."""

    starts: tuple[int, ...]
    signatures: tuple[KeySignature, ...]

    def at(self, start: int) -> KeySignature:
        return self.signatures[max(0, bisect_right(self.starts, start) - 1)]


def _keys(score: Score, placement: GridScore) -> _Keys:
    signatures = list(score.key_signatures)
    if not signatures or signatures[0].tick > 0:
        signatures.insert(0, (estimate_key(score.pitched_notes()) or Key(0)).signature())
    bars = [bar.start for bar in placement.bars]
    by_bar: dict[int, KeySignature] = {}
    units = placement.units((s.tick for s in signatures), score.ticks_per_quarter)
    for signature, unit in zip(signatures, units, strict=True):
        if unit < placement.bars[-1].end:
            # A page says a key at a bar line only.
            by_bar[bars[bisect_right(bars, unit) - 1]] = signature
    return _Keys(tuple(by_bar), tuple(by_bar.values()))


def _spellings(score: Score, placement: GridScore, keys: _Keys) -> dict[tuple[int, int], Spelling]:
    """Return the sounding spelling of each pitched note, by track and number in it."""
    entries = sorted(
        (note.start, kind, one.pitch, number, one.index)
        for number, notes in enumerate(placement.tracks)
        if not score.tracks[number].is_drum
        for note in notes
        for kind, of_kind in enumerate((note.graces, (note,)))
        for one in of_kind
    )
    fifths = [keys.at(start).fifths for start, *_ in entries]
    spelled = spell([pitch for _, _, pitch, *_ in entries], fifths)
    return {
        (number, index): kept_spelling(score.tracks[number].notes[index].marks, pitch) or spelling
        for (*_, pitch, number, index), spelling in zip(entries, spelled, strict=True)
    }


class _PartMaker:
    """Makes one part."""

    def __init__(
        self,
        score: Score,
        placement: GridScore,
        keys: _Keys,
        track: Track,
        number: int,
        *,
        transposing: bool,
        one_hand: bool,
        lyrics: Mapping[int, Verses],
    ) -> None:
        self._bars = placement.bars
        self._quarter = score.ticks_per_quarter
        self._performed = placement.performed
        self._sounding = placement.written[number].sounding if placement.written else {}
        self._one_hand = one_hand
        self._keys = keys
        self._track = track
        self._number = number
        written = (
            instruments.transposition_of(track.program, is_drum=track.is_drum)
            if transposing
            else Transposition()
        )
        self._writing = PartTransposer(written)
        units = placement.units(lyrics, score.ticks_per_quarter)
        self._lyrics = dict(zip(units, lyrics.values(), strict=True))

    def part(
        self,
        name: str,
        notes: Sequence[GridNote],
        spellings: dict[tuple[int, int], Spelling],
    ) -> NotatedPart:
        track = self._track
        staves = instruments.staves_of(
            track.program,
            track.notes,
            is_drum=track.is_drum,
            one_hand=self._one_hand,
        )
        head = self._drum_head if track.is_drum else self._pitched_head(spellings)
        on_staff: Sequence[tuple[GridNote, ...]]
        on_staff = in_hands(notes) if staves == 2 else (tuple(notes),)
        if self._performed and not track.is_drum:
            on_staff = tuple(plainly(of_hand) for of_hand in on_staff)
        by_bar: list[list[NotatedVoice]] = [[] for _ in self._bars]
        clefs: list[list[tuple[int, Clef]]] = [[] for _ in self._bars]
        for staff, part_of in enumerate(on_staff, 1):
            lanes = self._lanes(part_of)
            lyrics: Mapping[int, Verses] = self._lyrics if staff == 1 else {}
            for bar, voices in enumerate(measures_of(lanes, self._bars, staff, head, lyrics)):
                by_bar[bar] += voices
            for bar, clef in self._clefs(by_bar, staff, staves):
                clefs[bar].append((staff, clef))
        measures = self._measures(by_bar, clefs)
        return NotatedPart(
            id=name,
            track=self._number,
            name=instruments.part_name(track.name, track.program, is_drum=track.is_drum),
            program=track.program,
            is_drum=track.is_drum,
            staves=staves,
            transposition=self._writing.transposition,
            measures=tuple(measures),
            one_hand=self._one_hand,
        )

    def _lanes(self, notes: Sequence[GridNote]) -> Iterable[tuple[Lane, ...]]:
        if not self._track.is_drum:
            return in_voices(notes, self._bars)
        return _drum_lanes(notes, self._bars)

    def _pitched_head(self, spellings: dict[tuple[int, int], Spelling]) -> MakeHead:
        def head(note: GridNote, suffix: str, at: int) -> Head:
            fifths = self._keys.at(note.start).fifths
            spelling = self._writing.written(spellings[self._number, note.index], fifths)
            name = f"n{self._number}-{note.index}{suffix}"
            attack, release = self._heard(note, at)
            return Head(
                name,
                note.pitch,
                spelling,
                velocity=note.velocity,
                attack=attack,
                release=release,
                marks=note.marks,
            )

        return head

    def _heard(self, note: GridNote, at: int) -> tuple[int, int]:
        """Return by how much a note begins and ends after what is written, in grid units."""
        own, quarter = self._track.notes[note.index], self._quarter
        sounds = self._sounding.get(note.index, own)
        end = max(at, note.end)
        return sounds.start * QUARTER // quarter - at, sounds.end * QUARTER // quarter - end

    def _drum_head(self, note: GridNote, suffix: str, at: int) -> Head:
        spelling, shape = instruments.drum_place(note.pitch)
        name = f"n{self._number}-{note.index}{suffix}"
        # A stroke has no length, whatever a file says.
        attack, _ = self._heard(note, at)
        return Head(
            name,
            note.pitch,
            spelling,
            shape,
            velocity=note.velocity,
            attack=attack,
            marks=note.marks,
        )

    def _clefs(
        self, by_bar: Sequence[Sequence[NotatedVoice]], staff: int, staves: int
    ) -> Iterator[tuple[int, Clef]]:
        if self._track.is_drum:
            yield 0, instruments.PERCUSSION
            return
        pitches = [
            [
                midi_pitch(head.spelling)
                for voice in voices
                if voice.staff == staff
                for symbol in voice.symbols
                for head in symbol.heads
            ]
            for voices in by_bar
        ]
        everything = [pitch for bar in pitches for pitch in bar]
        clef = instruments.clef_for(self._track.program, everything, staff=staff, staves=staves)
        yield 0, clef
        for bar in range(1, len(pitches)):
            if not pitches[bar]:
                continue
            ahead = [p for part in pitches[bar : bar + _CLEF_AHEAD] for p in part]
            after = instruments.clef_after(clef, ahead)
            if after != clef and instruments.clef_after(clef, pitches[bar]) == after:
                clef = after
                yield bar, clef

    def _measures(
        self, by_bar: Sequence[list[NotatedVoice]], clefs: Sequence[list[tuple[int, Clef]]]
    ) -> Iterator[NotatedMeasure]:
        meter: tuple[int, int] | None = None
        key: KeySignature | None = None
        fifths = 0
        meters = shown_meters(self._bars)
        for bar, voices, set_here, here in zip(self._bars, by_bar, clefs, meters, strict=True):
            signature = self._keys.at(bar.start)
            if signature is not key:
                fifths = self._writing.fifths(signature.fifths)
            told = signature is not key and not self._track.is_drum
            measure = NotatedMeasure(
                length=bar.length,
                meter=None if here == meter else here,
                fifths=fifths if told else None,
                minor=signature.minor,
                clefs=tuple(set_here),
                voices=tuple(voices),
                incomplete=bar.length != here[0] * 4 * QUARTER // here[1],
            )
            yield measure if self._track.is_drum else with_accidentals(measure, fifths)
            meter, key = here, signature


def _drum_lanes(notes: Sequence[GridNote], bars: Sequence[Bar]) -> Iterator[tuple[Lane, ...]]:
    """Yield hands and feet, a stretch at a time: each of them one voice."""
    for feet in (False, True):
        own = [note for note in notes if instruments.is_foot(note.pitch) == feet]
        for lanes in in_voices(_lengthened(own), bars):
            yield ((), *lanes) if feet else lanes


def _lengthened(notes: Sequence[GridNote]) -> list[GridNote]:
    """Return strokes as long as their voice has room for, up to the end of their beat."""
    starts = sorted({note.start for note in notes})
    following = dict(pairwise(starts))
    return [
        replace(note, end=min(following.get(note.start, beat_end), beat_end))
        for note in notes
        for beat_end in ((note.start // QUARTER + 1) * QUARTER,)
    ]
