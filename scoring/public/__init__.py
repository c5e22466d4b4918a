"""Contexts of public pages, the same for everybody: they are kept."""
