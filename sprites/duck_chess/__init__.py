"""Art of Duck Chess: chess men, the duck and what it leaves on the water."""
