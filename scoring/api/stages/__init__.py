"""Stages: planned and opened, their length and their rules."""
