"""What is on the screen and what is clicked; the only package that imports pygame."""
