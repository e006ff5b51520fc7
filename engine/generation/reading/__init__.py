"""Makes the ids that the model reads for a request, and keeps track of the ids in its memory."""
