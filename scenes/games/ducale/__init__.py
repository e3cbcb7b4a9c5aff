"""Ducale on the screen."""
