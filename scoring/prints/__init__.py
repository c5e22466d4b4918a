"""Contexts of the printed sheets: selectors in, plain contexts for a template out.

`sheets` is the list of them; every other module makes the contexts of one subject.
"""
