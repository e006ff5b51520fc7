"""Sets how PyTorch uses the processor: number of threads, and no denormal numbers."""

import torch


def use_processor(*, threads: int) -> None:
    """Set the number of threads for products, and round numbers below 1.2e-38 to zero.

    A trained model attends sharply: many weights of its softmax are about e⁻⁹⁰, and their products
    with gradients are still smaller. Intel's processors are slow with such denormal numbers; a
    training step from the starter took 2.5 times as long with them. They add less to any sum than
    a float32's last digit.

    The setting holds for the calling thread and for threads that it or PyTorch starts later, so a
    process calls this before its first product.

    Args:
        threads: At least one.
    """
    torch.set_flush_denormal(True)  # False: not supported, and not slow either
    torch.set_num_threads(threads)
