"""What one begins with: the introduction, the last piece, the page to start from."""
