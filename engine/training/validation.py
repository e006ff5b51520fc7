"""The loss on held-out songs, read in order with carried memory."""

from dataclasses import replace

import torch

from engine.model.network.kinds import Network
from engine.tokens.batching import SongBatches, part_of_rows
from engine.tokens.steps import StepDivider
from engine.tokens.store import TokenStore
from engine.training.optimization import autocast
from engine.training.ranks import Ranks
from engine.training.segments import segment_losses
from engine.values.config import BatchConfig, Precision

# Songs side by side; more take more memory.
_ROWS = 16


def validation_loss(
    model: Network,
    store: TokenStore,
    batch: BatchConfig,
    *,
    device: torch.device | str,
    precision: Precision = "float32",
    most_tokens: int = 65_536,
    ranks: Ranks | None = None,
    steps: StepDivider | None = None,
) -> float | None:
    """Return the mean nats per id of the validation songs; None if there are none.

    Each call reads the same songs in the same order, so that two results for one store can be
    compared.

    Args:
        model: Left in evaluation mode.
        store: The songs; the split `valid` is read.
        batch: The settings of the training, for the segment length.
        device: The device of the model.
        precision: Of the matrix products.
        most_tokens: Most ids to read.
        ranks: The processes that divide the rows; all get the same result.
        steps: As `SongBatches` takes it.
    """
    ranks = ranks or Ranks()
    songs = len(store.songs("valid"))
    if not songs:
        return None
    config = replace(batch, rows=min(_ROWS, songs), joining="ragged", seed=0, reordered=0.0)
    total, count = 0.0, 0
    # With fewer songs than ranks, some ranks have no rows.
    if ranks.rank < config.rows:
        share = (ranks.rank, min(ranks.count, config.rows))
        batches = SongBatches.of_split(
            store,
            "valid",
            config,
            device=device,
            epochs=1,
            share=share,
            steps=steps,
        )
        model.eval()
        memory = model.empty_memory(len(part_of_rows(config.rows, share)))
        with torch.inference_mode(), autocast(device, precision):
            for one in batches:
                nll, _, memory = segment_losses(model, one, memory)
                total += float(nll.sum())
                count += int(one.count)
                # Counted over all rows, so that all ranks stop at the same batch.
                if batches.report.useful >= most_tokens:
                    break
    total, scored = ranks.total(total, count)
    return total / scored if scored else None
