"""Correct how a piece counts: pure functions that return a new score.

No note, controller or other event leaves its tick: bar lines, tempos and the length of a quarter
change instead. A faster quarter has fewer ticks, so nothing is rounded.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from engine.values.ranges import FASTEST_BPM, LONGEST_NUMERATOR, SLOWEST_BPM
from engine.values.score import Score, Tempo, TimeSignature
from engine.values.time import DEFAULT_BPM, BarMap, TempoMap

# Ticks of a quarter: with fewer, a thirty-second triplet would not lie on the grid; a MIDI file
# has no room for more.
COARSEST, FINEST = 24, 32_767


def nearest_beat(score: Score, tick: int) -> int:
    """Return the tick of the beat of the meter, or of the bar line, that is nearest to a tick."""
    bars = BarMap.of(score)
    bar = bars.bar_at(tick)
    start, end = bars.start_of(bar), bars.start_of(bar + 1)
    length = bars.beat_length_at(start)
    before = start + (tick - start) // length * length
    after = min(before + length, end)
    return before if tick - before <= after - tick else after


def begins_bar(score: Score, tick: int) -> bool:
    """Return whether a bar begins at a tick."""
    bars = BarMap.of(score)
    return bars.start_of(bars.bar_at(tick)) == tick


def with_beat_one(score: Score, tick: int, *, fixed: Collection[int] = ()) -> Score:
    """Return the score with a bar line at the beat nearest to a tick.

    The nearest bar line moves there, and all later ones move with it by as many ticks, those of
    later meters too, up to the first one that is fixed. Bars before it stay; the one that it cuts
    is shorter.

    Args:
        score: The piece.
        tick: Near the beat.
        fixed: Bar lines that the user put where they are. The one that moves is no longer one.
    """
    beat = nearest_beat(score, tick)
    if begins_bar(score, beat):
        return score
    bars = BarMap.of(score)
    line = moved_line(score, beat)
    shift, meter = beat - line, bars.signature_at(line)
    until = min((t for t in fixed if t > max(beat, line)), default=None)
    kept = [s for s in score.time_signatures if s.tick < beat]
    later = [replace(s, tick=s.tick + shift) for s in score.time_signatures if s.tick > line]
    if until is not None:
        stays = replace(bars.signature_at(until), tick=until)
        after = [s for s in score.time_signatures if s.tick > until]
        later = [*(s for s in later if s.tick < min(until, until + shift)), stays, *after]
    return replace(score, time_signatures=(*kept, replace(meter, tick=beat), *later))


def moved_line(score: Score, beat: int) -> int:
    """Return the bar line, as a tick, that moves if a beat becomes the first of a bar."""
    bars = BarMap.of(score)
    bar = bars.bar_at(beat)
    start, end = bars.start_of(bar), bars.start_of(bar + 1)
    return start if beat - start <= end - beat else end


def with_lines_kept(score: Score, fixed: Iterable[int]) -> Score:
    """Return the score with a bar line at each of some ticks: its meter begins there anew.

    Args:
        score: The piece.
        fixed: Bar lines that the user put where they are.
    """
    for tick in sorted(fixed):
        if not begins_bar(score, tick):
            anew = replace(BarMap.of(score).signature_at(tick), tick=tick)
            signatures = sorted([*score.time_signatures, anew], key=lambda meter: meter.tick)
            score = replace(score, time_signatures=tuple(signatures))
    return score


def beats_in_bar(score: Score, tick: int) -> int:
    """Return the beats in the bar at a tick; those of 6/8, 9/8 and the like have three eighths."""
    meter = BarMap.of(score).signature_at(tick)
    return meter.numerator // _parts(meter)


def beat_length(score: Score, tick: int) -> int:
    """Return the ticks of a beat as one counts it at a tick: three eighths in 6/8."""
    bars = BarMap.of(score)
    return bars.beat_length_at(tick) * _parts(bars.signature_at(tick))


def with_beats_in_bar(score: Score, tick: int, beats: int) -> Score:
    """Return the score with so many beats in every bar from the one at a tick on.

    A beat stays as long as it is there. Later meters go.

    Raises:
        ValueError: MIDI cannot write a meter of so many beats.
    """
    bars = BarMap.of(score)
    meter = bars.signature_at(tick)
    numerator = beats * _parts(meter)
    if not 1 <= numerator <= LONGEST_NUMERATOR:
        raise ValueError(f"a bar cannot have {beats} beats")
    start = bars.start_of(bars.bar_at(tick))
    kept = [s for s in score.time_signatures if s.tick < start]
    new = replace(meter, tick=start, numerator=numerator)
    return replace(score, time_signatures=(*kept, new))


def with_bar_line_at(score: Score, line: int, to: int) -> Score:
    """Return the score with tempos by which a bar line sounds when another tick does now.

    The bar before it and the bar after it get other tempos, in which the beats keep their
    proportions; all other bar lines keep their seconds. Events keep their ticks: a `Regridding`
    between both scores gives notes their seconds back.

    Args:
        score: The piece.
        line: Tick of the bar line, not the first.
        to: A tick between the bar lines before and after it.

    Raises:
        ValueError: The tick is not between them, or MIDI cannot write the tempos.
    """
    time, bars = TempoMap.of(score), BarMap.of(score)
    bar = bars.bar_at(line)
    before, after = bars.start_of(bar - 1), bars.start_of(bar + 1)
    if line <= 0 or bars.start_of(bar) != line or not before < to < after:
        raise ValueError(f"the bar line at {line} cannot be at {to}")
    first_s, line_s, to_s, last_s = map(time.seconds_at, (before, line, to, after))
    earlier, later = (line_s - first_s) / (to_s - first_s), (last_s - line_s) / (last_s - to_s)
    changed = [
        *_stretched(score, before, line, factor=earlier),
        *_stretched(score, line, after, factor=later),
    ]
    if any(not SLOWEST_BPM <= tempo.bpm <= FASTEST_BPM for tempo in changed):
        raise ValueError(f"MIDI cannot write the tempos around {line}")
    kept = [tempo for tempo in _tempos(score) if not before <= tempo.tick <= after]
    goes_on = Tempo(after, time.bpm_at(after))
    tempos = sorted([*kept, *changed, goes_on], key=lambda tempo: tempo.tick)
    return replace(score, tempos=tuple(tempos))


def _stretched(score: Score, start: int, end: int, *, factor: float) -> list[Tempo]:
    """Return the tempos of the ticks [start, end), each times a factor."""
    first = Tempo(start, TempoMap.of(score).bpm_at(start))
    within = [tempo for tempo in score.tempos if start < tempo.tick < end]
    return [replace(tempo, bpm=tempo.bpm * factor) for tempo in (first, *within)]


def can_count_twice_as_fast(score: Score) -> bool:
    """Return whether half a quarter has whole ticks, enough of them, and a tempo MIDI can write."""
    quarter = score.ticks_per_quarter
    fastest = max(tempo.bpm for tempo in _tempos(score))
    return quarter % 2 == 0 and quarter // 2 >= COARSEST and fastest * 2 <= FASTEST_BPM


def can_count_half_as_fast(score: Score) -> bool:
    """Return whether two quarters have few enough ticks, and a tempo that MIDI can write."""
    slowest = min(tempo.bpm for tempo in _tempos(score))
    return score.ticks_per_quarter * 2 <= FINEST and slowest / 2 >= SLOWEST_BPM


def twice_as_fast(score: Score) -> Score:
    """Return the score with two quarters where one was; meters stay, so bars are half as long.

    Raises:
        ValueError: It cannot count faster: see `can_count_twice_as_fast`.
    """
    if not can_count_twice_as_fast(score):
        raise ValueError("the piece cannot count twice as fast")
    return _counted(score, score.ticks_per_quarter // 2, lambda bpm: bpm * 2)


def half_as_fast(score: Score) -> Score:
    """Return the score with a quarter where two were; meters stay, so bars are twice as long.

    A meter that began after an odd number of bars begins after half a bar.

    Raises:
        ValueError: It cannot count slower: see `can_count_half_as_fast`.
    """
    if not can_count_half_as_fast(score):
        raise ValueError("the piece cannot count half as fast")
    return _counted(score, score.ticks_per_quarter * 2, lambda bpm: bpm / 2)


def _counted(score: Score, quarter: int, at: Callable[[float], float]) -> Score:
    tempos = tuple(replace(tempo, bpm=at(tempo.bpm)) for tempo in _tempos(score))
    return replace(score, ticks_per_quarter=quarter, tempos=tempos)


def _tempos(score: Score) -> tuple[Tempo, ...]:
    """Return the tempos, with the one that holds at the beginning where none is written."""
    if score.tempos and score.tempos[0].tick <= 0:
        return score.tempos
    return (Tempo(0, DEFAULT_BPM), *score.tempos)


def _parts(meter: TimeSignature) -> int:
    """Return how many units of a meter are one beat: three in compound meters."""
    compound = meter.denominator >= 8 and meter.numerator > 3 and meter.numerator % 3 == 0
    return 3 if compound else 1
