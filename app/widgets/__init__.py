"""Small widgets that several views share: buttons, chips, segmented controls, miniature rolls.

This package may import `app.style`, `app.values` and `engine.values`. It never imports a view.
"""
