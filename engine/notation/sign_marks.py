"""Repeats, endings and jumps of a measure as MusicXML has them."""

from xml.etree import ElementTree as ET

from engine.form.unfolding import Signs
from engine.notation.musicxml_elements import text
from engine.notation.page import NO_SIGNS, NotatedMeasure
from engine.notation.page_way import said_by_words

# A repeat that is played twice does not say so.
_TWICE = 2


def write_left_barline(parent: ET.Element, signs: Signs, *, begins: bool) -> None:
    """Write the bar line at the left of a measure, where it has a sign.

    Args:
        parent: The measure.
        signs: Its signs.
        begins: Whether an ending begins with it.
    """
    if not signs.forward and not begins:
        return
    element = ET.SubElement(parent, "barline", location="left")
    if signs.forward:
        text(element, "bar-style", "heavy-light")
    if begins:
        ET.SubElement(element, "ending", number=_numbers(signs), type="start")
    if signs.forward:
        ET.SubElement(element, "repeat", direction="forward")


def write_right_barline(parent: ET.Element, signs: Signs, *, last: bool, closes: bool) -> None:
    """Write the bar line at the right of a measure, where it is no plain one.

    Args:
        parent: The measure.
        signs: Its signs.
        last: Whether it is the last measure.
        closes: Whether an ending ends with it.
    """
    if not last and not signs.backward and not closes:
        return
    element = ET.SubElement(parent, "barline", location="right")
    if last or signs.backward:
        text(element, "bar-style", "light-heavy")
    if closes:
        kind = "stop" if signs.backward or signs.closes else "discontinue"
        ET.SubElement(element, "ending", number=_numbers(signs), type=kind)
    if signs.backward:
        repeat = ET.SubElement(element, "repeat", direction="backward")
        if signs.backward > _TWICE:
            repeat.set("times", str(signs.backward))


def _numbers(signs: Signs) -> str:
    return ", ".join(map(str, sorted(signs.endings)))


def write_jumps(parent: ET.Element, measure: NotatedMeasure) -> None:
    """Write jumps that the words and signs of a measure do not say, as a sound alone."""
    signs = measure.signs
    if signs == NO_SIGNS:
        return
    sound = _sound(signs, said_by_words(measure))
    if sound:
        ET.SubElement(parent, "sound", sound)


def _sound(signs: Signs, said: Signs) -> dict[str, str]:
    """Return the attributes of the sound that says the rest of some signs."""
    sound: dict[str, str] = {}
    if segnos := signs.segnos - said.segnos:
        sound["segno"] = min(segnos)
    if codas := signs.codas - said.codas:
        sound["coda"] = min(codas)
    if signs.to_coda is not None and said.to_coda != signs.to_coda:
        sound["tocoda"] = signs.to_coda
    if signs.fine and not said.fine:
        sound["fine"] = "yes"
    if signs.back is None or said.back == signs.back:
        return sound
    place = signs.back.segno
    sound |= {"dacapo": "yes"} if place is None else {"dalsegno": place}
    if signs.back.passes:
        sound["time-only"] = ",".join(map(str, sorted(signs.back.passes)))
    return sound
