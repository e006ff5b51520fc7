"""The client of the child that listens."""
