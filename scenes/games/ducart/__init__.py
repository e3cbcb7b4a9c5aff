"""The user interface of Ducart."""
