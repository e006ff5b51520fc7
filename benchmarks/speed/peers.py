"""Other implementations of the same network, as contenders; each only where it is installed.

What a user could take instead: the authors' Transformer-XL (kimiyoung) as carried by Hugging
Face, labml.ai's annotated one, x-transformers with recurrence and rotary positions (less
mathematics: no term of distance), lucidrains' compressive transformer, and Hugging Face's GPT-2
with a cache of keys and values, which carries no memory but is what most people use. None of them
is a dependency. Each is set as it is fastest without computing anything else.
"""

import importlib
import importlib.util
import inspect
import os
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from benchmarks.speed.timing import Work
from engine.config import ModelConfig

Loss = Callable[[Tensor, Tensor], Tensor]

KIMIYOUNG = "kimiyoung (Hugging Face TransfoXL)"
LABML = "labml xl"
X_TRANSFORMERS = "x-transformers XL rotary"
LUCIDRAINS = "compressive-transformer-pytorch"
GPT2 = "GPT-2 with KV cache (Hugging Face)"
_NEEDED = {
    KIMIYOUNG: "transformers",
    LABML: "labml_nn",
    X_TRANSFORMERS: "x_transformers",
    LUCIDRAINS: "compressive_transformer_pytorch",
    GPT2: "transformers",
}


def decoders(config: ModelConfig, *, rows: int, tokens: int) -> dict[str, Callable[[], Work]]:
    """Name the peers that decode one token of each row a call, and what makes each of them.

    Args:
        config: Of the model to compare with; its memory is full from the beginning.
        rows: Alternatives decoded side by side.
        tokens: Tokens of each row in one turn.
    """
    builders: dict[str, Callable[[ModelConfig, int, int], Work]] = {
        KIMIYOUNG: _decode_transfo_xl,
        LABML: _decode_labml,
        X_TRANSFORMERS: _decode_x_transformers,
        LUCIDRAINS: _decode_lucidrains,
        GPT2: _decode_gpt2,
    }
    return {
        name: partial(build, config, rows, tokens)
        for name, build in builders.items()
        if _installed(name)
    }


def losses(
    config: ModelConfig, *, rows: int, segment_length: int
) -> dict[str, Callable[[], tuple[nn.Module, Loss]]]:
    """Name the peers that can be trained with carried memory, and what makes each of them.

    A loss takes ids and targets, (B, T) each, and carries its memory from call to call.

    Args:
        config: Of the model to compare with.
        rows: B.
        segment_length: T.
    """
    builders: dict[str, Callable[[], tuple[nn.Module, Loss]]] = {
        KIMIYOUNG: partial(_train_transfo_xl, config, rows),
        LABML: partial(_train_labml, config, rows),
        X_TRANSFORMERS: partial(_train_x_transformers, config, rows),
        LUCIDRAINS: partial(_train_lucidrains, config, segment_length),
    }
    return {name: build for name, build in builders.items() if _installed(name)}


def _installed(name: str) -> bool:
    # Its advice to the authors of models is not for the reader of figures.
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    return importlib.util.find_spec(_NEEDED[name]) is not None


# --- kimiyoung, as carried by Hugging Face --------------------------------------------------


class _Positions:
    """What `torch.arange` gives, for the one caller that names the argument of `type_as`."""

    def __init__(self, values: Tensor) -> None:
        self._values = values

    def type_as(self, *, dtype: torch.dtype) -> Tensor:
        return self._values.to(dtype)


class _Torch:
    """PyTorch as transformers 4.57 takes it: its call `type_as(dtype=…)` is a slip there."""

    def __getattr__(self, name: str) -> Any:
        return getattr(torch, name)

    def arange(self, *arguments: Any, **options: Any) -> Tensor | _Positions:
        values = torch.arange(*arguments, **options)
        return values if values.is_floating_point() else _Positions(values)


def _transfo_xl(config: ModelConfig) -> nn.Module:
    module = _first_module(
        "transformers.models.deprecated.transfo_xl", "transformers.models.transfo_xl"
    )
    modeling = importlib.import_module(f"{module.__name__}.modeling_transfo_xl")
    if "type_as(\n                dtype=" in inspect.getsource(modeling):
        modeling.torch = _Torch()  # type: ignore[attr-defined]
    settings = module.TransfoXLConfig(
        vocab_size=config.vocab_size,
        cutoffs=[],
        d_model=config.d_model,
        d_embed=config.d_model,
        n_head=config.n_head,
        d_head=config.head_width,
        d_inner=config.inner_width,
        div_val=1,
        pre_lnorm=config.pre_norm,
        n_layer=config.n_layer,
        mem_len=config.mem_len,
        clamp_len=-1,
        same_length=False,
        adaptive=False,
        dropout=0.0,
        dropatt=0.0,
        untie_r=config.untie_r,
        tie_word_embeddings=True,
    )
    model: nn.Module = module.TransfoXLLMHeadModel(settings)
    return model


def _decode_transfo_xl(config: ModelConfig, rows: int, tokens: int) -> Work:
    model = _transfo_xl(config).eval()
    memory = [torch.zeros(config.mem_len, rows, config.d_model) for _ in range(config.n_layer)]
    ids = torch.zeros(rows, 1, dtype=torch.int64)

    @torch.no_grad()
    def work() -> int:
        mems: Any = memory
        for _ in range(tokens):
            mems = model(ids, mems=mems).mems
        return rows * tokens

    return work


def _train_transfo_xl(config: ModelConfig, rows: int) -> tuple[nn.Module, Loss]:
    model = _transfo_xl(config).train()
    carried: dict[str, Any] = {
        "mems": [torch.zeros(config.mem_len, rows, config.d_model) for _ in range(config.n_layer)]
    }

    def loss(ids: Tensor, targets: Tensor) -> Tensor:
        # Given labels it moves them by one itself: it is asked for all its scores instead.
        out = model(ids, mems=carried["mems"])
        carried["mems"] = out.mems
        return F.nll_loss(out.prediction_scores.flatten(0, 1), targets.flatten())

    return model, loss


# --- labml.ai -------------------------------------------------------------------------------


class _Labml(nn.Module):
    """labml's layers with an embedding and a head around them."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        tracker = importlib.import_module("labml.tracker")
        if not hasattr(tracker, "debug"):
            # labml-nn 0.5.1 reports to a function that labml dropped later.
            tracker.debug = lambda *_: None  # type: ignore[attr-defined]
        xl = importlib.import_module("labml_nn.transformers.xl")
        attention = importlib.import_module("labml_nn.transformers.xl.relative_mha")
        feed_forward = importlib.import_module("labml_nn.transformers.feed_forward")
        layer = xl.TransformerXLLayer(
            d_model=config.d_model,
            self_attn=attention.RelativeMultiHeadAttention(config.n_head, config.d_model, 0.0),
            feed_forward=feed_forward.FeedForward(config.d_model, config.inner_width, 0.0),
            dropout_prob=0.0,
        )
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.transformer = xl.TransformerXL(layer, config.n_layer)
        self.head = nn.Linear(config.d_model, config.vocab_size)
        self._mem_len = config.mem_len

    def forward(self, ids: Tensor, memory: list[Tensor]) -> tuple[Tensor, list[Tensor]]:
        length, past = ids.shape[0], memory[0].shape[0]
        own = torch.ones(length, length, dtype=torch.bool).tril()
        mask = torch.cat((torch.ones(length, past, dtype=torch.bool), own), dim=1)[:, :, None]
        out, new = self.transformer(self.embedding(ids), memory, mask)
        kept = [
            torch.cat((old, fresh))[-self._mem_len :].detach()
            for old, fresh in zip(memory, new, strict=True)
        ]
        return self.head(out), kept


def _decode_labml(config: ModelConfig, rows: int, tokens: int) -> Work:
    model = _Labml(config).eval()
    memory = [torch.zeros(config.mem_len, rows, config.d_model) for _ in range(config.n_layer)]
    ids = torch.zeros(1, rows, dtype=torch.int64)

    @torch.no_grad()
    def work() -> int:
        carried = memory
        for _ in range(tokens):
            _, carried = model(ids, carried)
        return rows * tokens

    return work


def _train_labml(config: ModelConfig, rows: int) -> tuple[nn.Module, Loss]:
    model = _Labml(config).train()
    carried = {
        "memory": [torch.zeros(config.mem_len, rows, config.d_model) for _ in range(config.n_layer)]
    }

    def loss(ids: Tensor, targets: Tensor) -> Tensor:
        logits, carried["memory"] = model(ids.T, carried["memory"])
        return F.cross_entropy(logits.flatten(0, 1), targets.T.flatten())

    return model, loss


# --- x-transformers ---------------------------------------------------------------------------


def _x_transformers(config: ModelConfig) -> nn.Module:
    library = importlib.import_module("x_transformers")
    # Its advice on the width of heads is not for the reader of figures either.
    importlib.import_module("loguru").logger.disable("x_transformers")
    model: nn.Module = library.TransformerWrapper(
        num_tokens=config.vocab_size,
        max_seq_len=max(1, config.mem_len),
        max_mem_len=config.mem_len,
        use_abs_pos_emb=False,
        tie_embedding=True,
        attn_layers=library.Decoder(
            dim=config.d_model,
            depth=config.n_layer,
            heads=config.n_head,
            attn_dim_head=config.head_width,
            rotary_pos_emb=True,
            # What it takes by itself with wide heads, and asks for with narrow ones.
            rotary_emb_dim=min(32, config.head_width),
            # PyTorch's fused attention: half the time of a training step here.
            attn_flash=True,
            ff_mult=config.inner_width // config.d_model,
        ),
    )
    return model


def _decode_x_transformers(config: ModelConfig, rows: int, tokens: int) -> Work:
    model = _x_transformers(config).eval()
    memory = [torch.zeros(rows, config.mem_len, config.d_model) for _ in range(config.n_layer)]
    ids = torch.zeros(rows, 1, dtype=torch.int64)

    @torch.no_grad()
    def work() -> int:
        carried = memory
        for _ in range(tokens):
            _, carried = model(ids, mems=carried, return_mems=True)
        return rows * tokens

    return work


def _train_x_transformers(config: ModelConfig, rows: int) -> tuple[nn.Module, Loss]:
    model = _x_transformers(config).train()
    carried = {
        "memory": [torch.zeros(rows, config.mem_len, config.d_model) for _ in range(config.n_layer)]
    }

    def loss(ids: Tensor, targets: Tensor) -> Tensor:
        logits, carried["memory"] = model(ids, mems=carried["memory"], return_mems=True)
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten())

    return model, loss


# --- lucidrains' compressive transformer ------------------------------------------------------

_RATE = 4
"""Of its compression: what it takes by itself."""


def _lucidrains(config: ModelConfig, *, segment: int, plain: int) -> nn.Module:
    library = importlib.import_module("compressive_transformer_pytorch")
    model: nn.Module = library.CompressiveTransformer(
        num_tokens=config.vocab_size,
        dim=config.d_model,
        seq_len=segment,
        depth=config.n_layer,
        heads=config.n_head,
        mem_len=plain,
        cmem_len=max(1, plain // _RATE),
        cmem_ratio=_RATE,
        enhanced_recurrence=False,
        gru_gated_residual=False,
    )
    return model


def _decode_lucidrains(config: ModelConfig, rows: int, tokens: int) -> Work:
    # Its two memories together hold what the others' one does. It cannot compress what fewer
    # tokens than its rate push out, so nothing is: with a longer segment to come, a call leaves
    # its memory as it is, and takes less than the decoding of a piece would.
    plain = max(_RATE, config.mem_len * _RATE // (_RATE + 1) // _RATE * _RATE)
    model = _lucidrains(config, segment=2, plain=plain).eval()
    memory = tuple(
        torch.zeros(config.n_layer, rows, length, config.d_model)
        for length in (plain, plain // _RATE)
    )
    ids = torch.zeros(rows, 1, dtype=torch.int64)

    @torch.no_grad()
    def work() -> int:
        for _ in range(tokens):
            model(ids, memories=memory)
        return rows * tokens

    return work


def _train_lucidrains(config: ModelConfig, segment_length: int) -> tuple[nn.Module, Loss]:
    # It refuses a memory shorter than the segment, so its compressed one comes on top. After its
    # first compression it no longer trains keys and values: it detaches their weights for good.
    carried: dict[str, Any] = {"memory": None}
    plain = max(config.mem_len, segment_length)
    model = _lucidrains(config, segment=segment_length, plain=plain).train()

    def loss(ids: Tensor, targets: Tensor) -> Tensor:
        logits, carried["memory"], auxiliary = model(ids, memories=carried["memory"])
        main = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
        return main + auxiliary.sum()  # type: ignore[no-any-return]

    return model, loss


# --- GPT-2 ----------------------------------------------------------------------------------


def _decode_gpt2(config: ModelConfig, rows: int, tokens: int) -> Work:
    transformers = importlib.import_module("transformers")
    settings = transformers.GPT2Config(
        vocab_size=config.vocab_size,
        n_positions=config.mem_len + tokens,
        n_embd=config.d_model,
        n_layer=config.n_layer,
        n_head=config.n_head,
        n_inner=config.inner_width,
    )
    model = transformers.GPT2LMHeadModel(settings).eval()
    prompt = torch.zeros(rows, config.mem_len, dtype=torch.int64)
    with torch.no_grad():
        cache = model(prompt, use_cache=True).past_key_values
    ids = torch.zeros(rows, 1, dtype=torch.int64)

    @torch.no_grad()
    def work() -> int:
        # Back to the prompt: it cannot see further than its positions go.
        cache.crop(config.mem_len)
        for _ in range(tokens):
            model(ids, past_key_values=cache, use_cache=True)
        return rows * tokens

    return work


def _first_module(*names: str) -> ModuleType:
    for name in names:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    raise ImportError(f"none of {', '.join(names)} is installed")
