"""The words of the clock's sides, and the sentence over the buttons."""

from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QCoreApplication

from app.clients.jamming import Phase
from app.state.jam_record import JamRecord
from app.values.jam_choices import JamChoices
from app.views.jam.values import ChordMark, ClockView, Side
from app.words.figures import number

# Chords that come, at most; one for each bar.
_MOST_CHORDS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """The state that the clock shows.

    Attributes:
        phase: The phase of the jam.
        record: The notes and turns so far.
        choices: The user's choices.
        tick: Where the music is.
        counted: Remaining beats of the count-in.
        thinks: Whether Segue was late just now.
        over: Whether a finished jam waits for a decision.
        unheard: Whether the mode needs a player, and nobody could be heard.
        missing: Why no jam can start, or empty.
        chords: The chords over the roll.
    """

    phase: Phase
    record: JamRecord
    choices: JamChoices
    tick: float = 0.0
    counted: int = 0
    thinks: bool = False
    over: bool = False
    unheard: bool = False
    missing: str = ""
    chords: tuple[ChordMark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the music is in a turn.

    Attributes:
        bar: The bar of the turn, from 1.
        bars: How many bars the turn has, 0 while nobody knows.
        strokes: How many strokes show it: a bar each, else a beat of the bar each.
        filled: How many of them have passed.
    """

    bar: int
    bars: int
    strokes: int
    filled: float


def place_of(record: JamRecord, choices: JamChoices, tick: float) -> Place:
    """Return where a tick is in the present turn.

    Bars count back from the end of a turn that has one: what is played before the first bar line
    of a turn belongs to its first bar.
    """
    grid, bars = record.grid, choices.turn_bars
    if record.turn_end and bars:
        left = (record.turn_end - tick) / grid.bar
        bar = min(bars, max(1, bars - ceil(left - 1e-6) + 1))
        return Place(bar=bar, bars=bars, strokes=bars, filled=min(bars, max(0.0, bars - left)))
    # A turn is known a moment before it begins.
    turns = record.turns(max(tick, record.turn_tick + 1.0))
    since = turns[-1].start if turns else record.begin
    bar = grid.number_at(tick) - grid.number_at(since) + 1
    beats = max(1, round(grid.bar / grid.beat))
    filled = (tick - grid.origin) % grid.bar / grid.beat
    return Place(bar=max(1, bar), bars=0, strokes=beats, filled=filled)


def clock_of(now: Now) -> ClockView:
    """Return what both sides say."""
    if now.phase == "playing" and now.counted:
        count = Side(title=_tr("Count-in"), count=str(now.counted), plays=True)
        return ClockView(me=count, segue=Side(title=_tr("Segue"), detail=_what_follows(now)))
    if now.phase == "playing":
        return _playing(now)
    if now.phase == "idle":
        return _over(now.record) if now.over else _idle(now)
    segue = Side(title=_tr("Segue rests"), detail=_tr("It goes on as soon as it can."))
    if now.phase == "ending":
        segue = Side(title=_tr("The end"), detail=_tr("What you played is gathered…"))
    return ClockView(me=Side(title=_tr("You")), segue=segue)


def sentence_of(now: Now) -> str:
    """Return the sentence over the buttons."""
    if now.phase == "idle" and not now.over:
        return now.missing
    if now.phase != "playing" or now.counted:
        return ""
    who = now.record.who
    if who in {"me", "nobody"}:
        return _what_follows(now)
    if who == "both":
        return ""
    return _tr("Play a note, or press Space, to take over.")


def press_of(now: Now) -> str:
    """Return the effect of a hand-over, for the button."""
    plays = now.phase == "playing" and now.record.who in {"segue", "both"}
    if now.choices.both:
        return _tr("Let Segue rest") if plays else _tr("Let Segue join in")
    return _tr("Take over now") if plays else _tr("Hand over now")


def _idle(now: Now) -> ClockView:
    ways = {
        "answer": _tr("You play a phrase, Segue answers."),
        "trade": _tr("You and Segue play the same number of bars by turns."),
        "accompany": _tr("Segue joins in with your first note."),
        "endless": _tr("Segue plays on and on; play a note to take over."),
    }
    alone = now.choices.mode == "endless"
    first = _tr("Segue begins by itself.") if alone else _tr("You begin.")
    detail = _tr("No keyboard is heard yet.") if now.unheard else first
    me = Side(title=_tr("You"), detail=detail)
    return ClockView(me=me, segue=Side(title=_tr("Segue"), detail=ways[now.choices.mode]))


def _over(record: JamRecord) -> ClockView:
    me, segue = len(record.me(record.turn_tick)), len(record.segue)
    played = _tr("Notes: %1")
    return ClockView(
        me=Side(title=_tr("You played"), detail=played.replace("%1", number(me))),
        segue=Side(title=_tr("Segue played"), detail=played.replace("%1", number(segue))),
    )


def _playing(now: Now) -> ClockView:
    who = now.record.who
    place = place_of(now.record, now.choices, now.tick)
    me, segue = _tr("You play"), _tr("Segue plays")
    if who == "both":
        both = _counting(segue, place, late=now.thinks)
        return ClockView(me=_counting(me, place), segue=both)
    if who == "segue":
        return ClockView(me=_me_waits(now), segue=_counting(segue, place, late=now.thinks))
    return ClockView(me=_counting(me, place), segue=_segue_waits(now))


def _counting(title: str, place: Place, *, late: bool = False) -> Side:
    if late:
        return Side(title=title, after=_tr("Not ready in time…"), plays=True, late=True)
    after = _tr("of %1 bars").replace("%1", str(place.bars)) if place.bars > 1 else ""
    if place.bars == 1:
        after = _tr("of 1 bar")
    return Side(
        title=title,
        before="" if after else _tr("bar"),
        count=str(place.bar),
        # The ruler beside it counts the bars of the whole jam.
        after=after or _tr("of this turn"),
        strokes=place.strokes,
        plays=True,
    )


def _me_waits(now: Now) -> Side:
    record = now.record
    title = _tr("You, from bar %1") if record.turn_end else _tr("You")
    return Side(
        title=title.replace("%1", str(record.grid.number_at(record.turn_end))),
        detail=_tr("Or play a note now: Segue stops at once"),
    )


def _segue_waits(now: Now) -> Side:
    record, choices = now.record, now.choices
    chords = _chords_to_come(now)
    if now.tick < record.turn_end:
        text = _tr("Segue answers from bar %1")
        title = text.replace("%1", str(record.grid.number_at(record.turn_end)))
        return Side(title=title, detail=_tr("It listens."), chords=chords)
    if record.waiting is not None:
        return Side(title=_tr("Segue's answer is ready"), detail=_hand_over(now), chords=chords)
    late = choices.mode == "trade" and record.turn_end
    title = _tr("Segue looks for its answer") if late else _tr("Segue listens")
    return Side(title=title, detail="" if late else _what_follows(now))


def _chords_to_come(now: Now) -> tuple[tuple[str, str], ...]:
    """Return the first chord of each bar that Segue has decided on, with the name of the bar."""
    bars: dict[int, str] = {}
    for mark in now.chords:
        if mark.planned:
            bars.setdefault(now.record.grid.number_at(mark.tick), mark.name)
    place = _tr("bar %1")
    each = tuple((name, place.replace("%1", str(bar))) for bar, name in bars.items())
    return each[:_MOST_CHORDS]


def _hand_over(now: Now) -> str:
    if not now.choices.hears_ends or now.choices.mode != "answer":
        return _tr("Space hands over.")
    if now.record.waiting is None:
        return _tr("Stop playing, or press Space, to hand over.")
    return _tr("Stop playing, or press Space, to hear it.")


def _what_follows(now: Now) -> str:
    record, choices = now.record, now.choices
    if choices.both:
        return _tr("Segue joins in with your next note, or with Space.")
    if record.turn_end:
        return _tr("If you hand over now, Segue begins on the next beat.")
    if choices.mode == "trade":
        text = _tr("Your bars count from your first note: %1 each.")
        return text.replace("%1", str(choices.turn_bars))
    return _hand_over(now)


def _tr(text: str) -> str:
    return QCoreApplication.translate("JamClock", text)
