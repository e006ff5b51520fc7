"""Fit the evidence for a home: the weights of `engine/music/homes.py`.

    python scripts/research/home_weights.py SONGS... [--songs 150]

SONGS are those of `python -m benchmarks homes`; the half *choose* of each is read. Multinomial
logistic regression over 12 tonics in six scales, the same in each transposition, with a weak prior,
gives the weights, which are printed. What an excerpt weighs is `_IMPORTANCE`.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measures.homes import Excerpt, read  # noqa: E402
from engine.music.homes import EVIDENCE, SCALES, evidence, scale_odds  # noqa: E402
from engine.music.keys import MODES  # noqa: E402

# Of an excerpt, by its kind: bands are few, and are what this is for. Songs weigh twice as much as
# loops are needed to, so that their homes stay right.
_IMPORTANCE = {"loops": 0.5, "bands": 4.0, "songs": 2.0, "modal": 2.0}
_WHOLE = 0.1  # for a prompt is seldom a whole song, whose last note says all
_PRIOR = 0.5


def main() -> None:
    """Read, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--songs", type=int, default=150)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    excerpts = read(arguments.folders, split="choose", songs=arguments.songs)
    weights, scales, odds = fitted(excerpts)
    print(f"{len(excerpts)} excerpts")
    print("EVIDENCE", EVIDENCE)
    print("WEIGHTS", weights.reshape(-1, len(EVIDENCE)).tolist())
    print("SCALE_WEIGHTS", dict(zip(SCALES, scales.tolist(), strict=True)))
    print("ODDS_WEIGHTS", odds.tolist())


def fitted(excerpts: Sequence[Excerpt]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the weights of evidence, of scales, and of the log odds of signature and key."""
    odds = torch.tensor(np.array([scale_odds(each.notes) for each in excerpts]))
    found = torch.tensor(np.array([evidence(each.notes, each.bar_lines) for each in excerpts]))
    right = torch.tensor(np.array([_right(each) for each in excerpts]))
    found = found.flatten(2)
    importance = torch.tensor([_importance(each.kind) for each in excerpts], dtype=torch.float64)
    kinds = found.shape[2]
    free = torch.zeros(kinds + 2 + len(SCALES), dtype=torch.float64)
    free[kinds : kinds + 2] = 1.0
    free.requires_grad_()
    solver = torch.optim.LBFGS([free], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        solver.zero_grad()
        scores = odds @ free[kinds : kinds + 2] + free[kinds + 2 :]
        scores = scores + (found @ free[:kinds])[:, :, None]
        inside = scores.masked_fill(~right, -torch.inf).flatten(1).logsumexp(1)
        nats = (scores.flatten(1).logsumexp(1) - inside) * importance
        total = nats.sum() + _PRIOR * (free**2).sum() / 2
        total.backward()
        return total

    solver.step(loss)
    values = free.detach().numpy().round(2)
    return values[:kinds], values[kinds + 2 :], values[kinds : kinds + 2]


def _importance(kind: str) -> float:
    return _IMPORTANCE[kind.split(maxsplit=1)[0].strip(",")] * (_WHOLE if "whole" in kind else 1.0)


def _right(excerpt: Excerpt) -> np.ndarray:
    """Return which tonics and scales are right, (12, scales)."""
    right = np.zeros((12, len(SCALES)), dtype=bool)
    for number, scale in enumerate(SCALES):
        is_minor = bool(scale) and MODES[scale].minor
        right[excerpt.tonic, number] = (
            scale == excerpt.mode if excerpt.mode is not None else excerpt.minor in {None, is_minor}
        )
    return right


if __name__ == "__main__":
    main()
