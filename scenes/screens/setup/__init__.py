"""The setup of a match: players, levels, options and clock."""
