"""The mixer: a strip for each track, and the master."""
