"""Playing together with Segue: binds the Jam page to the jam, the sound and the model.

May import main_window, talk, state, views and what is below them. Does not know the window nor how
a piece is edited.
"""
