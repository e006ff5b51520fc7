"""Optimizations for the device of a training, and recognition of its errors.

Fused kernels and compilation change only the speed, never the result.
"""

import importlib.util
import os
import shutil
from contextlib import AbstractContextManager

import torch

from engine.model.network.attention_check import check_attention
from engine.model.network.kinds import Network
from engine.values.config import Precision

_COMPILERS = ("cc", "gcc", "clang")
_OF_COMPILING = ("torch._dynamo", "torch._inductor", "triton")


def choose_kernel(device: torch.device | str, precision: Precision) -> None:
    """Use the fused attention kernel of the device if it passes a check; call once per run."""
    if torch.device(device).type != "cpu":
        check_attention(device, torch.bfloat16 if precision == "bfloat16" else torch.float32)


def can_compile(device: torch.device | str) -> bool:
    """Whether PyTorch can compile for this device: a GPU of NVIDIA, Triton and a C compiler."""
    if torch.device(device).type != "cuda" or importlib.util.find_spec("triton") is None:
        return False
    return any(shutil.which(name) for name in (os.environ.get("CC", ""), *_COMPILERS) if name)


def compile_layers(model: Network) -> None:
    """Compile each layer at its first use; equal layers share one graph."""
    for layer in model.layers:
        layer.compile()


def uncompiled() -> AbstractContextManager[object]:
    """Disable compiled layers, for good or, as a context manager, within a `with`."""
    stance: AbstractContextManager[object] = torch.compiler.set_stance("force_eager")
    return stance


def failed_to_compile(error: BaseException) -> bool:
    """Whether an error comes from compilation; training can go on without it."""
    return type(error).__module__.startswith(_OF_COMPILING)


def out_of_memory(error: RuntimeError) -> bool:
    """Whether an error means that memory ran out."""
    # On CPUs and Apple GPUs torch raises a plain RuntimeError; only its text tells.
    message = str(error)
    words = ("DefaultCPUAllocator", "MPS backend out of memory")
    return isinstance(error, torch.OutOfMemoryError) or any(word in message for word in words)


def device_lost(error: RuntimeError) -> bool:
    """Whether an error means that this process can no longer use the device."""
    if out_of_memory(error):
        return False
    message = str(error)
    return (
        isinstance(error, torch.AcceleratorError) or "CUDA error" in message or "Metal" in message
    )
