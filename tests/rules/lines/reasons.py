"""Random reasons that the rules accept in a line."""

from hypothesis import strategies as st

REASONS = st.text(min_size=1, max_size=150).filter(
    lambda text: " ".join(text.split()) and " ".join(text.split()).isprintable()
)
