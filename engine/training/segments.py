"""One segment through a network, whatever its positions are: ids or steps."""

from torch import Tensor

from engine.config import ModelConfig
from engine.model.network.kinds import Network
from engine.model.network.memory import Memory
from engine.model.network.note_xl import NoteXL
from engine.tokens.gathering import Batch, StepBatch
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import Vocabulary

ALL_ROWS = slice(None)


def unit_of(config: ModelConfig, tokenizer: Tokenizer) -> Vocabulary | None:
    """Return what `SongBatches` reads steps by, or None where a model's position is an id."""
    return tokenizer.vocabulary if config.steps else None


def segment_losses(
    model: Network, batch: Batch | StepBatch, memory: Memory, *, rows: slice = ALL_ROWS
) -> tuple[Tensor, Tensor, Memory]:
    """Measure how well a network predicts some rows of a batch.

    Args:
        model: Of ids for a `Batch`, of steps for a `StepBatch`.
        batch: One segment of every row.
        memory: Of these rows.
        rows: Which.

    Returns:
        Losses in nats, of any shape, whose sum over rows is the batch's; the compression loss, a
        scalar; and the memory after the segment.

    Raises:
        TypeError: The batch is of the other unit.
    """
    if isinstance(batch, StepBatch) and isinstance(model, NoteXL):
        return model.losses(
            batch.bags[rows],
            batch.targets[rows],
            batch.said[rows],
            memory,
            song=batch.song[rows],
            programs=batch.programs,
            starts=batch.starts[rows],
        )
    if isinstance(batch, Batch) and not isinstance(model, NoteXL):
        return model.losses(
            batch.ids[rows],
            batch.targets[rows],
            memory,
            starts=batch.starts[rows],
            scored=batch.scored[rows],
        )
    raise TypeError(f"a {type(model).__name__} reads no {type(batch).__name__}")
