"""What the screens have for one game only, in a folder for each game; `scenes/README.md` lists its files."""
