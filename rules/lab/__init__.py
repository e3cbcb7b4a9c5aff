"""Programs that make tables and puzzles, and measure. They are in the wheel, not in the executable."""
