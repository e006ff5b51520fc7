"""Some measures of a page by themselves."""

from dataclasses import replace

from engine.notation.page import NotatedPart, Symbol


def cut_free(part: NotatedPart, only: range) -> NotatedPart:
    """Return a part without the ties that lead out of some measures."""
    measures = list(part.measures)
    for number in {only.start, only.stop - 1}:
        measure = measures[number]
        voices = tuple(
            replace(
                voice,
                symbols=tuple(
                    _untied(
                        symbol,
                        before=number == only.start and symbol.start == 0,
                        after=number == only.stop - 1 and symbol.end == measure.length,
                    )
                    for symbol in voice.symbols
                ),
            )
            for voice in measure.voices
        )
        measures[number] = replace(measure, voices=voices)
    return replace(part, measures=tuple(measures))


def _untied(symbol: Symbol, *, before: bool, after: bool) -> Symbol:
    if not symbol.heads or not (before or after):
        return symbol
    heads = tuple(
        replace(
            head,
            tied_from=head.tied_from and not before,
            tied_to=head.tied_to and not after,
        )
        for head in symbol.heads
    )
    return replace(symbol, heads=heads)
