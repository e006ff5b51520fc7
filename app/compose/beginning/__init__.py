"""Show the last piece or the start page when the program starts."""
