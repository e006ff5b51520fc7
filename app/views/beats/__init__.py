"""The page of beats: bars as they were found over the time as it was played."""
