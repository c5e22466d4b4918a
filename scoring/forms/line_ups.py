"""Forms of line-ups: a team at each board, and the people of an entry without names."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.selectors.rounds.line_ups import Board
from tournaments.forms.refusals import put_on
from tournaments.models import MatchSide, Player
from tournaments.services.draws.line_ups import NAMES


class Chair(forms.ChoiceField):
    """One of the squad; left empty it is the board that is short of people, and says so."""

    def validate(self, value: str) -> None:
        if value:
            super().validate(value)


class LineUpForm(forms.Form):
    """A list of the squad for each chair; a board whose acta is begun cannot be touched."""

    use_required_attribute = False

    def __init__(
        self, *args: Any, boards: Sequence[Board], squad: Sequence[Player], size: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.squad = {str(place): player for place, player in enumerate(squad, 1)}
        self.boards = boards
        self.chairs = [[_name(board, chair) for chair in range(size)] for board in boards]
        places = {player.pk: place for place, player in self.squad.items()}
        for board, names in zip(boards, self.chairs, strict=True):
            for chair, name in enumerate(names):
                own = board.people[chair].pk if chair < len(board.people) else None
                self.fields[name] = self._chair(chair, size)
                self.fields[name].initial = places.get(own, "")
                self.fields[name].disabled = board.begun
        first = next((name for names in self.chairs for name in names if self._open(name)), None)
        if first is not None:
            self.fields[first].widget.attrs["autofocus"] = True

    def rows(self) -> list[tuple[Board, list[forms.BoundField]]]:
        """Each board with the lists of its chairs."""
        return [
            (board, [self[name] for name in names])
            for board, names in zip(self.boards, self.chairs, strict=True)
        ]

    def line_up(self) -> list[list[Player]]:
        """The people of each board; a chair left empty is nobody. It must have been validated."""
        return [
            list(board.people)
            if board.begun
            else [self.squad[place] for name in names if (place := self.cleaned_data[name])]
            for board, names in zip(self.boards, self.chairs, strict=True)
        ]

    def refuse(self, error: Exception) -> int:
        return put_on(self, error)

    def _open(self, name: str) -> bool:
        return not self.fields[name].disabled

    def _chair(self, chair: int, size: int) -> Chair:
        label = _("Juega") if size == 1 else _("Jugador %(chair)s") % {"chair": chair + 1}
        named = [(place, str(player)) for place, player in self.squad.items()]
        return Chair(label=label, choices=[("", "–"), *named])


class NamesForm(forms.Form):
    """«Quién juega», for an entry that came with only its name."""

    use_required_attribute = False
    side = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=9)
    names = forms.CharField(
        label=_("Quién juega"),
        required=False,
        max_length=NAMES,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    @classmethod
    def of(cls, side: MatchSide) -> "NamesForm":
        """The form of a side, with what is already said."""
        initial = {"side": side.side, "names": side.names}
        form = cls(initial=initial, auto_id=f"juega-{side.side}-%s")
        form.fields["names"].label = _("Quién juega por %(team)s") % {"team": side.entry.title}
        return form


def _name(board: Board, chair: int) -> str:
    return f"board_{board.number}_{chair + 1}"
