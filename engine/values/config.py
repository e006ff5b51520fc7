"""Frozen settings of models, tokenizers, training and sampling, saved with each model.

Each class checks its fields; its `ValueError` names the wrong one. This module never imports torch.
"""

from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

from msgspec import Meta

from engine.values.ranges import refuse_out_of_range

CompressionFunction = Literal[
    "max_pool", "mean_pool", "convolution", "dilated_convolution", "most_used"
]
CompressionLoss = Literal["none", "bptt", "auto_encoding", "attention_reconstruction"]
Joining = Literal["crop", "pad", "ragged"]
Optimizer = Literal["adamw", "muon"]
PresetName = Literal["taste", "evening", "overnight", "expert"]
Precision = Literal["float32", "bfloat16"]

PITCHES = 128
"""Pitches of MIDI, each with an id."""

HALF_LIVES = (0.01, 1e6)
"""Smallest and largest half-life, in notes: below, a note has decayed before the next one arrives;
above, it exceeds the length of any song."""

IDS_A_NOTE = 4
"""Average ids per note, to convert counts of ids to notes for the user. Measured: 3.97 over
240,835 notes of 16 collections, chords not counted (experiment 2026-11-22-note-speed)."""


def _require(condition: bool, message: str) -> None:  # noqa: FBT001 - reads best in place
    if not condition:
        raise ValueError(message)


MEMORY = 256
"""Steps in the memory of a new model: four segments; with each layer it reaches as far again."""
COMPRESSED_STEPS = 256
"""Older steps that compressed memory holds where nobody chose a number: as many as the memory of a
new model holds exactly (`MEMORY`)."""
COMPRESSION_RATE = 4
"""Steps that become one where nobody chose a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompressionConfig:
    """The compressed memory of Rae et al. 2019 (arXiv 1911.05507), section 3.

    Attributes:
        length: Slots of compressed memory, C.
        rate: Old memory entries that become one slot, c.
        function: How entries are pooled into one slot.
        loss: Objective that trains the compression; its gradient never reaches the main network
            (except `bptt`, where the main loss's gradient reaches the compression only).
    """

    length: int
    rate: int = 4
    function: CompressionFunction = "convolution"
    loss: CompressionLoss = "attention_reconstruction"

    def __post_init__(self) -> None:
        _require(self.length > 0, f"compression.length must be positive, not {self.length}")
        _require(self.rate > 0, f"compression.rate must be positive, not {self.rate}")
        for name, known in (("function", CompressionFunction), ("loss", CompressionLoss)):
            value = getattr(self, name)
            _require(value in get_args(known), f"compression.{name} is unknown: {value!r}")
        through_time, function = self.loss == "bptt", self.function
        _require(
            not (through_time and function == "most_used"),
            "compression.loss bptt makes slots again in the next step, when what most_used goes by,"
            " the attention received, is gone: choose the loss none",
        )
        _require(
            not (through_time and function in {"max_pool", "mean_pool"}),
            f"compression.loss bptt would train nothing: {function} has no weights; choose the"
            " loss none, or a convolution",
        )

    @property
    def has_weights(self) -> bool:
        """Whether the function has weights, which a loss can train."""
        return self.function in {"convolution", "dilated_convolution"}

    @property
    def reach(self) -> int:
        """Old memory entries that all slots together stand for."""
        return self.length * self.rate


@dataclass(frozen=True, slots=True, kw_only=True)
class StepConfig:
    """The ids of a model whose step is a note (`engine/model/network/note_xl.py`).

    Attributes:
        pad: Filler id; its embedding adds nothing.
        first_pitch: Id of pitch 0, a C; the 128 pitches ascend from it.
        first_part: Id of part 0; the others ascend from it.
        parts: Part ids.
        places: Ids of the longest step.
        local_blocks: Residual blocks of the local decoder.
        local_inner: Width of each; 0 means 2 * d_model.
        key_half_lives: Half-life, in pitched notes, of each histogram of the key summary; an empty
            tuple leaves the summary out.
        tempo_at_bars: Whether the model reads the current tempo with the meter of each bar.
    """

    pad: int
    first_pitch: int
    first_part: int
    parts: int = 32
    places: int = 6
    local_blocks: int = 2
    local_inner: int = 0
    key_half_lives: tuple[float, ...] = (12.0, 60.0)
    tempo_at_bars: bool = False

    def __post_init__(self) -> None:
        for name in ("pad", "first_pitch", "first_part", "local_blocks", "local_inner"):
            value = getattr(self, name)
            _require(value >= 0, f"steps.{name} must not be negative, it is {value}")
        for name in ("parts", "places"):
            value = getattr(self, name)
            _require(value > 0, f"steps.{name} must be positive, not {value}")
        shortest, longest = HALF_LIVES
        for value in self.key_half_lives:
            _require(
                shortest <= value <= longest,
                f"steps.key_half_lives must be from {shortest} to {longest} notes, not {value}",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """A Transformer-XL (Dai et al. 2019, arXiv 1901.02860).

    Attributes:
        vocab_size: Number of token ids.
        n_layer: Layers.
        d_model: Width, D.
        n_head: Heads, H.
        d_head: Width of a head, K; 0 means d_model // n_head.
        d_inner: Width of the feed-forward block; 0 means 4 * d_model.
        mem_len: Carried positions, M; 0 is the vanilla baseline.
        dropout: Share of activations dropped in training.
        pre_norm: Norm before each block (labml) instead of after it (paper).
        final_norm: One more norm before the head, as in labml and unlike kimiyoung's pre-norm.
        untie_r: u and v per layer instead of shared by all.
        clamp_len: Largest relative distance; larger ones are clamped. 0 means no clamp.
        tie_embeddings: The head's matrix is the embedding.
        scale_embeddings: Multiply embeddings by sqrt(d_model).
        compression: Compressed memory, or None for plain memory.
        steps: Set where a position is a note or another event of several ids; None where it is
            one id.
    """

    vocab_size: int
    n_layer: int = 6
    d_model: int = 256
    n_head: int = 4
    d_head: int = 0
    d_inner: int = 0
    mem_len: int = 512
    dropout: float = 0.1
    pre_norm: bool = True
    final_norm: bool = True
    untie_r: bool = True
    clamp_len: int = 0
    tie_embeddings: bool = True
    scale_embeddings: bool = True
    compression: CompressionConfig | None = None
    steps: StepConfig | None = None

    def __post_init__(self) -> None:
        for name in ("vocab_size", "n_layer", "d_model", "n_head"):
            value = getattr(self, name)
            _require(value > 0, f"{name} must be positive, not {value}")
        for name in ("mem_len", "clamp_len", "d_head", "d_inner"):
            value = getattr(self, name)
            _require(value >= 0, f"{name} must not be negative, it is {value}")
        _require(
            self.d_head > 0 or self.d_model % self.n_head == 0,
            f"d_model {self.d_model} does not divide by n_head {self.n_head}; set d_head",
        )
        _require(
            self.d_model % 2 == 0, f"d_model must be even for sines and cosines, not {self.d_model}"
        )
        _require(0.0 <= self.dropout < 1.0, f"dropout must be in [0, 1), not {self.dropout}")
        _require(
            self.compression is None or self.mem_len > 0,
            "compression needs a memory to compress: mem_len is 0",
        )
        _require(
            self.compression is None or self.mem_len >= self.compression.rate,
            "compression.rate must not exceed mem_len",
        )
        if self.steps is not None:
            last = max(
                self.steps.pad,
                self.steps.first_pitch + PITCHES - 1,
                self.steps.first_part + self.steps.parts - 1,
            )
            _require(last < self.vocab_size, f"steps names the id {last}, beyond vocab_size")

    @property
    def head_width(self) -> int:
        """Width of one head, K."""
        return self.d_head or self.d_model // self.n_head

    @property
    def inner_width(self) -> int:
        """Width of the feed-forward block."""
        return self.d_inner or 4 * self.d_model


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenizerConfig:
    """One REMI vocabulary for piano and for many tracks.

    Attributes:
        positions_per_beat: Positions a quarter note is divided into; 12 has 16ths and triplets.
        velocities: Number of velocity steps.
        tempos: Number of logarithmic tempo steps from 20 to 300 beats a minute.
        sustain_pedal: Whether pedal tokens exist.
        parts: Most tracks of a piece that get an id each.
        chords: Whether a chord token precedes the notes of the chord.
        any_order: Whether tokens exist that announce bars and parts out of their order.
    """

    positions_per_beat: int = 12
    velocities: int = 32
    tempos: int = 96
    sustain_pedal: bool = False
    parts: int = 32
    chords: bool = True
    any_order: bool = False

    def __post_init__(self) -> None:
        for name, most in (
            ("positions_per_beat", 96),
            ("velocities", 127),
            ("tempos", 1024),
            ("parts", 256),
        ):
            value = getattr(self, name)
            _require(value > 0, f"{name} must be positive, not {value}")
            _require(value <= most, f"{name} must be at most {most}, not {value}")


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchConfig:
    """How songs are read side by side.

    Attributes:
        rows: Songs side by side, B.
        segment_length: Tokens of a row in one model call, T.
        joining: How songs of different length share a row.
        seed: Draws the order of songs.
        reordered: Share of songs in which some bars and parts are moved behind the bars that
            follow them, to train filling.
    """

    rows: int = 8
    segment_length: int = 256
    joining: Joining = "ragged"
    seed: int = 0
    # Not in the repr, which names a config: the order of songs does not depend on it.
    reordered: float = field(default=0.0, repr=False)

    def __post_init__(self) -> None:
        _require(self.rows > 0, f"rows must be positive, not {self.rows}")
        _require(
            self.segment_length > 0, f"segment_length must be positive, not {self.segment_length}"
        )
        _require(0.0 <= self.reordered <= 1.0, f"reordered must be in [0, 1], not {self.reordered}")


MEMORISING_RATIO = 1.01
"""A held-out loss this far above the best one means that a model memorises its songs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """One training run.

    Attributes:
        steps: Optimizer steps.
        optimizer: Updates the layers' matrices; AdamW updates everything else.
        learning_rate: Peak of the schedule.
        warmup_steps: Steps of linear rise.
        final_rate: Share of the peak that is left at the end of the cosine.
        weight_decay: On matrices only.
        weight_averaging: Decay of the running average of the weights, which is validated and
            exported in place of the weights; 0 keeps no average.
        clip: Largest norm of the gradient.
        dropout: Overrides the model's while training.
        validate_every: Steps between validations, each of which keeps a checkpoint.
        patience: Validations without improvement before an early stop; 0 never stops early.
        precision: Of the matrix products; float32 always works.
        augment: Draw a transposition and a velocity shift for each song and pass.
        compile: Compile the step where the device is a GPU of NVIDIA and there is a compiler.
        seed: Of weights, dropout and augmentation.
    """

    steps: int = 1000
    optimizer: Optimizer = "adamw"
    learning_rate: float = 5e-4
    warmup_steps: int = 100
    final_rate: float = 0.1
    weight_decay: float = 0.01
    weight_averaging: float = 0.0
    clip: float = 1.0
    dropout: float = 0.1
    validate_every: int = 100
    patience: int = 0
    precision: Precision = "float32"
    augment: bool = True
    compile: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("steps", "validate_every"):
            value = getattr(self, name)
            _require(value > 0, f"{name} must be positive, not {value}")
        _require(
            self.learning_rate > 0, f"learning_rate must be positive, not {self.learning_rate}"
        )
        _require(
            self.warmup_steps >= 0, f"warmup_steps must not be negative, it is {self.warmup_steps}"
        )
        _require(0.0 <= self.dropout < 1.0, f"dropout must be in [0, 1), not {self.dropout}")
        _require(
            0.0 <= self.weight_averaging < 1.0,
            f"weight_averaging must be in [0, 1), not {self.weight_averaging}",
        )
        _require(
            self.weight_decay >= 0, f"weight_decay must not be negative, it is {self.weight_decay}"
        )
        _require(self.clip > 0, f"clip must be positive, not {self.clip}")


LARGEST_SEED = 2**62
"""Leaves room to add the number of an alternative: PyTorch takes seeds of 64 bits."""
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Slider = Annotated[float, Meta(ge=-2.0, le=2.0)]
HOTTEST = 1000.0
"""The highest temperature: all ids are as likely as each other long before."""
LARGEST_TOP_K = 1_000_000
"""More ids than any vocabulary has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingConfig:
    """How the next token is drawn from the logits.

    Attributes:
        temperature: Divides the logits, 0 and more; 0 takes the likeliest.
        top_k: Keep the k likeliest; 0 keeps all.
        top_p: Keep the smallest set that holds this share (Holtzman et al. 2019); 1 keeps all.
        typical_p: Keep the ids whose information is closest to the entropy, until they hold this
            share (Meister et al. 2022); 1 keeps all.
        min_p: Keep ids with at least this share of the likeliest's probability, 0 to less than 1.
        repetition_penalty: Divides the logits of recently drawn ids, 1 and more; 1 does nothing.
        echo: How much the piece repeats itself, 0 to 4; 0 uses the network alone, the default
            uses the strengths on the model's card unchanged.
        seed: Of the generator that draws.
    """

    temperature: Annotated[float, Meta(ge=0.0, le=HOTTEST)] = 1.0
    top_k: Annotated[int, Meta(ge=0, le=LARGEST_TOP_K)] = 0
    top_p: Share = 1.0
    typical_p: Share = 1.0
    min_p: Share = 0.05
    repetition_penalty: Annotated[float, Meta(ge=1.0, le=1e6)] = 1.0
    echo: Annotated[float, Meta(ge=0.0, le=4.0)] = 0.7
    seed: Annotated[int, Meta(gt=-LARGEST_SEED, lt=LARGEST_SEED)] = 0

    def __post_init__(self) -> None:
        refuse_out_of_range(self)
        for name in ("top_p", "typical_p"):
            _require(getattr(self, name) > 0.0, f"{name} must be more than 0")
        _require(self.min_p < 1.0, "min_p must be less than 1")


STEERS = ("busy", "register", "loudness", "note_length")


@dataclass(frozen=True, slots=True, kw_only=True)
class SteeringConfig:
    """The sliders, each from -2 to 2; 0 leaves the model unchanged.

    Attributes:
        busy: More notes in a bar, -2 to 2; less than 0 means fewer.
        register: Higher notes, -2 to 2; less than 0 means lower.
        loudness: Louder notes, -2 to 2; less than 0 means softer.
        note_length: Longer notes, -2 to 2; less than 0 means shorter.
    """

    busy: Slider = 0.0
    register: Slider = 0.0
    loudness: Slider = 0.0
    note_length: Slider = 0.0

    def __post_init__(self) -> None:
        refuse_out_of_range(self)

    @property
    def is_neutral(self) -> bool:
        """Whether all sliders are 0."""
        return not any(getattr(self, name) for name in STEERS)
