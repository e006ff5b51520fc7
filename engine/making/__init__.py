"""How a model is made of a user's songs and kept: songs, plan, run, checks, folder."""
