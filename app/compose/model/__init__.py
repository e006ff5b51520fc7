"""One model in hand: shown, its sliders measured, what it looks at, what it read before."""
