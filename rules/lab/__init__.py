"""What makes tables and puzzles, and measures: in the wheel, not in the executable."""
