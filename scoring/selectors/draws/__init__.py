"""Draws: what the next one waits for, the draft, and how a published one is checked."""
