"""What a model finds the bars after a prompt to cost: nats a note."""

import numpy as np

from engine.evaluation.loss import token_losses
from engine.evaluation.passages import Passage
from engine.evaluation.song import song_of
from engine.evaluation.which_next import Nats
from engine.model.transformer_xl import TransformerXL
from engine.music.time import BarMap
from engine.tokens.tokenizer import Tokenizer


def nats_a_note(model: TransformerXL, tokenizer: Tokenizer) -> Nats:
    """Return a function that says what a model finds the bars after a prompt to cost.

    Args:
        model: In evaluation mode.
        tokenizer: The model's.
    """

    def nats(passage: Passage) -> float:
        heard = passage.score.between(0, passage.end)
        song = song_of("", heard, tokenizer)
        first = int(song.bars[BarMap.of(heard).bar_at(passage.start)])
        # The end is nothing that foils and real bars would share.
        losses = token_losses(model, song.ids)[first - 1 : -1]
        return float(np.sum(losses)) / max(1, passage.following.note_count)

    return nats
