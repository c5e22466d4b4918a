"""Stages: how they chain and end, their brackets, and who is out."""
