"""A model ready to go on: its decoder, tokenizer and grammar, loaded from a folder."""

import time
from dataclasses import dataclass
from pathlib import Path

from engine.config import STEERS
from engine.errors import ModelFileError
from engine.model.checkpoint import LoadedModel, load_model
from engine.model.decoder import Decoder
from engine.model.packed import StepPrecision
from engine.tokens.grammar import Grammar
from engine.tokens.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LiveModel:
    """A model that continues pieces.

    Attributes:
        name: What the user calls it.
        tokenizer: Of the model.
        grammar: What may follow, without anybody's wishes.
        decoder: With an empty log.
        parameters: Number of weights.
        mem_len: Tokens it carries exactly.
        compressed_len: Tokens before those that it carries compressed.
        load_seconds: How long loading took.
        steers: Which of `STEERS` its card says do what they say.
    """

    name: str
    tokenizer: Tokenizer
    grammar: Grammar
    decoder: Decoder
    parameters: int
    mem_len: int
    compressed_len: int
    load_seconds: float
    steers: tuple[str, ...] = ()

    @classmethod
    def load(cls, folder: Path, *, precision: StepPrecision = "float32") -> "LiveModel":
        """Return the model in a folder.

        Raises:
            ModelFileError: It is missing, damaged, or its tokens are none of this version's.
        """
        began_s = time.perf_counter()
        loaded = load_model(folder)
        tokenizer = _tokenizer(loaded, folder)
        config = loaded.model.config
        compression = config.compression
        return cls(
            name=str(loaded.card.get("name") or folder.name),
            tokenizer=tokenizer,
            grammar=Grammar(tokenizer),
            decoder=Decoder(loaded.model, precision=precision),
            parameters=sum(weight.numel() for weight in loaded.model.parameters()),
            mem_len=config.mem_len,
            compressed_len=compression.length * compression.rate if compression else 0,
            load_seconds=time.perf_counter() - began_s,
            steers=tuple(name for name in STEERS if name in _list(loaded.card.get("steers"))),
        )


def _list(value: object) -> list[object]:
    """Return a list from a card that anybody may have written."""
    return value if isinstance(value, list) else []


def _tokenizer(loaded: LoadedModel, folder: Path) -> Tokenizer:
    if not loaded.tokenizer:
        raise ModelFileError(f"The model in ‘{folder.name}’ has no tokenizer: it reads no music.")
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    if tokenizer.vocab_size != loaded.model.config.vocab_size:
        raise ModelFileError(
            f"The model in ‘{folder.name}’ knows {loaded.model.config.vocab_size} tokens and its "
            f"tokenizer {tokenizer.vocab_size}: they do not belong together."
        )
    return tokenizer
