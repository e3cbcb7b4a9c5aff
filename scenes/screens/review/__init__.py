"""The review of a match, and trying other turns out."""
