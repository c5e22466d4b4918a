"""Settings of the property tests: no deadline, because a busy machine may be slow."""

from hypothesis import settings

settings.register_profile("tapete", deadline=None)
settings.load_profile("tapete")
