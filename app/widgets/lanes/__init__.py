"""Lanes over or under the roll: the field that types into one, and the base of written lanes."""
