"""What the user does to notes, tracks and the ruler becomes named steps of the document.

May import `compose.paper`, where music is edited in the score.
"""
