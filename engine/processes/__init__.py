"""Child processes from the parent's side: start, exchange messages, end, find those that hang."""
