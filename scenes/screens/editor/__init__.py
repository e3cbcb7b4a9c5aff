"""The editor for positions."""
