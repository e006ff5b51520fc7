"""The look of the window: palettes (`colours`), and the style sheet, fonts and icons (`theme`)."""
