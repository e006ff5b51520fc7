"""The beats of a piece: the drafts of two pages, edits, and bars that are in doubt."""
