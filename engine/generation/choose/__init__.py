"""Chooses the alternatives to offer: ranking, scores for wishes, the fit with bars after a gap."""
