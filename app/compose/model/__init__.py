"""One model in hand: its sliders measured, what it looks at."""
