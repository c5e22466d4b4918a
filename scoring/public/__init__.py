"""What each public page shows of the day: selectors in, the context of a template out.

Nothing here depends on who looks: what comes out is kept and given to everybody.
"""
