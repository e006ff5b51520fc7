"""The ids that the model reads for a request, and the log of what it has read."""
