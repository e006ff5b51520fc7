"""Playing together with Segue: binds the Jam page to the jam, the sound and the model.

It may import `app.main_window` but not its `window`, and does not know how a piece is edited.
"""
