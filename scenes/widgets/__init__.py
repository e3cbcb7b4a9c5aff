"""The widget kit: what a scene is put together from. It knows no rules. Each is imported from its own module."""
