"""Makes one starter of several that came one after another: the mean of their weights.

    python scripts/starter/average_starter.py STORE FOLDER MODEL:SHARE MODEL:SHARE...

What the rate falls to from one top and from the next lies in one valley, and between them the loss
is lower than at any of them (Izmailov et al. 2018, arXiv 1803.05407; Wortsman et al. 2022, arXiv
2203.05482). All are models of one shape and tokenizer; the first is the last trained, and its card
is that of the mean, but for the held-out loss, which is measured anew on STORE.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.model.network.checkpoint import LoadedModel, load_model, save_model
from engine.model.network.processor import use_processor
from engine.tokens.steps import steps_of
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.validation import validation_loss
from engine.values.config import BatchConfig

SEGMENT = 128
"""Of the training that is averaged, so that its held-out loss and this one compare."""
TOKENS = 49_152
"""That are held out, as while it is trained."""


def average(models: Sequence[LoadedModel], shares: Sequence[float]) -> LoadedModel:
    """Return the first model with the mean of all weights, each counting for its share.

    Raises:
        SystemExit: They are not of one shape and tokenizer.
    """
    first = models[0]
    for other in models[1:]:
        if (other.model.config, other.tokenizer) != (first.model.config, first.tokenizer):
            raise SystemExit("Only models of one shape and tokenizer have a mean.")
    # Of the first, too, a copy: weights that are tied have two names and would be averaged twice.
    states = [{n: w.clone() for n, w in each.model.state_dict().items()} for each in models]
    whole = sum(shares)
    with torch.no_grad():
        for name, weight in first.model.state_dict().items():
            mean = sum(
                (share / whole) * state[name].to(torch.float64)
                for share, state in zip(shares, states, strict=True)
            )
            weight.copy_(torch.as_tensor(mean))
    return first


def main() -> None:
    """Average, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("models", nargs="+", metavar="MODEL:SHARE")
    arguments = parser.parse_args()
    use_processor(threads=1)
    names, shares = zip(*(each.rsplit(":", 1) for each in arguments.models), strict=True)
    mean = average([load_model(Path(name)) for name in names], [float(each) for each in shares])
    tokenizer = Tokenizer.from_description(mean.tokenizer)
    held_out = validation_loss(
        mean.model,
        open_store(arguments.store, verify=False).said_by(tokenizer),
        BatchConfig(segment_length=SEGMENT),
        device="cpu",
        most_tokens=TOKENS,
        steps=steps_of(mean.model.config, tokenizer.vocabulary),
    )
    loss = held_out.mean if held_out is not None else None
    trained = mean.card["trained"] | {"validation_loss": loss, "averaged": len(names)}
    save_model(
        arguments.folder,
        mean.model,
        tokenizer=mean.tokenizer,
        card=mean.card | {"trained": trained},
        dtype="float16",
    )
    print(f"{len(names)} models, {loss} nats an id")


if __name__ == "__main__":
    main()
