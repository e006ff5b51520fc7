"""Figures of this machine: ours beside other implementations, speed beside memory, long plays."""
