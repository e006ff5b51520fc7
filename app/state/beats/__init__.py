"""The beats of a piece: the draft of the page, edits, and bars that are in doubt."""
