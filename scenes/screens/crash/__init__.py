"""What the app does about a fault of its own."""
