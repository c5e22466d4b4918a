"""Actas: written by whoever helps or by the players, corrected, disputed."""
