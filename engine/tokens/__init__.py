"""Music as token ids: vocabulary, encoder, grammar, reader, the store of songs and their batches.

May import music, config and errors; only `tokenizer` imports MidiTok. Does not know the model,
training, ports, MIDI files or Qt.
"""
