"""Strangers, crowds and bad days: what they do to the site."""
