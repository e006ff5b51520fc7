"""How Segue goes on: `panel.ContinuePanel`, with the model chip, settings, memory strip and G."""
