"""The page *Hum it*: what was sung, and the notes that Segue heard in it."""
