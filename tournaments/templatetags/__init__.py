"""Template filters of the house."""
