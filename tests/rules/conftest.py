"""Settings of the property tests: they test truth, not the speed of a busy machine."""

from hypothesis import settings

settings.register_profile("tapete", deadline=None)
settings.load_profile("tapete")
