"""The widget kit: what is on paper. It knows no rules."""
