"""Contexts of public pages. They are the same for everybody, so they are cached."""
