"""Audio files: rendering, mastering, writing."""
