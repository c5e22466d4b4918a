"""How partners are drawn for those who came alone, in words."""

from collections.abc import Iterable
from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.pairing.kings import CardPartners
from tournaments.pairing.singles import LOT, paired
from tournaments.wording.kings import aloud

# method (`pairing.singles.METHODS`) → what it does
METHODS: dict[str, str | Promise] = {
    "lot": _("Por sorteo: las bolas salen de dos en dos"),
    "kings": _("A reyes: se reparte hasta que salen los reyes, y van juntos de dos en dos"),
    "high_cards": _("A la carta más alta: de cada cuatro, las dos altas y las dos bajas"),
}


def cards_aloud(numbers: Iterable[int], seed: str, method: str) -> list[str]:
    """Every card as it fell, to be read aloud; nothing where no cards were dealt."""
    return [] if method == LOT else list(aloud(cast(CardPartners, paired(numbers, seed, method))))
