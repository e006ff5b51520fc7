"""Pieces as files: new, opened, saved, dropped, and asked about before they are given up."""
