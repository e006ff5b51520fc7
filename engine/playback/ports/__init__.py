"""MIDI ports: opening, losing, naming and tuning them."""
