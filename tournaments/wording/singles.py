"""How partners are drawn for those who came alone, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# method (`pairing.singles.METHODS`) → what it does
METHODS: dict[str, str | Promise] = {
    "lot": _("Por sorteo: las bolas salen de dos en dos."),
}
# As an audit line tells them.
DONE: dict[str, str | Promise] = METHODS | {"hand": _("A mano.")}
