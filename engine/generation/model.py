"""A loaded model: decoder, tokenizer and grammar."""

import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.generation.priors import Priors, priors_of_card
from engine.ground.errors import ModelFileError
from engine.model.arrays import Floats
from engine.model.decoding.decoder import Decoder
from engine.model.description import seen_before
from engine.model.weights import ModelWeights, StoredModel, read_model
from engine.planning.chord_model import ChordModel, load_chord_model
from engine.tokens.grammar import Grammar
from engine.tokens.steps import STEPS_A_NOTE, StepDivider, step_config, steps_of
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import STEERS, StepConfig


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LiveModel:
    """A model that continues pieces.

    Attributes:
        tokenizer: Its tokenizer.
        grammar: The ids that may follow each other, whatever a request allows.
        decoder: Its decoder, with an empty log.
        steps: Divides ids into the model's steps; None where each id is one.
        parameters: Number of weights.
        mem_len: Steps that it sees exactly before the one that it reads: its memory, or, of a model
            without memory, the rest of a segment.
        compressed_len: Steps before those that its memory holds compressed.
        name: The user's name for it.
        load_seconds: How long loading took.
        steers: The sliders of `STEERS` that work, by its card.
        measured: The sliders that were measured with this model itself.
        steers_of: Name of the model with which the others of `steers` were measured, or empty.
        fills: Whether it learned to fill gaps, by its card.
        priors: The strengths of all rules.
        chords: Plans harmony; None where the model's folder has no chord model.
    """

    tokenizer: Tokenizer
    grammar: Grammar
    decoder: Decoder
    steps: StepDivider | None
    parameters: int
    mem_len: int
    compressed_len: int
    name: str = ""
    load_seconds: float = 0.0
    steers: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()
    steers_of: str = ""
    fills: bool = False
    priors: Priors = field(default_factory=Priors)
    chords: ChordModel | None = None

    @property
    def plans(self) -> bool:
        """Whether it can plan chords: it has counts of them, and its vocabulary has chords."""
        return self.chords is not None and self.tokenizer.vocabulary.has_chords

    @property
    def notes_held(self) -> int:
        """The number of notes that its memory holds exactly, about."""
        return round(self.mem_len / STEPS_A_NOTE)

    def another(self) -> "LiveModel":
        """Return the same model with a decoder of its own, for another piece in the same thread."""
        return replace(self, decoder=self.decoder.another())

    @classmethod
    def load(cls, folder: Path) -> "LiveModel":
        """Return the model in a folder.

        Raises:
            ModelFileError: It is missing or damaged, or this version cannot read its tokens.
        """
        began_s = time.perf_counter()
        loaded = read_model(folder)
        made = cls.of(
            loaded.weights,
            _tokenizer(loaded, folder),
            mem_len=seen_before(loaded.weights.config, loaded.card),
            style=loaded.style,
        )
        return replace(
            made,
            name=str(loaded.card.get("name") or folder.name),
            load_seconds=time.perf_counter() - began_s,
            steers=_steers(loaded.card.get("steers")),
            # An older card does not tell both apart and lists what was measured.
            measured=_steers(loaded.card.get("steers_measured", loaded.card.get("steers"))),
            steers_of=str(loaded.card.get("steers_of") or ""),
            priors=priors_of_card(loaded.card),
            chords=load_chord_model(folder),
            fills=loaded.card.get("fills") is True and made.tokenizer.vocabulary.has_order,
        )

    @classmethod
    def of(
        cls,
        weights: ModelWeights,
        tokenizer: Tokenizer,
        *,
        mem_len: int | None = None,
        style: Floats | None = None,
    ) -> "LiveModel":
        """Return a model without a name from weights in memory, which are copied.

        Args:
            weights: Its weights.
            tokenizer: Its tokenizer.
            mem_len: Steps that it sees before the one that it reads; None takes its memory.
            style: The memory with which it begins each piece (`engine.model.style`), or None.
        """
        config = weights.config
        compression = config.compression
        steps = steps_of(config, tokenizer.vocabulary)
        return cls(
            tokenizer=tokenizer,
            grammar=Grammar(tokenizer),
            steps=steps,
            decoder=Decoder(weights, steps, mem_len=mem_len, style=style),
            parameters=weights.parameters,
            mem_len=config.mem_len if mem_len is None else mem_len,
            compressed_len=compression.reach if compression else 0,
        )


def _steers(value: object) -> tuple[str, ...]:
    """Return the sliders in a list of a card; other values are ignored."""
    return tuple(name for name in STEERS if isinstance(value, list) and name in value)


def _tokenizer(loaded: StoredModel, folder: Path) -> Tokenizer:
    if not loaded.tokenizer:
        raise ModelFileError(
            "The model in ‘{name}’ has no tokenizer: it reads no music.", name=folder.name
        )
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    if tokenizer.vocab_size != loaded.weights.config.vocab_size:
        raise ModelFileError(
            "The model in ‘{name}’ knows {vocab_size} tokens and its tokenizer "
            "{tokenizer_vocab_size}: they do not belong together.",
            name=folder.name,
            vocab_size=loaded.weights.config.vocab_size,
            tokenizer_vocab_size=tokenizer.vocab_size,
        )
    _check_steps(loaded.weights.config.steps, tokenizer, folder)
    return tokenizer


def _check_steps(said: StepConfig | None, tokenizer: Tokenizer, folder: Path) -> None:
    """Refuse a model whose steps do not match the ids of its tokenizer.

    Raises:
        ModelFileError: They do not match.
    """
    if said is None:
        return
    meant = step_config(tokenizer.vocabulary)
    for name in ("pad", "first_pitch", "first_part", "parts"):
        if getattr(said, name) != getattr(meant, name):
            raise ModelFileError(
                "The model in ‘{name}’ says that {field} is {own:,}, and its tokenizer "
                "{needed:,}: they do not belong together.",
                name=folder.name,
                field=name,
                own=getattr(said, name),
                needed=getattr(meant, name),
            )
    if said.places < meant.places:
        raise ModelFileError(
            "The model in ‘{name}’ has {places} places for the ids of a step, which has up to "
            "{most}.",
            name=folder.name,
            places=said.places,
            most=meant.places,
        )
