"""Pictures of figures and of music, by matplotlib."""
