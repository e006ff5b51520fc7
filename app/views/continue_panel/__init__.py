"""The panel of Continue: `panel.ContinuePanel`, with model, settings, memory and main button."""
