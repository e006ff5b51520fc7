"""Playing together with Segue: binds the Jam page to the jam, the sound and the model.

This package may import main_window, clients, state, views and the packages below them. It does not
know the window, nor how a piece is edited.
"""
