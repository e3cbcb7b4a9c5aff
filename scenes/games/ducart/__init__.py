"""Ducart on the screen."""
