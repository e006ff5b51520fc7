"""The taste of a user: traits of alternatives, and weights learned from the ones that are kept.

Pure functions over notes. The engine ranks with them, the window learns with them. May import
`engine.request` and the rooms below it.

    traits.py     ten figures of an alternative
    taste.py      weights of the traits, by which alternatives are compared
    learning.py   choices, and the weights that explain them
"""
