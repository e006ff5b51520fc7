"""Show the introduction, the last piece or the start page when the program starts."""
