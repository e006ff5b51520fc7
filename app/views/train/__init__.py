"""Training one's own model: `page.TrainPage`, with its loss chart and lists."""
