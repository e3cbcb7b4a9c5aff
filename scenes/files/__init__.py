"""The person's files: written whole or not at all, shared by several windows."""
