"""The state of a row: its bar and tick, its sounding notes and the ids so far."""
