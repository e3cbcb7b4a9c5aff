"""Courses, puzzles and the attention trainer, played at the real table."""
