"""What a person has played."""
