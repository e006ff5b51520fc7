"""A score as events in order of time, and the messages that wait to be sent. Pure."""
