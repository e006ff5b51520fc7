"""Figures of the piano roll and of the window's start, for `segue bench`.

May import views and theme. Does not know state or children.
"""
