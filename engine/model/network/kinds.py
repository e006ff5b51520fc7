"""Chooses between the two networks: a position is an id or a note."""

from engine.ground.errors import ModelFileError
from engine.model.network.note_xl import NoteXL
from engine.model.network.transformer_xl import TransformerXL
from engine.values.config import ModelConfig

Network = TransformerXL | NoteXL


def network_of(config: ModelConfig) -> Network:
    """Return an untrained network of a config."""
    return TransformerXL(config) if config.steps is None else NoteXL(config)


def of_ids(network: Network) -> TransformerXL:
    """Return a network whose position is an id.

    Raises:
        ModelFileError: Its position is a note.
    """
    if isinstance(network, NoteXL):
        raise ModelFileError("What is asked for reads ids one by one; this model reads notes.")
    return network
