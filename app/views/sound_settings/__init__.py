"""The page for sound and ports."""
