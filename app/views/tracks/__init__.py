"""The tracks beside the roll: `headers.TrackHeaders`."""
