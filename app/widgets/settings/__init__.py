"""The widgets that set rows of the table of settings."""
