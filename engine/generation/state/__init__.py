"""Where a continuation stands: its bar and tick, what sounds, and what was emitted so far."""
