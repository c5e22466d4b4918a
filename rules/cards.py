"""The suits of a Spanish pack."""

SUITS = "oceb"  # oros, copas, espadas, bastos
