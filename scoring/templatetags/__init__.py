"""Template filters of the scores."""
