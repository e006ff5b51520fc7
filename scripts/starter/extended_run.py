"""A run that goes on with a larger vocabulary, whose first ids are the run's own.

Weights, their average and their optimizer's moments get rows for the new ids. Songs, memory and
learning rate are where they were.
"""

import json
from dataclasses import asdict
from pathlib import Path

from extended_network import extended, with_rows
from safetensors.torch import save
from torch import Tensor, cat

from engine.config import BatchConfig
from engine.errors import TrainingError
from engine.model.network.checkpoint import load_model, save_model
from engine.saving import write_atomically
from engine.tokens.tokenizer import Tokenizer
from engine.training.state import STATE, TENSORS, latest_checkpoint, tensors_of, values_of

_MOMENTS = (".exp_avg", ".exp_avg_sq")


def extend_run(run: Path, into: Path, tokenizer: Tokenizer, *, reordered: float) -> Path:
    """Make a run that goes on where another one is, with a larger vocabulary.

    Args:
        run: Its folder; its last checkpoint is read, and nothing in it changes.
        into: The new run's folder.
        tokenizer: The first of its ids are the run's.
        reordered: As in `BatchConfig`.

    Returns:
        The new run's checkpoint.

    Raises:
        TrainingError: There is no checkpoint or a damaged one, there is a run already, or the ids
            mean other things.
        ModelFileError: It cannot be read or written.
    """
    latest = latest_checkpoint(run)
    if latest is None:
        raise TrainingError(f"There is no checkpoint in {run}.")
    if latest_checkpoint(into) is not None:
        raise TrainingError(f"There is a training in {into} already.")
    loaded = load_model(latest)
    if not tokenizer.extends(loaded.tokenizer):
        raise TrainingError("This run's ids mean something else than the larger vocabulary's.")
    checkpoint = into / latest.name
    checkpoint.mkdir(parents=True)
    before, after = loaded.model.config.vocab_size, tokenizer.vocab_size
    tensors, state = tensors_of(latest), values_of(latest)
    more = {name: _extended(name, tensor, before, after) for name, tensor in tensors.items()}
    write_atomically(checkpoint / TENSORS, save(more))
    state["batch"] = asdict(BatchConfig(**(state["batch"] | {"reordered": reordered})))
    # The best so far was of the other vocabulary; here the next validation is the first.
    state["run"] |= {"best_loss": None, "best_step": 0, "unimproved": 0}
    write_atomically(checkpoint / STATE, json.dumps(state, indent=1).encode())
    model = extended(loaded.model, after)
    save_model(checkpoint, model, tokenizer=tokenizer.describe(), card=loaded.card)
    return checkpoint


def _extended(name: str, tensor: Tensor, before: int, after: int) -> Tensor:
    """Return a tensor of a checkpoint with rows for new ids, if it has one for each old one."""
    if not tensor.dim() or len(tensor) != before or name.startswith(("memory.", "random.")):
        return tensor
    if name.endswith(_MOMENTS):
        return cat((tensor, tensor.new_zeros(after - before, *tensor.shape[1:])))
    return with_rows(tensor, after)
