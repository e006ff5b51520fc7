"""Notes as pictures: in a roll, and pixel by pixel for thousands of them."""
