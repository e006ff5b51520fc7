"""The player: sends each message when it is due, and ends every note that it began."""
