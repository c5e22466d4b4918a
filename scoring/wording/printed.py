"""The changes of a match since its paper was printed, in words."""

from django.utils.translation import gettext as _

from scoring.selectors.hall.printed import Imprint, PaperChange, imprint_of


def change_in_words(change: PaperChange) -> str:
    """«Mesa 3 (7–12): antes, 7–9»."""
    if change.match is None:
        before = change.before or Imprint(0, "", "", 0)
        return f"{_table(before.table)} ({before.sides}): {_('ya no se juega')}"
    now = imprint_of(change.match)
    place = _table(now.table)
    return f"{place} ({now.sides}): {_what(change.before, now)}"


def _table(table: int) -> str:
    return _("Mesa %(table)s") % {"table": table} if table else _("Sin mesa")


def _what(before: Imprint | None, now: Imprint) -> str:
    if before is None:
        return _("no estaba")
    said = []
    if before.table != now.table and before.table:
        said.append(_("antes, mesa %(table)s") % {"table": before.table})
    if before.sides != now.sides:
        said.append(_("antes, %(sides)s") % {"sides": before.sides})
    elif before.names != now.names:
        said.append(_("ha cambiado un nombre"))
    elif before.link != now.link:
        said.append(_("el enlace es otro"))
    return ", ".join(said) or _("como estaba")
