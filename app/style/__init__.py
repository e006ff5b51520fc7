"""The look of the window: palettes (`colours`), style sheet, fonts and icons (`theme`), `hatch`."""
