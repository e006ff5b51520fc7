"""How the window looks: palettes (`colours`), and style sheet, fonts and icons (`theme`).

`colours` is read before the window is on the screen, so it imports as little of Qt as can be.
"""
