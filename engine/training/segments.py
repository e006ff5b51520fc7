"""The losses of one segment, for models of ids and of steps."""

from torch import Tensor

from engine.model.network.kinds import Network
from engine.model.network.memory import Memory
from engine.model.network.note_xl import NoteXL
from engine.tokens.gathering import Batch, StepBatch

ALL_ROWS = slice(None)


def segment_losses(
    model: Network, batch: Batch | StepBatch, memory: Memory, *, rows: slice = ALL_ROWS
) -> tuple[Tensor, Tensor, Memory]:
    """Compute the losses of some rows of a batch.

    Args:
        model: A model of ids for a `Batch`, of steps for a `StepBatch`.
        batch: One segment of every row.
        memory: The carried memory of these rows.
        rows: The rows.

    Returns:
        Losses in nats, of any shape; their sums over calls add up to the batch's. Then the
        compression loss, a scalar, and the memory after the segment.

    Raises:
        TypeError: The model needs the other kind of batch.
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
