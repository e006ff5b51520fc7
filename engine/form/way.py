"""The way through a page as words of its bars: repeats, endings, segno, coda, jumps, fine."""

from collections.abc import Iterable, Sequence

from engine.form.unfolding import MOST_TIMES, JumpBack, PlayedMeasure, Signs
from engine.values.score import WrittenBar

_FORWARD, _BACKWARD, _ENDING, _CLOSES = "forward", "backward", "ending", "closes"
_SEGNO, _CODA, _TO_CODA, _FINE = "segno", "coda", "to-coda", "fine"
_DA_CAPO, _DAL_SEGNO = "da-capo", "dal-segno"
# Names of signs that a word may hold.
_LONGEST_NAME = 12


def written_bars(
    signs: Sequence[Signs], turns: Sequence[PlayedMeasure], ticks: Iterable[int]
) -> tuple[WrittenBar, ...]:
    """Return the bars of a page as they are played; none for a page without signs.

    Args:
        signs: Of each bar of the page.
        turns: The bars as they are played.
        ticks: Where each of these begins.
    """
    if not any(here != Signs() for here in signs):
        return ()
    words = [in_words(here) for here in signs]
    return tuple(
        WrittenBar(tick, turn.measure, words[turn.measure])
        for turn, tick in zip(turns, ticks, strict=True)
    )


def in_words(signs: Signs) -> str:
    """Return the signs of a bar as `WrittenBar.signs` has them."""
    words = [_FORWARD] if signs.forward else []
    words += [f"{_BACKWARD}:{signs.backward}"] if signs.backward else []
    words += [f"{_ENDING}:{_numbers(signs.endings)}"] if signs.endings else []
    words += [_CLOSES] if signs.closes else []
    words += [f"{_SEGNO}:{_name(name)}" for name in sorted(signs.segnos)]
    words += [f"{_CODA}:{_name(name)}" for name in sorted(signs.codas)]
    words += [f"{_TO_CODA}:{_name(signs.to_coda)}"] if signs.to_coda is not None else []
    back = signs.back
    if back is not None:
        about = f"{back.until}:{_numbers(back.passes)}"
        place = _DA_CAPO if back.segno is None else f"{_DAL_SEGNO}:{_name(back.segno)}"
        words.append(f"{place}:{about}")
    words += [_FINE] if signs.fine else []
    return " ".join(words)


def signs_in(text: str) -> Signs:
    """Return the signs of a bar; words that are none are passed over."""
    told: dict[str, list[str]] = {}
    for word in text.split():
        name, *rest = word.split(":")
        told.setdefault(name, []).append(":".join(rest))
    times = _passes(told.get(_BACKWARD, [""])[0])
    return Signs(
        forward=_FORWARD in told,
        backward=min(MOST_TIMES, max(times, default=0)),
        endings=_passes(told.get(_ENDING, [""])[0]),
        closes=_CLOSES in told,
        segnos=frozenset(told.get(_SEGNO, ())),
        codas=frozenset(told.get(_CODA, ())),
        to_coda=next(iter(told.get(_TO_CODA, ())), None),
        back=_back(told),
        fine=_FINE in told,
    )


def _back(told: dict[str, list[str]]) -> JumpBack | None:
    if _DA_CAPO in told:
        until, _, passes = told[_DA_CAPO][0].partition(":")
        return JumpBack(until=until, passes=_passes(passes))
    if _DAL_SEGNO in told:
        name, until, passes = (*told[_DAL_SEGNO][0].split(":"), "", "", "")[:3]
        return JumpBack(segno=name, until=until, passes=_passes(passes))
    return None


def _numbers(passes: Iterable[int]) -> str:
    return ",".join(map(str, sorted(passes)))


def _passes(text: str) -> frozenset[int]:
    return frozenset(int(each) for each in text.split(",") if each.isdigit() and len(each) <= 2)


def _name(name: str) -> str:
    return "".join(letter for letter in name if letter.isalnum())[:_LONGEST_NAME]
