"""What the bench runs in a process of its own: the app, watched from within."""
