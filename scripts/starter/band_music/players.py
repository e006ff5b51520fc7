"""What the players of pitched parts do over a passage: bass, chords, pads, riffs, second voices."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from pattern import line, steps
from style import Part
from theory import Chord, Key, scale_over, voicing
from tune import chord_at, nearest

from engine.values.score import Note

_BASS_TONES = {"3": 1, "5": 2, "7": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """What a player sees of a section.

    Attributes:
        chords: From tick 0 on.
        following: The chord that comes after.
        key: Of the section.
        tune: The melody, from tick 0 on; empty where nobody sings.
        bars: How many.
        bar: Ticks in a bar.
        beat: Ticks in a beat.
        energy: 0 to 1.
        seed: The same each time the section's material is played.
        before: The pitches the player's last chord had.
    """

    chords: tuple[Chord, ...]
    following: Chord
    key: Key
    tune: tuple[Note, ...]
    bars: int
    bar: int
    beat: int
    energy: float
    seed: str

    @property
    def end(self) -> int:
        """Ticks."""
        return self.bars * self.bar

    def chord(self, tick: int) -> Chord:
        """Return the chord at a tick; beyond the end the following one."""
        return self.following if tick >= self.end else chord_at(self.chords, tick)

    def draw(self, name: str) -> Random:
        """Return what draws for a player, the same whenever this material comes back."""
        return Random(f"{self.seed}:{name}")  # noqa: S311 - music


def bass(part: Part, pattern: str, passage: Passage) -> Iterator[Note]:
    """Yield a bass by a pattern; `a` steps into the chord that comes next."""
    last = part.low
    rng = passage.draw("bass")
    for step in steps(line(pattern, bars=passage.bars), bar=passage.bar):
        chord = passage.chord(step.tick)
        root = _root(chord, part)
        if step.mark == "a":
            goal = _root(passage.chord(step.tick + step.length), part)
            pitch = _approach(rng, goal, last, passage.key, chord)
        else:
            pitch = _bass_pitch(step.mark, chord, root, part)
        length = step.length if step.mark != "g" else min(step.length, 60)
        # A held root ends where the next chord begins, unless the pattern ties it over.
        length = min(length, max(60, chord.end - step.tick)) if step.tick < chord.end else length
        accent = 6 if step.tick % passage.bar == 0 else -24 if step.mark == "g" else 0
        last = pitch
        yield Note(step.tick, pitch, _sounding(length), part.loud + accent)


def _bass_pitch(mark: str, chord: Chord, root: int, part: Part) -> int:
    if mark == "8":
        return root + 12
    if mark == "l":
        return root - 5 if root - 5 >= part.low - 2 else root + 7
    if mark in _BASS_TONES:
        index = min(_BASS_TONES[mark], len(chord.steps) - 1)
        pitch = root + (chord.classes[index] - root) % 12
        return pitch if pitch <= part.high else pitch - 12
    return root


def _root(chord: Chord, part: Part) -> int:
    return part.low + (chord.bass - part.low) % 12


def _approach(rng: Random, goal: int, last: int, key: Key, chord: Chord) -> int:
    """Return a step into the goal, from the side the line comes from."""
    side = -1 if last < goal else 1
    if rng.random() < 0.35:
        return goal + side
    scale = scale_over(key.classes, chord.classes)
    return next(goal + side * d for d in (1, 2, 3) if (goal + side * d) % 12 in scale)


def walk(part: Part, pattern: str, passage: Passage) -> Iterator[Note]:
    """Yield a walking bass: root, chord and scale notes, then a half or whole step into the next.

    Args:
        part: Its range.
        pattern: Unused: a walker has none.
        passage: What it plays over.
    """
    del pattern
    rng = passage.draw("walk")
    pitch = _root(passage.chord(0), part)
    for tick in range(0, passage.end, passage.beat):
        chord = passage.chord(tick)
        left = (min(chord.end, passage.end) - tick) // passage.beat
        goal = nearest(pitch, (passage.chord(min(chord.end, passage.end)).bass,))
        if tick in {0, chord.start}:
            pitch = _near(pitch, chord.bass, part)
        elif left <= 1:
            goal = _near(pitch, goal % 12, part)
            pitch = _approach(rng, goal, pitch, passage.key, chord)
        else:
            pitch = _on_the_way(rng, pitch, chord, passage.key, part)
        loud = part.loud + (4 if tick % (2 * passage.beat) else 0)
        yield Note(tick, pitch, round(passage.beat * 0.9), loud)
        if rng.random() < 0.06:
            yield Note(tick + passage.beat // 2, pitch, 100, loud - 18)


def _near(pitch: int, pitch_class: int, part: Part) -> int:
    found = nearest(pitch, (pitch_class,))
    while found < part.low:
        found += 12
    while found > part.high:
        found -= 12
    return found


def _on_the_way(rng: Random, pitch: int, chord: Chord, key: Key, part: Part) -> int:
    tones = chord.classes if rng.random() < 0.6 else scale_over(key.classes, chord.classes)
    options = [p for p in range(pitch - 5, pitch + 6) if p % 12 in tones and p != pitch]
    inside = [p for p in options if part.low <= p <= part.high] or options
    return rng.choice(inside)


def comp(part: Part, pattern: str, passage: Passage) -> Iterator[Note]:
    """Yield chords, broken or together, by a pattern, each voiced near the one before."""
    before: tuple[int, ...] = ()
    for step in steps(line(pattern, bars=passage.bars), bar=passage.bar):
        chord = passage.chord(step.tick + step.length if step.mark == "p" else step.tick)
        voiced = voicing(chord.classes, before, part.low, part.high, part.voices)
        before = voiced
        length = step.length
        if step.mark != "p":
            length = min(length, max(60, chord.end - step.tick))
        length = min(length, 100) if step.mark == "s" else _sounding(length)
        accent = 12 if step.mark == "X" else 3 if step.tick % passage.beat == 0 else 0
        for pitch in _struck(step.mark, voiced, chord, part):
            yield Note(step.tick, pitch, length, part.loud + accent)


def _struck(mark: str, voiced: tuple[int, ...], chord: Chord, part: Part) -> tuple[int, ...]:
    if mark.isdigit():
        octave, index = divmod(int(mark), len(voiced))
        return (voiced[index] + 12 * octave,)
    if mark == "h":
        return voiced[1:]
    if mark in "bd":
        low = part.low - 12
        bass_note = low + (chord.bass - low) % 12
        return (
            (bass_note,)
            if mark == "b"
            else (low + (chord.classes[-1 if len(chord.steps) < 3 else 2] - low) % 12,)
        )
    return voiced


def pad(part: Part, pattern: str, passage: Passage) -> Iterator[Note]:
    """Yield held chords; a voice whose note stays in the next chord is not struck again.

    Args:
        part: Its range and voices.
        pattern: Unused: a pad has none.
        passage: What it plays over.
    """
    del pattern
    before: tuple[int, ...] = ()
    held: dict[int, int] = {}
    tie = passage.draw("pad").random() < 0.5
    for chord in passage.chords:
        voiced = voicing(chord.classes, before, part.low, part.high, part.voices)
        for pitch, start in sorted(held.items()):
            if pitch not in voiced or not tie or chord.start % (4 * passage.bar) == 0:
                yield Note(start, pitch, chord.start - start, part.loud)
                del held[pitch]
        for pitch in voiced:
            held.setdefault(pitch, chord.start)
        before = voiced
    for pitch, start in sorted(held.items()):
        yield Note(start, pitch, max(60, passage.end - start), part.loud)


def riff(part: Part, pattern: str, passage: Passage) -> Iterator[Note]:
    """Yield a figure of one or two bars, its shape kept from chord to chord, where the tune rests.

    Digits of the pattern are notes of the chord; where the tune sings, the riff is left out.
    """
    busy = {bar for bar, count in _sung(passage).items() if count > 2}
    cycle = len(pattern.partition(" / ")[0].split("|"))
    for note in comp(part, pattern, passage):
        bar = note.start // passage.bar
        if bar in busy and (bar % max(2, cycle)) == 0 and passage.energy < 0.95:
            continue
        yield note


def _sung(passage: Passage) -> dict[int, int]:
    counts: dict[int, int] = {}
    for note in passage.tune:
        bar = note.start // passage.bar
        counts[bar] = counts.get(bar, 0) + 1
    return counts


def counter(part: Part, pattern: str, passage: Passage) -> Iterator[Note]:
    """Yield a slow second line: thirds and sevenths led by step, moving where the tune holds.

    Args:
        part: Its range.
        pattern: Unused.
        passage: What it plays over.
    """
    del pattern
    middle = (part.low + part.high) // 2
    pitch = middle
    for chord in passage.chords:
        guides = chord.classes[1:2] + chord.classes[3:4] or chord.classes
        pitch = nearest(pitch, guides)
        pitch = pitch - 12 if pitch > part.high else pitch + 12 if pitch < part.low else pitch
        if chord.length >= passage.bar and passage.energy > 0.6:
            half = chord.length // 2 // 40 * 40
            scale = scale_over(passage.key.classes, chord.classes)
            over = next(pitch + d for d in (1, 2, 3) if (pitch + d) % 12 in scale)
            yield Note(chord.start, pitch, half, part.loud)
            yield Note(chord.start + half, over, chord.length - half, part.loud - 4)
        else:
            yield Note(chord.start, pitch, chord.length, part.loud)


def harmony(part: Part, pattern: str, passage: Passage) -> Iterator[Note]:
    """Yield a second voice under the tune: the nearest note of the chord or scale a third below.

    Args:
        part: Its loudness.
        pattern: Unused.
        passage: What it plays over.
    """
    del pattern
    for note in passage.tune:
        chord = passage.chord(note.start)
        strong = note.duration >= passage.beat
        tones = chord.classes if strong else scale_over(passage.key.classes, chord.classes)
        options = [note.pitch - d for d in (3, 4, 5, 2, 7) if (note.pitch - d) % 12 in tones]
        pitch = options[0] if options else note.pitch - 12
        yield Note(note.start, pitch, note.duration, part.loud)


def lead(part: Part, pattern: str, passage: Passage) -> Iterator[Note]:
    """Yield the tune, in the octave of the part.

    Args:
        part: Its range.
        pattern: Unused.
        passage: Whose tune.
    """
    del pattern
    if not passage.tune:
        return
    mean = sum(note.pitch for note in passage.tune) / len(passage.tune)
    # Where it lies is well enough for most; a second voice is written under it there.
    far = 0 if part.low <= mean <= part.high else (part.low + part.high) / 2 - mean
    shift = 12 * round(far / 12)
    for note in passage.tune:
        yield Note(note.start, note.pitch + shift, _sounding(note.duration), part.loud)


def _sounding(length: int) -> int:
    """Return how long a note of a length sounds: nearly all of it, in the tokenizer's grid."""
    return length if length < 120 else length - 20


PLAY: dict[str, Callable[[Part, str, Passage], Iterator[Note]]] = {
    "bass": bass,
    "walk": walk,
    "comp": comp,
    "pad": pad,
    "riff": riff,
    "counter": counter,
    "harmony": harmony,
    "lead": lead,
    "solo": lead,
}
