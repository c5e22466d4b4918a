"""Queries of the stored data about a person, for handing over or deletion."""
