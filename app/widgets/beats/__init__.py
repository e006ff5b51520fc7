"""The time of a recording with its bars: what the pages of beats and of humming share."""
