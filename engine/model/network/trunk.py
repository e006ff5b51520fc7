"""Layers that see their own past inputs (Dai et al. 2019, arXiv 1901.02860), and a table of ids.

The trunk does not know whether a position is an id (`transformer_xl`) or a note (`note_xl`): these
two networks embed its input and compute logits from its output.

Legend: B rows, T segment, D width, C compressed slots, P plain memory, S = C + P + T keys, H heads,
K head width.
"""

import math
from typing import cast

import torch
from torch import Tensor, nn

from engine.model.network.compression import Compressor
from engine.model.network.compression_loss import attention_reconstruction_loss, auto_encoding_loss
from engine.model.network.dropout import Dropout
from engine.model.network.memory import Memory
from engine.model.network.positions import sinusoids
from engine.model.network.recurrence import (
    Evicted,
    Passed,
    compressed,
    remembered,
    slots_with_gradient,
)
from engine.model.network.transformer_layer import Layer
from engine.model.network.window import Window, window_of
from engine.values.config import ModelConfig

# As in the code of Dai et al. 2019.
INITIAL_DEVIATION = 0.02


class Trunk(nn.Module):
    """Maps the inputs at each position and the memory of the rows to states and a new memory.

    Attributes:
        config: Sizes of the model.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        biases = (config.n_layer if config.untie_r else 1, config.n_head, config.head_width)
        self.u = nn.Parameter(torch.zeros(biases))
        self.v = nn.Parameter(torch.zeros(biases))
        self.layers = nn.ModuleList(Layer(config) for _ in range(config.n_layer))
        self.final_norm = nn.LayerNorm(config.d_model) if config.final_norm else None
        own_head = None if config.tie_embeddings else torch.zeros(self.embedding.weight.shape)
        self.head = None if own_head is None else nn.Parameter(own_head)
        self.head_bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.dropout = Dropout(config.dropout)
        compression = config.compression
        self.compressors = nn.ModuleList(
            Compressor(compression, d_model=config.d_model)
            for _ in range(config.n_layer if compression else 0)
            if compression
        )

    def initialise(self) -> None:
        """Draw weights as the authors do, and residual outputs smaller by √(2L) as GPT-2 does."""
        shrunk = INITIAL_DEVIATION / math.sqrt(2 * self.config.n_layer)
        for name, parameter in self.named_parameters():
            if name.endswith(("output.weight", "contract.weight")):
                nn.init.normal_(parameter, std=shrunk)
            elif name.endswith("norm.weight"):
                nn.init.ones_(parameter)
            elif name.endswith("bias"):
                nn.init.zeros_(parameter)
            else:
                nn.init.normal_(parameter, std=INITIAL_DEVIATION)
        for index in range(len(self.compressors)):
            self.compressor(index).reset()

    @property
    def device(self) -> torch.device:
        """The device of the weights."""
        return self.embedding.weight.device

    @property
    def head_weight(self) -> Tensor:
        """(V, D), the embedding itself where the two are tied."""
        return self.embedding.weight if self.head is None else self.head

    def empty_memory(self, rows: int, *, mem_len: int | None = None) -> Memory:
        """Make the memory of rows whose songs have not begun.

        Args:
            rows: B.
            mem_len: Positions to carry; None takes the config's. Evaluation may carry more than
                training did (section 4.1).

        Returns:
            A memory of full size in which nothing is visible.

        Raises:
            ValueError: If so few positions can never become a slot of compressed memory.
        """
        config, weight = self.config, self.embedding.weight
        length = config.mem_len if mem_len is None else mem_len
        empty = (weight.new_zeros(rows, length, config.d_model),) * config.n_layer
        age = torch.zeros(rows, dtype=torch.int64, device=weight.device)
        compression = config.compression
        if compression is None:
            return Memory(hidden=empty, age=age)
        if length < compression.rate:
            raise ValueError(f"mem_len {length} is less than the rate {compression.rate}")
        slots = weight.new_zeros(rows, compression.length, config.d_model)
        usage, pending = weight.new_zeros(rows, length), weight.new_zeros(rows, 0, config.d_model)
        return Memory(
            hidden=empty,
            age=age,
            compressed=(slots,) * config.n_layer,
            usage=(usage,) * config.n_layer * (compression.function == "most_used"),
            pending=(pending,) * config.n_layer * (compression.loss == "bptt"),
            rate=compression.rate,
        )

    def remember(self, memory: Memory, passed: Passed, starts: Tensor | None) -> Memory:
        """Return the memory after a segment.

        Args:
            memory: The memory before the segment.
            passed: The result of `pass_through` for it.
            starts: (B, T) bool, where a song begins, or None.

        Returns:
            The memory after the segment.
        """
        return self._moved_on(memory, passed, starts)[0]

    def learn_to_remember(
        self, memory: Memory, passed: Passed, starts: Tensor | None
    ) -> tuple[Memory, Tensor]:
        """Do what `remember` does, and measure how well the memory was compressed.

        Args:
            memory: The memory before the segment.
            passed: The result of `pass_through` for it.
            starts: (B, T) bool, where a song begins, or None.

        Returns:
            The memory after the segment; the compression loss, the mean over layers, a scalar, zero
            without compressors to train.
        """
        after, evicted = self._moved_on(memory, passed, starts)
        return after, self._compression_loss(after, passed, evicted)

    def normed(self, hidden: Tensor) -> Tensor:
        """Map the last layer's (…, D) to what its ids are predicted from, before dropout."""
        if self.final_norm is None:
            return hidden
        normed: Tensor = self.final_norm(hidden)
        return normed

    def embed(self, ids: Tensor) -> Tensor:
        """Map ids (…) to the first layer's input (…, D), before dropout."""
        embedded: Tensor = self.embedding(ids)
        if self.config.scale_embeddings:
            embedded = embedded * math.sqrt(self.config.d_model)
        return embedded

    def distances(self, count: int) -> Tensor:
        """R for the distances `count - 1` … 0.

        Args:
            count: Their number, N.

        Returns:
            (N, D).
        """
        weight = self.embedding.weight
        return sinusoids(
            count,
            self.config.d_model,
            clamp=self.config.clamp_len,
            device=weight.device,
            dtype=weight.dtype,
        )

    def biases(self, layer: int) -> tuple[Tensor, Tensor]:
        """The biases u and v of a layer, each (H, K)."""
        index = layer if self.config.untie_r else 0
        return self.u[index], self.v[index]

    def compressor(self, layer: int) -> Compressor:
        """The compressor of a layer; only with compressed memory."""
        return cast("Compressor", self.compressors[layer])

    def pass_through(
        self, x: Tensor, memory: Memory, starts: Tensor | None, *, receive: bool = False
    ) -> Passed:
        """Run the layers.

        Args:
            x: (B, T, D), the input at each position.
            memory: The memory of the rows.
            starts: (B, T) bool, where a song begins, or None.
            receive: Whether to add up the attention to keys even if no compressor needs it.

        Returns:
            The last layer's output, and the inputs of each layer for the memory.
        """
        window = window_of(memory, starts, length=x.shape[1])
        distances = self.dropout(self.distances(window.keys + 1))
        unseen = _unseen(window, memory)
        x = self.dropout(x)
        inputs, received = [], []
        for index, layer in enumerate(self.layers):
            carried = self._carried(memory, index)
            if unseen is not None:
                carried = carried.masked_fill(unseen, 0.0)
            inputs.append(x)
            usage = x.new_zeros(x.shape[0], window.keys) if receive or memory.usage else None
            x = layer(x, carried, distances, self.biases(index), window, usage=usage)
            if usage is not None:
                received.append(usage)
        return Passed(output=x, inputs=tuple(inputs), received=tuple(received))

    def _carried(self, memory: Memory, layer: int) -> Tensor:
        """Join a layer's slots and plain memory: (B, C + P, D)."""
        if not memory.compressed:
            return memory.hidden[layer]
        slots = memory.compressed[layer]
        if memory.pending and torch.is_grad_enabled():
            slots = slots_with_gradient(memory, layer, self.compressor(layer))
        return torch.cat([slots, memory.hidden[layer]], dim=1)

    def _moved_on(
        self, memory: Memory, passed: Passed, starts: Tensor | None
    ) -> tuple[Memory, tuple[Evicted, ...]]:
        if not memory.compressed:
            return remembered(memory, passed, starts), ()
        compressors = [self.compressor(layer) for layer in range(len(self.layers))]
        return compressed(memory, passed, starts, compressors)

    def _compression_loss(
        self, after: Memory, passed: Passed, evicted: tuple[Evicted, ...]
    ) -> Tensor:
        compression = self.config.compression
        loss = passed.output.new_zeros(())
        if compression is None or compression.loss in {"none", "bptt"}:
            return loss
        # Positions before the song, or of another song, teach nothing.
        whole = after.age >= after.length + evicted[0].old.shape[1]
        for index, left in enumerate(evicted):
            compressor = self.compressor(index)
            if compression.loss == "auto_encoding":
                loss = loss + auto_encoding_loss(compressor, left, whole)
            elif compressor.convolution is not None:
                layer = cast("Layer", self.layers[index])
                segment = passed.inputs[index]
                loss = loss + attention_reconstruction_loss(layer, left, segment, whole)
        return loss / len(self.layers)


def _unseen(window: Window, memory: Memory) -> Tensor | None:
    """Find the memory that no query of a row may see, so that it reaches no loss and no gradient.

    A masked key has a weight of exactly zero, but zero times NaN is NaN: so the numbers of another
    song are set to zero before any product.

    Returns:
        (B, C + P, 1) bool, or None if all is visible.
    """
    carried = memory.slots + memory.length
    first = window.first.min(dim=1).values
    unseen = torch.arange(carried, device=first.device) < first[:, None]
    if unseen.device.type == "cpu" and not unseen.any():
        return None
    return unseen[..., None]
