"""The piece as a score: seen and edited, printed, written for other programs."""
