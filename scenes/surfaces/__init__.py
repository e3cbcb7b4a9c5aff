"""What lies on a table and how it moves. It knows no rules."""
