"""Art: pictures as SVG, a folder for each game and one for the app."""
