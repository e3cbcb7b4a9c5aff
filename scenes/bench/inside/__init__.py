"""What the bench runs in processes of their own: the app that watches its frames, and loops without an app."""
