"""The state of a MIDI channel, tuning messages, MIDI files, playing that becomes a part."""
