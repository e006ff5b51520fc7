"""Small parts that several views are made of: buttons, chips, segments, miniature rolls.

May import theme, geometry and engine.music. Knows no view and nothing of what the parts are for.
"""
