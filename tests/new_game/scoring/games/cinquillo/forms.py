"""The form of a line of cinquillo."""

from scoring.games.lines import LineForm, SideField


class ManoForm(LineForm):
    KIND = "mano"
    TAB = "Mano"
    ORDINARY = True
    TEMPLATE = "scoring/games/cinquillo/form.html"

    winner = SideField(label="¿Quién gana la mano?")
