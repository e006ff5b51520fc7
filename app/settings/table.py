"""The table of settings: what Preferences, the dials of Continue and Train's expert page offer.

A row has the field that holds the setting, its bounds, its words and its place. A new setting is a
field and a row.
"""

from collections.abc import Iterable
from functools import partial
from itertools import groupby

from app.settings.setting import Decimal, Kind, OneOf, Pitch, Setting, Switch, Whole
from app.settings.values import Preferences
from engine.request import BEST_OF, Request

# The largest number that Qt's fields can hold.
_LARGEST = 2**31 - 1
# 0 would leave nothing to draw from.
_SHARE = Decimal(0.05, 1.0, 0.05)
# A run of fewer than 15 equal notes is usual in music and is no copy.
_COPIES = Whole(15, 64, zero="any")
_PREFERRED = Preferences()
_REQUESTED = Request(best_of=BEST_OF)


def _preference(group: str, key: str, name: str, explanation: str, kind: Kind) -> Setting:
    return Setting(key, name, explanation, kind, getattr(_PREFERRED, key), group)


def _sampling(field: str, name: str, explanation: str, kind: Kind) -> Setting:
    default = getattr(_REQUESTED.sampling, field)
    return Setting(f"sampling.{field}", name, explanation, kind, default, "")


def _limit(field: str, name: str, explanation: str, kind: Kind) -> Setting:
    default = getattr(_REQUESTED.limits, field)
    return Setting(f"limits.{field}", name, explanation, kind, default, "")


def _training(
    group: str,
    key: str,
    name: str,
    explanation: str,
    kind: Kind,
    *,
    default: object,
    needs: str = "",
) -> Setting:
    return Setting(key, name, explanation, kind, default, group, needs)


_appearance = partial(_preference, "Appearance")

PREFERENCES: tuple[Setting, ...] = (
    _preference(
        "Folders",
        "watch_folders",
        "&Look for new music in the library's folders",
        "After each start, and whenever files come, change or go there",
        Switch(),
    ),
    _appearance(
        "theme",
        "&Colours",
        "The colours of the whole window",
        OneOf(
            (
                ("system", "Like the desktop"),
                ("light", "Light"),
                ("dark", "Dark"),
                ("contrast", "High contrast"),
            )
        ),
    ),
    _appearance(
        "scale",
        "&Size of text and controls",
        "Makes all words and controls smaller or larger",
        OneOf(tuple((scale, f"{scale} %") for scale in (75, 100, 115, 125, 150, 175, 200))),
    ),
    _appearance(
        "at_start",
        "&At the start",
        "What is there when Segue is started without a file",
        OneOf((("last", "The last piece"), ("page", "The start page"))),
    ),
    _appearance(
        "while_made",
        "While more is &made",
        "What playing does when it comes to the end of what is made, until it goes on into the"
        " alternative. With the clock of another device nothing is repeated",
        OneOf((("repeat", "Repeat the last bar"), ("wait", "Wait in silence"))),
    ),
    _preference(
        "Taste",
        "learn_taste",
        "&Learn from what I keep",
        "Alternatives like those that you kept before are offered first",
        Switch(),
    ),
    _preference(
        "Shortcuts",
        "keys",
        "Keys as in",
        "What keys are like where you changed nothing",
        OneOf((("daw", "Keys as in a DAW"), ("notation", "Keys as in a notation program"))),
    ),
    _preference(
        "Language",
        "language",
        "&Language",
        "The language of the window's words",
        # Each language has its own name for itself: a user who cannot read this one finds theirs.
        OneOf((("system", "Like the desktop"), ("en", "English"), ("de", "Deutsch"))),
    ),
)
"""Fields of `app.settings.values.Preferences`."""

DRAWING: tuple[Setting, ...] = (
    _sampling(
        "temperature",
        "Temperature",
        "Higher draws rarer notes; 0 takes the likeliest every time",
        Decimal(0.0, 2.0, 0.05),
    ),
    _sampling("top_p", "Top-p", "Draw from the likeliest that together have this share", _SHARE),
    _sampling(
        "typical_p",
        "Typical-p",
        "Draw from what tells about as much as is to be expected, up to this share;"
        " 1 leaves it out",
        _SHARE,
    ),
    _sampling(
        "min_p",
        "Min-p",
        "Leave out what is less likely than this share of the likeliest",
        Decimal(0.0, 0.5, 0.01),
    ),
    _sampling("top_k", "Top-k", "Draw from this many of the likeliest", Whole(1, 500, zero="all")),
    _sampling(
        "repetition_penalty",
        "Repetition",
        "Above 1, what was drawn lately gets less likely",
        Decimal(1.0, 2.0, 0.05),
    ),
    _limit("lowest", "Lowest pitch", "No note below; drums are free", Pitch()),
    _limit("highest", "Highest pitch", "No note above; drums are free", Pitch()),
    _limit(
        "longest_copy",
        "Longest copy",
        "Never more notes in a row than this from a piece the model learned from,"
        " in any key; scales and repeated notes are free. For the pieces that Starter"
        " learned from it holds from 30 notes on",
        _COPIES,
    ),
    _sampling("seed", "Seed", "The same seed and settings give the same notes", Whole(0, _LARGEST)),
    Setting(
        "best_of",
        "Draw {0}, offer the best",
        "Better ones take the place of what was not heard yet; switch it off on a slow machine",
        Switch(on=BEST_OF, off=0),
        _REQUESTED.best_of,
        "",
    ),
)
"""Fields of `engine.request.Request` that have neither a slider nor a chip."""

_length = partial(_training, "How long")
_learning = partial(_training, "How it learns")
_reading = partial(_training, "How it reads")
_machine = partial(_training, "This computer")
_model = partial(_training, "The new model")
_DEVICES = (("auto", "fastest"), ("cpu", "CPU"), ("cuda", "CUDA"), ("mps", "MPS"))
# Technical names, which are not translated.
_PRECISIONS = (("float32", "float32"), ("bfloat16", "bfloat16"))

_JOININGS = (("ragged", "next piece"), ("pad", "empty"), ("crop", "left out"))
_COMPRESSIONS = (
    ("none", "none"),
    ("mean_pool", "mean"),
    ("max_pool", "maximum"),
    ("convolution", "convolution"),
    ("dilated_convolution", "dilated"),
    ("most_used", "most used"),
)
_COMPRESSION_LOSSES = (
    ("auto", "what fits"),
    ("none", "none"),
    ("attention_reconstruction", "attention"),
    ("auto_encoding", "auto-encoding"),
    ("bptt", "through time"),
)

# fmt: off
TRAINING: tuple[Setting, ...] = (
    _length("steps", "Steps", "More steps learn more, and at last by heart.",
            Whole(1, 1_000_000), default=300),
    _length("minutes", "Time", "The run ends after this time, whatever the steps.",
            Decimal(0.1, 10_000, 5, decimals=1, unit="min"), default=15.0),
    _length("validate_every", "Saved step every", "How often it is measured, saved and heard.",
            Whole(1, 100_000, unit="steps"), default=37),
    _length("patience", "Patience",
            "Ends after so many saved steps without improvement; 0 never does.",
            Whole(0, 100), default=4),
    _learning("learning_rate", "Learning rate",
              "Higher learns faster and may become unstable.",
              Decimal(0.000001, 0.1, 0.0001, decimals=6), default=2e-4),
    _learning("warmup_steps", "Warm-up", "The learning rate rises over so many steps.",
              Whole(0, 100_000, unit="steps"), default=20),
    _learning("final_rate", "Final rate", "Share of the learning rate that is left at the end.",
              Decimal(0.0, 1.0, 0.05), default=0.1),
    _learning("dropout", "Dropout", "Higher learns less by heart, and slower.",
              Decimal(0.0, 0.9, 0.05), default=0.2),
    _learning("weight_decay", "Weight decay", "Higher keeps weights small, which copies less.",
              Decimal(0.0, 1.0, 0.01, decimals=3), default=0.01),
    _learning("clip", "Gradient limit", "Lower keeps a single odd piece from spoiling much.",
              Decimal(0.01, 100, 0.1), default=1.0),
    _reading("rows", "Side by side",
             "More pieces at once use more memory and make steps steadier.",
             Whole(1, 256, unit="pieces"), default=8),
    _reading("segment_length", "Segment",
             "How much is read at once; longer uses more memory.",
             Whole(16, 4096, step=16, unit="notes"), default=64),
    _reading("joining", "Ends of pieces",
             "Where a piece fills no whole segment, the next one begins there, the rest stays"
             " empty, or the end is left out.",
             OneOf(_JOININGS), default="ragged"),
    _reading("augment", "Transpose",
             "Each pass hears every piece in another key, which copies less.",
             Switch(), default=True),
    _reading("seed", "Seed", "The same seed draws the same order and the same changes.",
             Whole(0, _LARGEST), default=0),
    _machine("device", "Device", "Where it computes; the fastest one if left alone.",
             OneOf(_DEVICES), default="auto"),
    _machine("precision", "Precision",
             "bfloat16 is faster where the processor has it, and less exact.",
             OneOf(_PRECISIONS), default="float32"),
    _model("n_layer", "Layers", "More layers understand more and take longer.",
           Whole(1, 48), default=6),
    _model("d_model", "Width", "Wider knows more and takes longer; a multiple of the heads.",
           Whole(16, 2048, step=16), default=256),
    _model("n_head", "Heads", "Things it can attend to at once.", Whole(1, 32), default=4),
    _model("mem_len", "Memory",
           "How much it carries from before; with 0 it sees its segment only.",
           Whole(0, 8192, step=64, unit="notes"), default=256),
    _model("compression_function", "Compression",
           "Holds older notes, too, several as one, made in this way.",
           OneOf(_COMPRESSIONS), default="none", needs="mem_len"),
    _model("compressed_steps", "Compressed",
           "How many older notes it holds so; a multiple of the rate.",
           Whole(2, 8192, step=64, unit="notes"), default=256, needs="compression_function"),
    _model("compression_rate", "Rate", "How many notes become one.",
           Whole(2, 16), default=4, needs="compression_function"),
    _model("compression_loss", "Compression learns",
           "The aim that trains a convolution; the others have nothing to train.",
           OneOf(_COMPRESSION_LOSSES), default="auto", needs="compression_function"),
)
# fmt: on
"""Fields of `engine.messages.ExpertSettings`, with what fine-tuning takes where nothing was
measured; the last group is for a model from nothing only."""

NEW_MODEL = TRAINING[-1].group
TABLE = (*PREFERENCES, *DRAWING, *TRAINING)


def setting_of(table: Iterable[Setting], key: str) -> Setting:
    """Return the row of a field.

    Raises:
        KeyError: The table has none.
    """
    return {row.key: row for row in table}[key]


def groups_of(settings: Iterable[Setting]) -> tuple[tuple[str, tuple[Setting, ...]], ...]:
    """Return the title and the settings of each group, in the order of the table."""
    return tuple((title, tuple(rows)) for title, rows in groupby(settings, lambda row: row.group))
