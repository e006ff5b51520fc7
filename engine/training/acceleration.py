"""What a training does for the device it runs on: a checked kernel, a compiled step, its failures.

Nothing here is needed for the right result, all of it for speed, and so all of it may be absent.
"""

import importlib.util
import os
import shutil
from contextlib import AbstractContextManager

import torch

from engine.config import Precision
from engine.model.network.attention_check import check_attention
from engine.model.network.kinds import Network

_COMPILERS = ("cc", "gcc", "clang")
_OF_COMPILING = ("torch._dynamo", "torch._inductor", "triton")


def choose_kernel(device: torch.device | str, precision: Precision) -> None:
    """Let the model attend with the device's fused kernel where that is right; ask once a run."""
    if torch.device(device).type != "cpu":
        check_attention(device, torch.bfloat16 if precision == "bfloat16" else torch.float32)


def can_compile(device: torch.device | str) -> bool:
    """Whether PyTorch can compile for this device: a GPU of NVIDIA, Triton and a C compiler."""
    if torch.device(device).type != "cuda" or importlib.util.find_spec("triton") is None:
        return False
    return any(shutil.which(name) for name in (os.environ.get("CC", ""), *_COMPILERS) if name)


def compile_layers(model: Network) -> None:
    """Let each layer be compiled at its first use: one graph serves all, for they are alike."""
    for layer in model.layers:
        layer.compile()


def uncompiled() -> AbstractContextManager[object]:
    """Return what keeps compiled layers from being used: for good, or within a `with`."""
    stance: AbstractContextManager[object] = torch.compiler.set_stance("force_eager")
    return stance


def failed_to_compile(error: BaseException) -> bool:
    """Whether an error is one of compiling, without which all goes on, slower."""
    return type(error).__module__.startswith(_OF_COMPILING)


def out_of_memory(error: RuntimeError) -> bool:
    """Whether an error says that there is no memory."""
    # On CPU and on Apple's GPUs torch raises a plain RuntimeError that says it in words.
    said = str(error)
    words = ("DefaultCPUAllocator", "MPS backend out of memory")
    return isinstance(error, torch.OutOfMemoryError) or any(word in said for word in words)


def device_lost(error: RuntimeError) -> bool:
    """Whether an error says that the device is gone or in a state that only a new process mends."""
    if out_of_memory(error):
        return False
    said = str(error)
    return isinstance(error, torch.AcceleratorError) or "CUDA error" in said or "Metal" in said
