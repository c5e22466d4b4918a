"""Contexts of public pages. A context is the same for one audience, so it is cached."""
