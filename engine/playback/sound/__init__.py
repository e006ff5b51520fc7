"""The built-in synthesizer: sound banks, mixing desk, loudness."""
