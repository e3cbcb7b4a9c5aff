"""Duck Chess on the screen."""
