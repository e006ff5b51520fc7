"""What the user leans to, as numbers added to logits by what each token means.

The model stays as it is: only what it already finds possible gets a little likelier. Whether that
has the effect that its name says is measured (`docs/experiments/`), never assumed.
"""

import torch
from torch import Tensor

from engine.config import SteeringConfig
from engine.tokens.grammar import State
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind

# Natural logarithms of odds for one unit of steering.
_PER_QUARTER = 0.45  # of time that passes until the next note begins
_PER_OCTAVE = 0.45
_PER_16_VELOCITIES = 0.5
_PER_DOUBLING = 0.45
_MIDDLE_PITCH, _MIDDLE_VELOCITY = 60, 64


class Steering:
    """Adds what is wanted to logits.

    Legend: V vocabulary.

    Args:
        config: What is wanted.
        tokenizer: The model's.
    """

    def __init__(self, config: SteeringConfig, tokenizer: Tokenizer) -> None:
        vocabulary = tokenizer.vocabulary
        self._config = config
        self._bar = vocabulary.bar
        self._bar_lengths: list[int] = vocabulary.meter_lengths.tolist()
        self._positions = torch.from_numpy(vocabulary.ids_of(TokenKind.POSITION))
        values = torch.from_numpy(vocabulary.values).to(torch.float32)
        self._quarters = values[self._positions] / tokenizer.ticks_per_quarter
        self._quarter = tokenizer.ticks_per_quarter
        self._added = torch.zeros(len(vocabulary))
        pitches = torch.from_numpy(vocabulary.ids_of(TokenKind.PITCH))
        height = (values[pitches] - _MIDDLE_PITCH) / 12
        self._added[pitches] = _PER_OCTAVE * config.register * height
        velocities = torch.from_numpy(vocabulary.ids_of(TokenKind.VELOCITY))
        force = (values[velocities] - _MIDDLE_VELOCITY) / 16
        self._added[velocities] = _PER_16_VELOCITIES * config.loudness * force
        durations = torch.from_numpy(vocabulary.ids_of(TokenKind.DURATION))
        length = torch.log2(values[durations].clamp(min=1) / self._quarter)
        self._added[durations] = _PER_DOUBLING * config.note_length * length

    def __call__(self, logits: Tensor, state: State) -> Tensor:
        """Return logits with what is wanted added.

        Args:
            logits: (V,) on the CPU; left as they are.
            state: Where the music stands: how far a later position is depends on it.
        """
        if self._config.is_neutral:
            return logits
        steered = logits + self._added
        if self._config.busy and state.meter >= 0:
            now = max(state.position, 0) / self._quarter
            lean = -_PER_QUARTER * self._config.busy
            steered[self._positions] += lean * (self._quarters - now)
            bar_end = self._bar_lengths[state.meter] / self._quarter
            steered[self._bar] += lean * (bar_end - now)
        return steered
