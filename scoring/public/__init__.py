"""Contexts of public pages. A context is the same for every visitor of one audience, so it is
cached.
"""
