"""For those who don't see the table: the line of words, and screen readers."""
