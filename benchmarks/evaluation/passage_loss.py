"""What a model finds the bars after a prompt to cost: nats a note."""

import numpy as np

from benchmarks.evaluation.loss import token_losses
from benchmarks.evaluation.passages import Passage
from benchmarks.evaluation.reading import Reading
from benchmarks.evaluation.song import song_of
from benchmarks.evaluation.which_next import Cost, Nats
from engine.music.score import Score
from engine.music.time import BarMap
from engine.tokens.tokenizer import Tokenizer


def nats_a_note(reading: Reading, tokenizer: Tokenizer) -> Nats:
    """Return a function that says what a model finds the bars after a prompt to cost.

    Args:
        reading: How the model reads songs.
        tokenizer: The model's.
    """

    def cost(score: Score, passage: Passage) -> float:
        song = song_of("", score, tokenizer)
        first = int(song.bars[BarMap.of(score).bar_at(passage.start)])
        # The end is nothing that foils and real bars would share.
        losses = token_losses(reading, song.ids)[first - 1 : -1]
        return float(np.sum(losses)) / max(1, passage.following.note_count)

    return lambda passage: Cost(
        heard=cost(passage.score.between(0, passage.end), passage),
        # The same bars after as much silence.
        alone=cost(passage.following, passage),
    )
