"""The tracks beside the roll: `headers.TrackHeaders`, one for each."""
