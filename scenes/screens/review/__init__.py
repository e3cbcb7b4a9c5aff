"""Looking back on a match that is over, and trying other turns out."""
