"""Contexts of public pages. A context is the same for every visitor, so it is cached."""
