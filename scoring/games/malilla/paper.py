"""The acta of malilla on paper: a box for each deal or vuelta, and the sum of each side."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.core import Score, Step
from rules.lines import Forfeit
from rules.malilla.hands import Partida, Ruling
from rules.malilla.match import State
from rules.malilla.options import Options
from scoring.games.grid import Form, Row
from scoring.games.malilla.sentences import FORMS
from scoring.games.malilla.words import tantos_text

# The most boxes in a row, by `unit`; more would be too narrow to write in, above all half tantos.
MOST_BOXES = {1: 16, 2: 8}
ROWS = {2: 18.0, 3: 14.5, 4: 11.0}  # height of a row, by the number of sides


def form(options: Options) -> Form:
    """Return the paper form for these options.

    It has a box for each deal if the deals fit, otherwise a box for each vuelta.

    >>> form(Options(vueltas=3)).boxes, form(Options(vueltas=8)).boxes
    (12, 8)
    >>> form(Options(target=100)).boxes, form(Options("coja", vueltas=4)).boxes
    (16, 12)
    >>> form(Options("cubiertas", vueltas=6)).boxes, form(Options(vueltas=1)).length
    (6, 'de compañeros, 1 vuelta')
    """
    return Form(
        lanes=1,
        boxes=_boxes(options),
        row_height=ROWS[options.sides],
        length=_length(options),
        head=_("Reparto") if _has_deal_boxes(options) else _("Vuelta"),
        total_head=pgettext("of malilla", "Tantos"),
        hint=_hint(options),
        result_head=_("Resultado: tantos"),
        sides=options.sides,
    )


def rows(options: Options, steps: Sequence[Step[State]]) -> list[Row]:
    """Return one row for each side.

    A line for a whole vuelta fills the box of the last deal of that vuelta. If the lines need more
    boxes than the row has, the last box has the sum of the rest.

    >>> from rules.malilla import MALILLA
    >>> from rules.core import fold
    >>> options = Options(vueltas=2)
    >>> rows(options, fold(MALILLA, options, ["40-32 dA"]))
    [Row(cells=['+4'], total='+4'), Row(cells=['−4'], total='−4')]
    """
    boxes = form(options).boxes
    cells = _cells(options, steps)
    if len(cells) > boxes:
        last_cells = [cell for cell in cells[boxes - 1 :] if cell is not None]
        cells = [*cells[: boxes - 1], tuple(map(sum, zip(*last_cells, strict=True)))]
    total = steps[-1].score.tallies[0]
    return [
        Row(
            ["" if box is None else tantos_text(box[side], options) for box in cells],
            tantos_text(total[side], options),
        )
        for side in range(options.sides)
    ]


def result(options: Options, score: Score[State]) -> tuple[str, ...]:
    return tuple(tantos_text(number, options) for number in score.tallies[0])


def _cells(options: Options, steps: Sequence[Step[State]]) -> list[tuple[int, ...] | None]:
    """Return the tantos of each box; None for a box that no line fills.

    The tantos of rulings count in the box of the next deal or vuelta.
    """
    cells: list[tuple[int, ...] | None] = []
    totals_before: tuple[int, ...] = (0,) * options.sides
    for step in steps:
        state, totals = step.score.state, step.score.tallies[0]
        box_count = len(state.vueltas) * _boxes_per_vuelta(options)
        if _has_deal_boxes(options):
            box_count += state.deals
        if box_count > len(cells) and not _is_award(step):
            cells += [None] * (box_count - len(cells) - 1)
            cells.append(tuple(a - b for a, b in zip(totals, totals_before, strict=True)))
            totals_before = totals
    return cells


def _is_award(step: Step[State]) -> bool:
    """Return whether the line gave the match to a side. The tantos of such a line are in no box."""
    hand = step.hand
    is_award = isinstance(hand, Ruling) and hand.act == "partida"
    return is_award or isinstance(hand, (Forfeit, Partida))


def _boxes_per_vuelta(options: Options) -> int:
    return options.players if _has_deal_boxes(options) else 1


def _has_deal_boxes(options: Options) -> bool:
    most_deals = (options.vueltas + options.play_off) * options.players
    return not options.target and most_deals <= MOST_BOXES[options.unit]


def _boxes(options: Options) -> int:
    most_boxes = MOST_BOXES[options.unit]
    if options.target:
        return most_boxes
    most_vueltas = options.vueltas + options.play_off
    return (
        most_vueltas * options.players
        if _has_deal_boxes(options)
        else min(most_vueltas, most_boxes)
    )


def _hint(options: Options) -> str:
    if options.target:
        return _("En cada casilla, los tantos ganados en esa vuelta.")
    if _has_deal_boxes(options):
        return _("En cada casilla, los tantos del reparto: + los que se ganan, − los que se pagan.")
    return _("En cada casilla, los tantos de la vuelta: + los que se ganan, − los que se pagan.")


def _length(options: Options) -> str:
    """Return the form and the length of the match as text.

    For example «de compañeros, 3 vueltas, palo favorito, Mari-Pérez».
    """
    name = str(FORMS[options.form])
    parts = [name[:1].lower() + name[1:]]
    if options.target:
        target = ngettext("a %(target)s tanto", "a %(target)s tantos", options.target)
        parts.append(target % {"target": options.target})
    else:
        number = options.vueltas
        parts.append(ngettext("%(n)s vuelta", "%(n)s vueltas", number) % {"n": number})
    if options.favorito:
        parts.append(_("palo favorito"))
    if options.mariperez:
        parts.append(_("Mari-Pérez"))
    return ", ".join(parts)
