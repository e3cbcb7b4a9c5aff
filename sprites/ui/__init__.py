"""Art of the app: table top, mark and icons."""
