"""A song from a style: the band is hired, every section played, and all of it made human."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

import drummer
from borrowed import Tune
from performed import Performed, stretch
from plan import Material, Section, passages_of, sections
from players import PLAY, Passage
from style import Part, Style
from theory import Chord, Key, coloured
from tune import Manner

from engine.values.instruments import instrument_name
from engine.values.score import KeySignature, Note, Score, Tempo, TimeSignature, Track

_NAMES = ("C", "D♭", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B")
_LEADS = frozenset({"lead", "solo", "harmony"})
_FEWEST_PITCHED, _MOST_PITCHED = 3, 6
_GROOVE_CHANCE = 0.6
# Keys that guitars and horns like, more often than others.
_TONICS = (0, 0, 2, 2, 4, 4, 5, 5, 7, 7, 7, 9, 9, 9, 10, 11, 3, 8, 1, 6)
_MACHINES = frozenset({24, 25})


@dataclass(frozen=True, slots=True)
class Song:
    """A song and where it comes from.

    Attributes:
        score: It.
        tune: Where its melody comes from; empty: its own.
        composer: Of the tune, where its collection says so.
        performed: Whether its drums are a performance of Groove.
    """

    score: Score
    tune: str
    composer: str
    performed: bool


@dataclass(frozen=True, slots=True)
class _Hired:
    """A player of this song: its part, program, and patterns for calm and for lively sections."""

    part: Part
    program: int
    calm: str
    lively: str

    def pattern(self, energy: float) -> str:
        return self.lively if energy >= 0.72 else self.calm


@dataclass(frozen=True, slots=True)
class _Drums:
    """What the drummer of this song has: beats, fills, and maybe a performance."""

    calm: str
    lively: str
    fills: drummer.Fills
    performance: list[list[Note]]
    seed: str
    kit: int


def song(rng: Random, style: Style, performed: Performed, borrowed: Sequence[Tune] = ()) -> Song:
    """Return a song.

    Args:
        rng: Draws everything.
        style: What kind.
        performed: Drum performances that may be used.
        borrowed: Tunes that suit the style's meter; now and then one is taken.
    """
    bpm = rng.randint(*style.tempo)
    drums = _drummer(rng, style, performed, bpm)
    players = _hire(rng, style)
    tune = rng.choice(borrowed) if borrowed else None
    if tune is None:
        key = Key(rng.choice(_TONICS), rng.choice(style.modes))
        plan = sections(rng, style, key, _manner(style, rng))
        title = f"{style.name.capitalize()} in {_key_name(key)}"
    else:
        tune = _sung_in_range(rng, tune)
        key = tune.key
        plan = _borrowed_plan(rng, style, tune)
        title = f"{tune.title} ({style.name})"
    tracks = _played(rng, style, key, plan=plan, players=players, drums=drums)
    return Song(
        score=_score(rng, style, key, plan, tracks, bpm=bpm, title=title),
        tune=tune.source if tune else "",
        composer=tune.composer if tune else "",
        performed=bool(drums and drums.performance),
    )


def _key_name(key: Key) -> str:
    mode = {"major": "major", "minor": "minor"}.get(key.mode, key.mode)
    return f"{_NAMES[key.tonic]} {mode}"


def _manner(style: Style, rng: Random) -> Manner:
    low = rng.randint(60, 65)
    return Manner(
        low=low,
        high=low + rng.randint(14, 18),
        step=480 // style.step,
        density=max(0.4, style.density * rng.uniform(0.75, 1.25)),
        syncopation=style.syncopation,
        bar=style.bar,
        beat=style.beat,
    )


def _sung_in_range(rng: Random, tune: Tune) -> Tune:
    """Return a tune in another key, its middle around the middle of a singer's range."""
    up = rng.randint(-5, 6)
    mean = sum(n.pitch for n in tune.notes) / len(tune.notes) + up
    return tune.raised(up, octave=round((67 - mean) / 12))


def _borrowed_plan(rng: Random, style: Style, tune: Tune) -> list[Section]:
    chords = tuple(coloured(chord, tune.key, style.colour) for chord in tune.chords)
    material = Material(chords, tune.notes, f"{rng.random()}")
    # As often as makes a song of 30 to 100 bars.
    if tune.bars > 46:
        letters = "ivo"
    elif tune.bars > 24:
        letters = rng.choice(("ivco", "ivc", "vhc" if tune.bars <= 32 else "ihc"))
    else:
        letters = rng.choice(("ivvco", "ivcco", "vvcc"))
    return passages_of(letters, material, bars=tune.bars)


def _hire(rng: Random, style: Style) -> list[_Hired]:
    chosen = [part for part in style.parts if rng.random() < part.chance]
    if len(chosen) < _FEWEST_PITCHED:
        chosen = list(style.parts)
    made = []
    for part in chosen[:_MOST_PITCHED]:
        calm = rng.choice(part.patterns) if part.patterns else ""
        lively = rng.choice(part.patterns) if part.patterns and rng.random() < 0.6 else calm
        made.append(_Hired(part, rng.choice(part.programs), calm, lively))
    return made


def _drummer(rng: Random, style: Style, performed: Performed, bpm: int) -> _Drums | None:
    beat = rng.choice(style.drums or ("",))
    if not beat:
        return None
    calm, _, lively = beat.partition(" // ")
    fitting = style.grooves and rng.random() < _GROOVE_CHANCE
    bars = performed.draw(rng, style.grooves, bpm=bpm, meter=style.meter) if fitting else []
    grid = 160 if style.swing == "8" else 240 if style.meter[1] == 8 else 120
    fills = drummer.Fills(rng, bar=style.bar, beat=style.beat, grid=grid, busy=style.fills)
    return _Drums(calm, lively or calm, fills, bars, f"{rng.random()}", rng.choice(style.kits))


def _played(
    rng: Random,
    style: Style,
    key: Key,
    *,
    plan: Sequence[Section],
    players: Sequence[_Hired],
    drums: _Drums | None,
) -> list[Track]:
    entrances = _entrances(rng, players, plan)
    bars = sum(section.bars for section in plan)
    tracks = []
    for index, player in enumerate(players):
        notes: list[Note] = []
        first = 0
        for i, section in enumerate(plan):
            following = plan[i + 1].material.chords[0] if i + 1 < len(plan) else _tonic(key)
            if _plays(player, players, section):
                start = entrances.get(index, 0) * style.bar if i == 0 else 0
                notes += _section(
                    style, key, player, section, following=following, first=first, start=start
                )
            first += section.bars
        notes += _last_bar(rng, style, key, player, section=plan[-1], bars=bars, before=notes)
        notes = _human(
            rng, _swung(notes, style), style, steady=drums is None or drums.kit in _MACHINES
        )
        tracks.append(
            Track(name=instrument_name(player.program), program=player.program, notes=_clean(notes))
        )
    if drums is not None:
        tracks.append(_drum_track(rng, style, plan, drums))
    return [track for track in tracks if track.notes]


def _tonic(key: Key) -> Chord:
    return Chord(key.tonic, (0, 3 if key.minor else 4, 7), key.tonic)


def _entrances(rng: Random, players: Sequence[_Hired], plan: Sequence[Section]) -> dict[int, int]:
    """Return in which bar of an introduction each player comes in, one after the other."""
    if plan[0].letter != "i" or rng.random() < 0.3:
        return {}
    order = list(range(len(players)))
    rng.shuffle(order)
    step = max(1, plan[0].bars // 4) * 2
    return {index: min(place // 2 * step, plan[0].bars) for place, index in enumerate(order)}


def _plays(player: _Hired, players: Sequence[_Hired], section: Section) -> bool:
    role = player.part.role
    if role == "solo":
        return section.letter == "s"
    if role == "lead" and section.letter == "s":
        return not any(other.part.role == "solo" for other in players)
    if role in _LEADS and not section.material.tune:
        return False
    if section.letter == "k":
        return player.part.joins <= 0.3 and role not in {"bass", "walk"}
    return section.energy >= player.part.joins


def _section(
    style: Style,
    key: Key,
    player: _Hired,
    section: Section,
    *,
    following: Chord,
    first: int,
    start: int,
) -> Iterable[Note]:
    material = section.material
    lift = section.lift
    passage = Passage(
        chords=tuple(chord.raised(lift) for chord in material.chords) if lift else material.chords,
        following=following.raised(lift) if lift else following,
        key=key.raised(lift),
        tune=tuple(replace(n, pitch=n.pitch + lift) for n in material.tune),
        bars=section.bars,
        bar=style.bar,
        beat=style.beat,
        energy=section.energy,
        seed=material.seed,
    )
    scale = 0.8 + 0.32 * section.energy
    for note in PLAY[player.part.role](player.part, player.pattern(section.energy), passage):
        if note.start >= start:
            at = first * style.bar + note.start
            yield Note(at, note.pitch, note.duration, round(note.velocity * scale))


def _last_bar(
    rng: Random,
    style: Style,
    key: Key,
    player: _Hired,
    *,
    section: Section,
    bars: int,
    before: Sequence[Note],
) -> Iterable[Note]:
    """Yield the tonic that ends the song, in everyone's own way."""
    if not before or player.part.role == "solo":
        return
    lift = section.lift
    tonic = _tonic(key).raised(lift).at(0, style.bar)
    tonic = coloured(tonic, key.raised(lift), style.colour)
    length = style.bar - 40 if style.closing != "stop" else 240
    role, part = player.part.role, player.part
    low = before[-1].pitch
    tune: tuple[Note, ...] = ()
    if role in _LEADS:
        near = [p for p in range(low - 7, low + 8) if p % 12 == tonic.root]
        tune = (Note(0, rng.choice(near), length),)
    passage = Passage(
        chords=(tonic,), following=tonic, key=key.raised(lift), tune=tune, bars=1, bar=style.bar,
        beat=style.beat, energy=section.energy, seed="end",
    )  # fmt: skip
    held = "bass" if role == "walk" else "comp" if role == "riff" else role
    for note in PLAY[held](part, "1---" if held == "bass" else "x---", passage):
        if note.start == 0:
            at = bars * style.bar
            yield Note(at, note.pitch, min(length, max(note.duration, length)), note.velocity)


def _drum_track(rng: Random, style: Style, plan: Sequence[Section], drums: _Drums) -> Track:
    made: list[Note] = []
    first, starts = 0, {}
    for i, section in enumerate(plan):
        notes = _beat(style, drums, section, starts)
        if section.letter in "ik" and section.energy < 0.5 and i + 1 < len(plan):
            notes = _sparse(notes, section, style.bar)
        notes = _with_fills(rng, style, drums, section, notes)
        if (i and section.energy >= 0.6 and plan[i - 1].letter != "k") or section.letter == "d":
            notes += drummer.crash(0, 84)
        scale = 0.84 + 0.24 * section.energy
        made += [
            Note(n.start + first * style.bar, n.pitch, n.duration, round(n.velocity * scale))
            for n in notes
        ]
        first += section.bars
    made += drummer.crash(first * style.bar, 88)
    human = _human(rng, made, style, steady=drums.kit in _MACHINES)
    return Track(name="Drums", program=drums.kit, is_drum=True, notes=_clean(human))


def _beat(style: Style, drums: _Drums, section: Section, starts: dict[str, int]) -> list[Note]:
    """Return a section's beat without fills, swung where the style swings."""
    if section.letter == "u":
        return list(drummer.build(bars=section.bars, bar=style.bar, loud=84))
    if drums.performance:
        # Each kind of section has bars of its own, the same ones every time it comes.
        letter = section.letter
        first = starts.setdefault(letter, (8 * len(starts)) % max(1, len(drums.performance)))
        return stretch(drums.performance, first=first, count=section.bars, bar=style.bar)
    beat = drums.lively if section.energy >= 0.72 else drums.calm
    extras = Random(f"{drums.seed}:{section.energy >= 0.72}")  # noqa: S311 - music
    notes = drummer.play(extras, beat, bars=section.bars, bar=style.bar, loud=84, busy=style.busy)
    return _swung(notes, style)


def _sparse(notes: list[Note], section: Section, bar: int) -> list[Note]:
    """Return an introduction's or a break's drums: hats first, the rest in its second half."""
    half = section.bars // 2 * bar
    kept = {drummer.CLOSED_HAT, 51, 70, 82, 37, 44, 54}
    return [n for n in notes if n.pitch in kept or (n.start >= half and section.letter == "i")]


def _with_fills(
    rng: Random, style: Style, drums: _Drums, section: Section, notes: list[Note]
) -> list[Note]:
    if not style.fills or section.letter in "uk":
        return notes
    for bar in range(4, section.bars + 1, 4):
        last, long = bar == section.bars, bar % 8 == 0 or bar == section.bars
        if last or rng.random() < (0.75 if long else 0.35) * (0.4 + style.fills):
            notes = drums.fills.into(notes, end=bar * style.bar, loud=84, long=long)
    return notes


def _swung(notes: Iterable[Note], style: Style) -> list[Note]:
    """Return straight notes swung: the second half of each pair comes at two thirds of it."""
    if not style.swing:
        return list(notes)
    pair = 480 if style.swing == "8" else 240

    def at(tick: int) -> int:
        whole, part = divmod(tick, pair)
        half, late = pair // 2, 2 * pair // 3
        bent = part * late // half if part < half else late + (part - half) * (pair - late) // half
        return whole * pair + bent

    return [Note(at(n.start), n.pitch, max(40, at(n.end) - at(n.start)), n.velocity) for n in notes]


def _human(rng: Random, notes: Iterable[Note], style: Style, *, steady: bool) -> list[Note]:
    """Return notes as hands play them: beats a little louder, none quite alike or on time."""
    gauss, spread = rng.gauss, 2.0 if steady else 4.0
    made = []
    for note in notes:
        accent = 5 if note.start % style.bar < 20 else 2 if note.start % style.beat < 20 else -2
        velocity = min(122, max(12, round(note.velocity + accent + gauss(0, spread))))
        late = 0 if steady else round(gauss(0, 5))
        made.append(
            Note(max(0, note.start + max(-12, min(12, late))), note.pitch, note.duration, velocity)
        )
    return made


def _clean(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return notes sorted, none twice at once on the same pitch, each ended before the next."""
    made: list[Note] = []
    last: dict[int, int] = {}
    for note in sorted(notes):
        index = last.get(note.pitch)
        if index is not None:
            before = made[index]
            if note.start - before.start < 30:
                continue
            if before.end > note.start:
                made[index] = replace(before, duration=note.start - before.start)
        last[note.pitch] = len(made)
        made.append(note)
    return tuple(made)


def _score(
    rng: Random,
    style: Style,
    key: Key,
    plan: Sequence[Section],
    tracks: Sequence[Track],
    *,
    bpm: int,
    title: str,
) -> Score:
    bars = sum(section.bars for section in plan)
    tempos = [Tempo(0, float(bpm))]
    if style.closing == "slow":
        slower = ((1, 0.92), (0, 0.8)) if rng.random() < 0.6 else ((0, 0.9),)
        tempos += [Tempo((bars - before) * style.bar, round(bpm * f, 1)) for before, f in slower]
    keys, first, now = [KeySignature(0, key.fifths, key.minor)], 0, 0
    for section in plan:
        if section.lift != now:
            raised = key.raised(section.lift)
            keys.append(KeySignature(first * style.bar, raised.fifths, key.minor))
            now = section.lift
        first += section.bars
    return Score(
        title=title,
        tracks=tuple(tracks),
        tempos=tuple(tempos),
        time_signatures=(TimeSignature(0, *style.meter),),
        key_signatures=tuple(keys),
    )
