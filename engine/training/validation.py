"""The loss on held-out songs, with carried memory, as the songs are written."""

from dataclasses import replace

import torch

from engine.config import BatchConfig, Precision
from engine.model.network.kinds import Network
from engine.tokens.batching import SongBatches, part_of_rows
from engine.tokens.store import TokenStore
from engine.tokens.vocabulary import Vocabulary
from engine.training.optimization import autocast
from engine.training.ranks import Ranks
from engine.training.segments import segment_losses

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
    vocabulary: Vocabulary | None = None,
) -> float | None:
    """Return the mean nats an id of the validation songs, or None where there are none.

    The songs, their order and what is left out are the same every time, so that two figures of
    one store can be compared.

    Args:
        model: Left in evaluation mode.
        store: Songs of which the split `valid` is read.
        batch: Of the training; its segment length is used.
        device: Where the model is.
        precision: Of the matrix products.
        most_tokens: Stop after so many.
        ranks: The processes that divide the rows among them; all of them get the same figure.
        vocabulary: As `SongBatches` takes it.
    """
    ranks = ranks or Ranks()
    songs = len(store.songs("valid"))
    if not songs:
        return None
    config = replace(batch, rows=min(_ROWS, songs), joining="ragged", seed=0, reordered=0.0)
    total, count = 0.0, 0
    # Where there are fewer songs than processes, some have nothing to do.
    if ranks.rank < config.rows:
        share = (ranks.rank, min(ranks.count, config.rows))
        batches = SongBatches.of_split(
            store,
            "valid",
            config,
            device=device,
            epochs=1,
            share=share,
            vocabulary=vocabulary,
        )
        model.eval()
        memory = model.empty_memory(len(part_of_rows(config.rows, share)))
        with torch.inference_mode(), autocast(device, precision):
            for one in batches:
                nll, _, memory = segment_losses(model, one, memory)
                total += float(nll.sum())
                count += int(one.count)
                # Of all rows, so that all processes stop at the same batch.
                if batches.report.useful >= most_tokens:
                    break
    total, scored = ranks.total(total, count)
    return total / scored if scored else None
