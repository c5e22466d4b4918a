"""Free score: the counts of a day's manos."""

from django.utils.translation import gettext_lazy as _

from rules.marcador.hands import Mano
from scoring.games.numbers import Number, in_events, in_line

NUMBERS = (
    Number("manos", _("manos apuntadas"), in_line(Mano, lambda mano: mano.manos)),
    Number("juegos", _("juegos ganados"), in_events("marcador.juego_won")),
    Number("vacas", _("vacas ganadas"), in_events("marcador.vaca_won")),
)
