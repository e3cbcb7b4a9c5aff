"""The first screen and what lives on it."""
