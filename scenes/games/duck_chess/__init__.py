"""The user interface of Duck Chess."""
