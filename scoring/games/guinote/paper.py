"""The acta of guiñote on paper: a row of partidas for each coto, or a box for each coto."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.core import Score, Step
from rules.guinote.match import State
from rules.guinote.options import Options
from scoring.games.grid import Form, Row

# The most boxes in a row. More would be too narrow to write in: the row is then an open strip for
# tally marks.
MOST_BOXES = 17
MOST_LANES = 3


def form(options: Options) -> Form:
    """Return the paper form for these options.

    >>> two_of_4 = form(Options(cotos=2, partidas=4))
    >>> two_of_4.lanes, two_of_4.boxes, two_of_4.row_height
    (3, 7, 7.5)
    >>> five = form(Options(cotos=5))
    >>> five.lanes, five.boxes, five.head
    (1, 9, 'Coto')
    >>> form(Options(best_of=13)).boxes, form(Options(best_of=99)).boxes
    (13, 0)
    """
    cotos, partidas = _most_cotos(options), 2 * options.partidas_to_win - 1
    if _has_coto_boxes(options):
        return Form(
            lanes=1,
            boxes=cotos,
            row_height=18.0,
            length=_length(options),
            head=_("Coto"),
            total_head=_("Cotos"),
            hint=_("En cada casilla, las partidas que ganó cada bando en ese coto."),
            result_head=_("Resultado: cotos"),
        )
    boxes = partidas if partidas <= MOST_BOXES else 0
    return Form(
        lanes=cotos,
        boxes=boxes,
        row_height=18.0 if cotos == 1 else 7.5,
        length=_length(options),
        head=pgettext("of guiñote", "Partida"),
        total_head=pgettext("of guiñote", "Partidas"),
        hint=_("En cada casilla, los tantos de la partida; rodee los del ganador.")
        if boxes
        else _("Una raya por cada partida ganada."),
        result_head=_("Resultado: cotos") if cotos > 1 else _("Resultado: partidas"),
        lane=_("Coto") if cotos > 1 else "",
    )


def rows(options: Options, steps: Sequence[Step[State]]) -> list[Row]:
    """Return one row for each side of each lane.

    >>> from rules.guinote import GUINOTE
    >>> from rules.core import fold
    >>> options = Options(cotos=1, partidas=2)
    >>> rows(options, fold(GUINOTE, options, ["partida A"] * 2))
    [Row(cells=['✓', '✓'], total=2), Row(cells=['', ''], total=0)]
    """
    cotos, paper = _cotos(steps), form(options)
    if _has_coto_boxes(options):
        cotos_won = [sum(c.total[side] > c.total[1 - side] for c in cotos) for side in (0, 1)]
        return [Row([str(c.total[side]) for c in cotos], cotos_won[side]) for side in (0, 1)]
    return [
        Row(coto.cells[side] if paper.boxes else [], coto.total[side])
        for coto in cotos[: paper.lanes]
        for side in (0, 1)
    ]


def result(options: Options, score: Score[State]) -> tuple[int, ...]:
    """Return the number at the foot of each side.

    It is its cotos or, in a match of one coto, its partidas.
    """
    cotos, partidas = score.tallies[:2]
    return cotos if _most_cotos(options) > 1 else partidas


def _most_cotos(options: Options) -> int:
    return 2 * options.cotos_to_win - 1


def _has_coto_boxes(options: Options) -> bool:
    """Return whether the match has too many cotos to give each coto a row."""
    return _most_cotos(options) > MOST_LANES


def _length(options: Options) -> str:
    """Return the length of the match as text.

    For example «gana el primero que hace 2 cotos de 3 partidas», or «al mejor de 13 partidas».
    """
    if options.best_of == 1:
        return _("una sola partida")
    if options.best_of:
        text = (
            _("%(n)s partidas, se juegan todas")
            if options.play_all
            else _("al mejor de %(n)s partidas")
        )
        return text % {"n": options.best_of}
    if options.cotos == 1:
        text = ngettext("un coto de %(n)s partida", "un coto de %(n)s partidas", options.partidas)
    else:
        text = ngettext(
            "gana el primero que hace %(cotos)s cotos de %(n)s partida",
            "gana el primero que hace %(cotos)s cotos de %(n)s partidas",
            options.partidas,
        )
    return text % {"cotos": options.cotos, "n": options.partidas}


@dataclass(slots=True)
class _Coto:
    """One recorded coto: the contents of its boxes, and the partidas of each side."""

    cells: list[list[str]] = field(default_factory=lambda: [[], []])
    total: tuple[int, int] = (0, 0)


def _cotos(steps: Sequence[Step[State]]) -> list[_Coto]:
    """Return the recorded cotos. A box has the tantos of a partida, or a tick for its winner."""
    cotos = [_Coto()]
    for step in steps:
        for event in step.score.events:
            params: dict[str, Any] = dict(event.params)
            if event.code == "guinote.partida_won":
                tantos = params["tantos"]
                for side in (0, 1):
                    tick = "✓" if event.side == side else ""
                    cotos[-1].cells[side].append(str(tantos[side]) if tantos else tick)
                cotos[-1].total = params["partidas"]
            elif event.code in ("guinote.coto_won", "guinote.coto_written"):
                cotos[-1].total = params["partidas"]
                cotos.append(_Coto())
    return cotos if any(cotos[-1].total) else cotos[:-1] or cotos
