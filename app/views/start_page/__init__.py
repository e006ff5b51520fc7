"""The start page: welcome, what to begin with, recent pieces, and demo pieces."""
