"""How PyTorch uses this computer's processor: with so many threads, and no denormal numbers."""

import torch


def use_processor(*, threads: int) -> None:
    """Let products run on so many threads, and numbers below 1.2e-38 be zero.

    A trained model attends sharply: many a weight of its softmax is e⁻⁹⁰, and its products with
    gradients are smaller still. Processors of Intel leave their fast path for each such denormal
    number; a training step from the starter took 2.5 times as long with them
    (`python -m benchmarks denormals`). They add less to any sum than a float32's last digit.

    Holds for the calling thread and for those that it or PyTorch starts from now on, so a process
    calls this before its first product.

    Args:
        threads: At least one.
    """
    torch.set_flush_denormal(True)  # False where the processor cannot: then it is not slow either
    torch.set_num_threads(threads)
