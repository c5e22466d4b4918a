"""Property tests answer for what is true, never for how fast a busy machine says so."""

from hypothesis import settings

settings.register_profile("tapete", deadline=None)
settings.load_profile("tapete")
