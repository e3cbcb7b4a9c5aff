"""Programs that make tables and puzzles, and measure strength and speed. They are in the wheel, not in the executable."""
