"""Contexts of the public pages: selectors in, the context of a template out.

Nothing here depends on who looks: what comes out is kept and given to everybody.
"""
