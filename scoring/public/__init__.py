"""Contexts of public pages. Everybody in an audience gets the same context, so it is cached."""
