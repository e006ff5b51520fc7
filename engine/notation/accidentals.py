"""Which notes of a measure have a sign before them."""

from dataclasses import replace

from engine.notation.page import Head, NotatedMeasure, Symbol

_SHARPS = "FCGDAEB"


def with_accidentals(measure: NotatedMeasure, fifths: int) -> NotatedMeasure:
    """Return a measure with its accidentals: a sign holds for its line to the next bar line.

    Args:
        measure: Without any.
        fifths: The written key signature in it.
    """
    held: dict[tuple[int, str, int], int] = {}
    places = sorted(
        (symbol.start, number, index)
        for number, voice in enumerate(measure.voices)
        for index, symbol in enumerate(voice.symbols)
        if symbol.heads
    )
    if not places:
        return measure
    symbols = [list(voice.symbols) for voice in measure.voices]
    for _, number, index in places:
        staff = measure.voices[number].staff
        symbol = symbols[number][index]
        symbols[number][index] = _signed(symbol, staff, fifths, held)
    voices = tuple(
        replace(voice, symbols=tuple(changed))
        for voice, changed in zip(measure.voices, symbols, strict=True)
    )
    return replace(measure, voices=voices)


def _signed(
    symbol: Symbol, staff: int, fifths: int, held: dict[tuple[int, str, int], int]
) -> Symbol:
    heads: list[Head] = []
    for head in symbol.heads:
        written = head.spelling
        line = (staff, written.step, written.octave)
        expected = held.get(line, _in_signature(written.step, fifths))
        # A tie over the bar line carries its sign along, for that note alone.
        if head.tied_from or written.alter == expected:
            heads.append(head)
            continue
        held[line] = written.alter
        heads.append(replace(head, accidental=written.alter))
    return replace(symbol, heads=tuple(heads))


def _in_signature(step: str, fifths: int) -> int:
    place = _SHARPS.index(step)
    if fifths > 0:
        return 1 if place < fifths else 0
    return -1 if 6 - place < -fifths else 0
