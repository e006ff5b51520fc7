"""What only measures Segue: beside others, on long runs, and as pages of figures. Not installed.

May import everything of `engine` and `app`; neither knows that it is there.
"""
