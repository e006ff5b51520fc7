"""What a longer context is worth: loss by its length, and the length that still matters.

Legend: W windows, C ids of context, N targets of a window. The targets are the same ids for every
context, so that nothing but the context differs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from engine.evaluation.loss import SEGMENT
from engine.evaluation.past import Past
from engine.evaluation.song import EvaluatedSong, Ids, Nats
from engine.model.transformer_xl import TransformerXL
from engine.tokens.vocabulary import Vocabulary

CONTEXTS = (0, 64, 128, 256, 512, 1024, 2048, 4096)
TARGETS = 64
RATIOS = (1.0, 0.5, 0.1)
THRESHOLD = 0.01
_ROWS = 8
_APART = 256


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Windows:
    """Places where songs have the longest context before them, spread evenly over all such places.

    Attributes:
        ids: (W, longest + N + 1).
        places: (song, index of the first target) of each.
        targets: N.
    """

    ids: NDArray[np.int64]
    places: tuple[tuple[int, int], ...]
    targets: int

    @property
    def longest(self) -> int:
        """The longest context, C."""
        return int(self.ids.shape[1]) - self.targets - 1


def windows_of(
    songs: Sequence[Ids], *, longest: int, targets: int = TARGETS, count: int = 64
) -> Windows:
    """Choose windows.

    Args:
        songs: Ids of each; songs that are too short for the longest context are left out.
        longest: The longest context.
        targets: Ids measured in each window.
        count: How many windows, at most.

    Raises:
        ValueError: No song is long enough.
    """
    length = longest + targets + 1
    places = [
        (song, start)
        for song, ids in enumerate(songs)
        for start in range(0, len(ids) - length + 1, _APART)
    ]
    if not places:
        raise ValueError(f"no song has {length} ids")
    spread = np.linspace(0, len(places) - 1, min(count, len(places))).round().astype(int)
    chosen = [places[index] for index in spread]
    return Windows(
        ids=np.array([songs[song][at : at + length].astype(np.int64) for song, at in chosen]),
        places=tuple((song, at + longest + 1) for song, at in chosen),
        targets=targets,
    )


@torch.inference_mode()
def nats_after(
    model: TransformerXL,
    windows: Windows,
    *,
    context: int,
    segment_length: int = SEGMENT,
    mem_len: int | None = None,
    past: Vocabulary | None = None,
) -> Nats:
    """Return the nats of all targets after one length of context, (W, N).

    Args:
        model: In evaluation mode.
        windows: Where.
        context: Ids before the id that the first target is predicted from.
        segment_length: T, in which the context is read.
        mem_len: Positions carried; None takes the model's.
        past: The vocabulary, for the context's echo and phrases beside the model; None leaves
            them out.
    """
    cut = windows.ids[:, windows.longest - context :]
    found = []
    for first in range(0, len(cut), _ROWS):
        ids = torch.from_numpy(cut[first : first + _ROWS]).to(model.device)
        memory = model.empty_memory(len(ids), mem_len=mem_len)
        for start in range(0, context, segment_length):
            part = ids[:, start : min(start + segment_length, context)]
            _, memory = model.hidden(part, memory, None)
        logits, _ = model(ids[:, context:-1], memory)
        for row, heard in zip(logits, cut[first : first + _ROWS].tolist(), strict=True):
            found.append(_nats(row, heard, context=context, past=past))
    return np.array(found)


def _nats(logits: Tensor, ids: list[int], *, context: int, past: Vocabulary | None) -> Nats:
    """Return the nats of the ids after the context, whose last one the first is predicted from."""
    wanted = ids[context + 1 :]
    if past is not None:
        return Past.of(ids[: context + 1], past, 1.0).nats(logits, wanted)
    targets = torch.tensor(wanted).to(logits.device)
    nats: Nats = F.cross_entropy(logits.double(), targets, reduction="none").cpu().numpy()
    return nats


def loss_by_context(
    model: TransformerXL,
    songs: Sequence[Ids],
    *,
    contexts: Sequence[int] = CONTEXTS,
    targets: int = TARGETS,
    windows: int = 64,
    segment_length: int = SEGMENT,
    mem_len: int | None = None,
    past: Vocabulary | None = None,
) -> dict[int, float]:
    """Return the mean nats of the same tokens after contexts of each length (T2).

    Args:
        model: In evaluation mode.
        songs: Ids of each; songs that are too short for the longest context are left out.
        contexts: Lengths C; the first target itself has no context where C is 0.
        targets: Ids measured in each window.
        windows: How many windows, at most.
        segment_length: T, in which the context is read.
        mem_len: Positions carried; None takes the model's.
        past: The vocabulary, for the context's echo and phrases beside the model; None leaves
            them out.

    Raises:
        ValueError: No song is long enough.
    """
    chosen = windows_of(songs, longest=max(contexts), targets=targets, count=windows)
    return {
        context: float(
            nats_after(
                model,
                chosen,
                context=context,
                segment_length=segment_length,
                mem_len=mem_len,
                past=past,
            ).mean()
        )
        for context in contexts
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectiveContext:
    """How far back it still pays to look (T3).

    Attributes:
        ratio: The share r of the targets that are hardest with the short context.
        net: Whether targets that get worse with more context count, too.
        tokens: RECL.
        bars: The same in bars, mean over the windows.
        seconds: The same in seconds, mean over the windows.
        at_least: Whether the gain was still large enough at the longest context tried.
        gains: (short context, relative gain of one step more) of each step tried.
    """

    ratio: float
    net: bool
    tokens: int
    bars: float
    seconds: float
    at_least: bool
    gains: tuple[tuple[int, float], ...]


def effective_context(
    model: TransformerXL,
    songs: Sequence[EvaluatedSong],
    *,
    step: int = 64,
    longest: int = 2048,
    ratios: Sequence[float] = RATIOS,
    targets: int = TARGETS,
    windows: int = 32,
    segment_length: int = SEGMENT,
) -> tuple[EffectiveContext, ...]:
    """Return the relative effective context length, RECL (Dai et al. 2019, appendix C).

    From a short context c on, the context grows by `step` for as long as the perplexity falls by at
    least one percent. The paper counts only positions that get better, against the best of a group
    of models; of one model alone whatever moves a prediction about at random then counts as gain.
    Beside the paper's figures there is therefore a net one, in which what gets worse counts, too.

    Args:
        model: In evaluation mode.
        songs: Some with `longest` ids and more.
        step: Δ; also the first short context.
        longest: The longest context tried.
        ratios: r, each gives a figure.
        targets: Ids measured in each window.
        windows: How many windows, at most.
        segment_length: T, in which the context is read.

    Returns:
        One figure for each ratio, then the net one of all targets.

    Raises:
        ValueError: No song is long enough.
    """
    chosen = windows_of(
        [song.ids for song in songs], longest=longest, targets=targets, count=windows
    )
    measured: dict[int, Nats] = {}

    def nats(context: int) -> Nats:
        if context not in measured:
            measured[context] = nats_after(
                model, chosen, context=context, segment_length=segment_length
            )
        return measured[context]

    found = []
    for ratio, net in (*((ratio, False) for ratio in ratios), (1.0, True)):
        gains = []
        tokens, at_least = step, True
        for short in range(step, longest - step + 1, step):
            gain = relative_gain(nats(short), nats(short + step), ratio=ratio, net=net)
            gains.append((short, gain))
            tokens = short
            if gain < THRESHOLD:
                at_least = False
                break
            tokens = short + step
        bars, seconds = _reach(songs, chosen, tokens)
        found.append(
            EffectiveContext(
                ratio=ratio,
                net=net,
                tokens=tokens,
                bars=bars,
                seconds=seconds,
                at_least=at_least,
                gains=tuple(gains),
            )
        )
    return tuple(found)


def relative_gain(short: Nats, long: Nats, *, ratio: float, net: bool = False) -> float:
    """Return g of Dai et al. 2019, appendix C: by how much perplexity falls with a longer context.

    Args:
        short: Nats of each target with the short context: the baseline.
        long: Nats of the same targets with the long one; worse ones count as the baseline.
        ratio: Only this share of the targets counts, those with the largest baseline.
        net: Let worse ones count as they are.
    """
    baseline = short.reshape(-1)
    better = (long if net else np.minimum(short, long)).reshape(-1)
    count = max(1, round(ratio * len(baseline)))
    hardest = np.argsort(-baseline, kind="stable")[:count]
    before, after = np.exp(baseline[hardest].mean()), np.exp(better[hardest].mean())
    return float((before - after) / before)


def _reach(songs: Sequence[EvaluatedSong], windows: Windows, tokens: int) -> tuple[float, float]:
    """Return how far back so many ids go, in bars and in seconds, mean over the windows."""
    pairs = [(songs[song], at) for song, at in windows.places]
    bars = [song.bar_at(at) - song.bar_at(at - tokens) for song, at in pairs]
    seconds = [song.second_at(at) - song.second_at(at - tokens) for song, at in pairs]
    return float(np.mean(bars)), float(np.mean(seconds))


def contexts_for(songs: Sequence[Ids], contexts: Sequence[int] = CONTEXTS) -> list[int]:
    """Return the contexts for which at least one song is long enough."""
    longest = max((len(ids) for ids in songs), default=0)
    return [context for context in contexts if context + TARGETS + 1 <= longest]


def falls_until(by_context: Mapping[int, float], *, least: float = 0.001) -> int:
    """Return the context up to which the loss falls by `least` nats with every step of T2."""
    reached = 0
    for short, long in pairwise(sorted(by_context)):
        if by_context[short] - by_context[long] < least:
            break
        reached = long
    return reached
