"""The widget toolkit, independent of the rules."""
