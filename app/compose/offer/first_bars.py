"""Make the request for the first bars of a piece that has no note yet."""

from dataclasses import replace

from app.values.continue_settings import BEGIN_BARS
from engine.harmony.keys import Key
from engine.request import Request
from engine.values.score import Score


def beginning(ask: Request, score: Score) -> Request:
    """Return the request for the first bars, in the key that the user chose for them.

    A wish is a change from the bars before, of which there are none.

    Args:
        ask: The request of the panel's settings.
        score: Without notes that the model hears.
    """
    limits, keys = ask.limits, score.key_signatures
    if keys and not limits.pitch_classes:
        # With the plan alone half of the alternatives are in another key after four bars.
        limits = replace(limits, pitch_classes=tuple(sorted(Key.of(keys[0]).pitch_classes)))
    return replace(ask, bars=ask.bars or BEGIN_BARS, wish="none", pattern=(0, 0), limits=limits)
