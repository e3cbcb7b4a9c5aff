"""Programs that make tables and puzzles, and measure strength and speed. In the wheel, not in the executable."""
