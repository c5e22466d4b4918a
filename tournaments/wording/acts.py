"""What people do, in words: each act that leaves an audit line, and each right.

The acts are named as their services; a test reads every `note(…)` of the code and looks here.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, str | Promise] = {
    "create_tournament": _("Creó el torneo"),
    "edit_tournament": _("Cambió los ajustes"),
    "grant_role": _("Dio un papel en el equipo"),
    "revoke_role": _("Quitó del equipo"),
    "register_entry": _("Hizo una inscripción"),
    "edit_entry": _("Corrigió una inscripción"),
    "move_entry": _("Cambió una inscripción de fase"),
    "set_paid": _("Apuntó el pago"),
    "set_present": _("Apuntó la presencia"),
    "withdraw": _("Retiró una inscripción"),
    "reinstate": _("Readmitió una inscripción"),
    "promote": _("Dio plaza a quien esperaba"),
    "substitute_player": _("Sustituyó a una persona"),
    "pair_singles": _("Hizo parejas con quienes la buscaban"),
    "separate_pair": _("Deshizo una pareja"),
    "reenter": _("Apuntó un reenganche"),
    "set_seeding": _("Puso cabezas de serie y turnos"),
    "set_wishes": _("Cambió lo que se procura en el sorteo"),
    "forbid_couple": _("Prohibió un cruce"),
    "allow_couple": _("Volvió a permitir un cruce"),
    "place_late_entry": _("Colocó a quien llegó tarde"),
    "accept_import": _("Inscribió una lista"),
    "draw": _("Sorteó una ronda"),
    "redraw": _("Volvió a sortear una ronda"),
    "close_list": _("Cerró la lista para el sorteo"),
    "open_list": _("Volvió a abrir la lista"),
    "draw_with_word": _("Sorteó con la palabra de la sala"),
    "start_ceremony": _("Empezó la ceremonia del sorteo"),
    "swap_entries": _("Cambió a dos de sitio"),
    "publish": _("Publicó una ronda"),
    "discard_round": _("Descartó una ronda"),
    "call_waiting": _("Mandó partidas a sus mesas"),
    "move_match": _("Cambió una partida de mesa"),
    "record_hand": _("Apuntó una línea de un acta"),
    "correct_acta": _("Corrigió un acta"),
    "sign_acta": _("Confirmó un resultado"),
    "dispute_acta": _("Discutió un acta"),
    "resolve_dispute": _("Decidió un acta discutida"),
    "add_stage": _("Añadió una fase"),
    "edit_stage": _("Cambió una fase"),
    "remove_stage": _("Quitó una fase"),
    "open_stage": _("Abrió una fase"),
    "shut_stage": _("Volvió a cerrar una fase"),
    "set_line_up": _("Dio la alineación de un equipo"),
    "name_players": _("Apuntó quién juega"),
    "set_dates": _("Puso fechas a las rondas"),
    "change_rounds": _("Cambió el número de rondas"),
    "ring_bell": _("Dio la última llamada"),
    "unring_bell": _("Reabrió las llamadas"),
    "set_standings": _("Cambió cómo se cuenta y se ordena la clasificación"),
    "note_penalty": _("Puso una sanción"),
    "lift_penalty": _("Levantó una sanción"),
    "rebuild_results": _("Rehízo resultados según sus actas"),
}

RIGHTS: dict[str, str | Promise] = {
    "view_public": _("Ver las páginas públicas del torneo"),
    "create_tournament": _("Crear un torneo"),
    "view_panel": _("Ver el panel del torneo"),
    "edit_tournament": _("Cambiar los ajustes del torneo"),
    "manage_entries": _("Inscribir y corregir inscripciones, pagos y presencias"),
    "withdraw_entry": _("Retirar y readmitir inscripciones"),
    "draw_round": _("Sortear, cambiar, publicar y descartar rondas"),
    "call_tables": _("Mandar partidas a las mesas"),
    "see_forecast": _("Ver la previsión de horas"),
    "rehearse_day": _("Ensayar el día"),
    "print_sheets": _("Imprimir"),
    "enter_result": _("Apuntar resultados"),
    "write_at_table": _("Apuntar y confirmar la partida propia, con el enlace de la mesa"),
    "correct_result": _("Corregir resultados de la ronda en juego"),
    "correct_closed_round": _("Corregir resultados de rondas anteriores"),
    "penalise": _("Poner y levantar sanciones"),
    "manage_team": _("Dar y quitar papeles en el equipo"),
    "view_audit": _("Ver el historial"),
}


def sentence(act: str) -> str:
    """What was done, in the language of the moment."""
    return str(SENTENCES[act])
