"""The loss on held-out songs, read in order with carried memory."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.model.network.kinds import Network
from engine.tokens.batching import SongBatches, part_of_rows
from engine.tokens.gathering import StepBatch
from engine.tokens.steps import StepDivider
from engine.tokens.store import TokenStore
from engine.training.optimization import autocast
from engine.training.ranks import Ranks
from engine.training.segments import segment_losses
from engine.values.config import BatchConfig, Precision

# Songs side by side; more take more memory.
_ROWS = 16
# A song with fewer ids says too little by itself.
_LEAST_IDS = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOutLoss:
    """The losses on held-out songs.

    Attributes:
        mean: Nats per id of all songs together.
        songs: Nats per id of each song that is long enough, in an order that is the same in each
            call; empty for models of ids, and where several processes share the songs.
    """

    mean: float
    songs: tuple[float, ...] = ()


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
) -> HeldOutLoss | None:
    """Return the losses on the validation songs; None if there are none.

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
    by_song: list[Tensor] = []
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
                if isinstance(one, StepBatch) and ranks.count == 1:
                    by_song.append(_by_song(nll, one))
                # Counted over all rows, so that all ranks stop at the same batch.
                if batches.report.useful >= most_tokens:
                    break
    total, scored = ranks.total(total, count)
    return HeldOutLoss(mean=total / scored, songs=_means(by_song)) if scored else None


def _by_song(nll: Tensor, batch: StepBatch) -> Tensor:
    """Return the sum of the losses and the number of ids of each song at hand, (2, P) on the CPU.

    An epoch numbers its songs once, so that the numbers hold for all its batches.
    """
    scored = batch.targets >= 0
    song = batch.song[:, :, None].expand_as(scored)[scored].cpu()
    sums = torch.zeros(2, len(batch.programs), dtype=torch.float64)
    sums[0].index_add_(0, song, nll.double().cpu())
    sums[1].index_add_(0, song, torch.ones_like(song, dtype=torch.float64))
    return sums


def _means(by_song: list[Tensor]) -> tuple[float, ...]:
    if not by_song:
        return ()
    sums, counts = torch.stack(by_song).sum(0).tolist()
    pairs = zip(sums, counts, strict=True)
    return tuple(round(total / ids, 5) for total, ids in pairs if ids >= _LEAST_IDS)
