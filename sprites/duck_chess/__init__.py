"""Art of Duck Chess: chess men, the duck and its ripples."""
