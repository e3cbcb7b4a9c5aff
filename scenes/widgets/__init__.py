"""The widget kit: what a scene is put together from. It knows no rules. Import each from its own module: it saves time."""
