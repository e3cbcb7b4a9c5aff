"""The screens' parts for single games, in a folder for each game; `scenes/README.md` lists their files."""
