"""The look of the window: `colours`, `theme` (sheet, fonts, icons), `text_size`, `hatch`."""
