"""What is chosen once and holds: folders, keys, colours, language.

May import files, the window and its views.
Does not know pieces, models or children.
"""
