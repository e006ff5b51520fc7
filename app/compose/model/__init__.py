"""The current model: its state, its memory and its sliders."""
