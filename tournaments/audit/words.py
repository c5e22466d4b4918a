"""Audit lines as text: the values before and after, without those that did not change."""

import re
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules import GAMES
from tournaments.formats import FORMATS
from tournaments.formats import words as formats
from tournaments.games import GAMES as GAME_WORDS
from tournaments.models import (
    Announcing,
    Entry,
    LoggedAction,
    Match,
    Movement,
    Prize,
    PublicNames,
    Role,
    Round,
    Visibility,
)
from tournaments.ports import scoring_port
from tournaments.rounds.words.rounds import title_in_words
from tournaments.words import Text

# The sentence of each action in an audit line. Most actions have the name of their service.
SENTENCES: dict[str, Text] = {
    "create_tournament": _("Creó el torneo"),
    "import_tournament": _("Trajo el torneo de un archivo"),
    "edit_tournament": _("Cambió los ajustes"),
    "grant_role": _("Nombró a un colaborador"),
    "revoke_role": _("Quitó a un colaborador"),
    "invite": _("Creó un enlace de invitación"),
    "revoke_invitation": _("Retiró una invitación"),
    "slow_guesses": _("Frenó los intentos con enlaces que no valen"),
    "register_entry": _("Hizo una inscripción"),
    "edit_entry": _("Corrigió una inscripción"),
    "move_entry": _("Cambió una inscripción de fase"),
    "set_paid": _("Anotó el pago"),
    "set_present": _("Anotó la presencia"),
    "record_payment": _("Anotó un cobro"),
    "refund": _("Anotó una devolución"),
    "record_outside": _("Anotó un ingreso o un gasto"),
    "reverse_movement": _("Anuló un apunte de las cuentas"),
    "add_extra": _("Cargó un extra"),
    "add_discount": _("Hizo un descuento"),
    "reverse_charge": _("Anuló un cargo"),
    "return_deposit": _("Devolvió una fianza"),
    "set_categories": _("Cambió las categorías de premio"),
    "set_prices": _("Cambió las cuotas"),
    "save_extra": _("Puso precio a un extra"),
    "delete_extra": _("Quitó un extra"),
    "set_purse": _("Cambió la bolsa de premios"),
    "add_prize": _("Añadió un premio"),
    "delete_prize": _("Quitó un premio"),
    "pay_prize": _("Entregó un premio"),
    "set_fixed_table": _("Cambió la mesa fija de una inscripción"),
    "mark_all": _("Marcó a todos a la vez"),
    "unmark_all": _("Desmarcó a todos"),
    "withdraw": _("Retiró una inscripción"),
    "delete_entry": _("Borró una inscripción"),
    "reinstate": _("Readmitió una inscripción"),
    "promote": _("Dio plaza a una inscripción en espera"),
    "edit_sign_up": _("Cambió la inscripción por la página pública"),
    "keep_poster": _("Cambió el cartel de la inscripción"),
    "refuse_requests": _("Rechazó solicitudes de inscripción"),
    "substitute_player": _("Sustituyó a una persona"),
    "substitute_for_round": _("Puso un suplente para una jornada"),
    "add_reserve": _("Añadió un suplente de la temporada"),
    "remove_reserve": _("Quitó un suplente de la temporada"),
    "set_venues": _("Cambió las sedes"),
    "pair_singles": _("Formó parejas con los que la buscaban"),
    "give_partner": _("Dio pareja a una persona que la buscaba"),
    "separate_pair": _("Deshizo una pareja"),
    "reenter": _("Anotó un reenganche"),
    "set_seeding": _("Puso cabezas de serie y turnos"),
    "set_wishes": _("Cambió las condiciones del sorteo"),
    "forbid_couple": _("Prohibió un cruce"),
    "allow_couple": _("Volvió a permitir un cruce"),
    "place_late_entry": _("Colocó una inscripción que llegó tarde"),
    "accept_import": _("Inscribió una lista"),
    "draw": _("Preparó una ronda"),
    "redraw": _("Volvió a sortear una ronda"),
    "close_list": _("Cerró la lista para el sorteo"),
    "open_list": _("Volvió a abrir la lista"),
    "draw_with_word": _("Sorteó con la palabra de la sala"),
    "start_ceremony": _("Empezó la ceremonia del sorteo"),
    "swap_entries": _("Cambió a dos de sitio"),
    "seat_by_hand": _("Escribió los emparejamientos hechos a mano"),
    "publish": _("Publicó una ronda"),
    "announce_round": _("Anunció una ronda"),
    "hide_round": _("Volvió a ocultar una ronda"),
    "discard_round": _("Descartó una ronda"),
    "call_waiting": _("Mandó encuentros a sus mesas"),
    "move_match": _("Cambió un encuentro de mesa"),
    "postpone_match": _("Aplazó un encuentro"),
    "resume_match": _("Reanudó un encuentro aplazado"),
    "set_in_service": _("Cambió qué mesas están en servicio"),
    "record_hand": _("Anotó en un acta"),
    "correct_acta": _("Corrigió un acta"),
    "exchange_seats": _("Cambió a dos de sitio por una corrección"),
    "exchange_places": _("Cambió los clasificados de una fase ya empezada"),
    "pair_rest": _("Volvió a emparejar los encuentros no empezados"),
    "move_acta": _("Pasó un acta a su encuentro"),
    "add_photo": _("Guardó una foto del papel"),
    "remove_photo": _("Quitó una foto del papel"),
    "edit_letterhead": _("Cambió el patrocinador o el color de las hojas"),
    "keep_logo": _("Puso un logo en las hojas"),
    "remove_logo": _("Quitó el logo de las hojas"),
    "revoke_link": _("Anuló el enlace de una mesa"),
    "revoke_links": _("Anuló los enlaces de una ronda"),
    "catch_up": _("Dio un encuentro de recuperación a una inscripción que descansaba"),
    "undo_catch_up": _("Anuló una recuperación"),
    "undo_reenter": _("Anuló un reenganche"),
    "sign_acta": _("Confirmó un resultado"),
    "review_handovers": _("Revisó resultados que los dos bandos confirmaron con el mismo teléfono"),
    "dispute_acta": _("Reclamó contra un acta"),
    "resolve_dispute": _("Decidió una reclamación"),
    "add_stage": _("Añadió una fase"),
    "edit_stage": _("Cambió una fase"),
    "remove_stage": _("Quitó una fase"),
    "let_in_the_rest": _(
        "Dio plaza en la fase de «los demás» a una inscripción que llegó o volvió"
    ),
    "open_stage": _("Abrió una fase"),
    "shut_stage": _("Volvió a cerrar una fase"),
    "set_line_up": _("Entregó la alineación de un equipo"),
    "name_players": _("Anotó quién juega"),
    "set_dates": _("Puso fechas a las rondas"),
    "change_rounds": _("Cambió el número de rondas"),
    "ring_bell": _("Hizo la última tanda"),
    "unring_bell": _("Reabrió las tandas"),
    "set_standings": _("Cambió cómo se cuenta y se ordena la clasificación"),
    "note_ruling": _("Anotó una falta"),
    "lift_ruling": _("Retiró una decisión del árbitro"),
    "note_penalty": _("Puso una sanción"),  # only in lines from before rulings existed
    "lift_penalty": _("Retiró una sanción"),
    "call_referee": _("Avisó al árbitro"),
    "answer_call": _("Atendió un aviso al árbitro"),
    "give_time": _("Dio minutos de más a una mesa"),
    "start_clock": _("Dio la señal de comienzo"),
    "stop_clock": _("Paró el reloj de la sala"),
    "resume_clock": _("Puso en marcha el reloj de la sala"),
    "add_minutes": _("Dio minutos de más a toda la sala"),
    "place_tournament": _("Cambió la sala o sus mesas"),
    "save_screen": _("Cambió una pantalla de la sala"),
    "remove_screen": _("Quitó una pantalla de la sala"),
    "show_now": _("Mandó algo a una pantalla de la sala"),
    "replay_match": _("Mandó repetir un encuentro"),
    "set_refereeing": _("Cambió cómo se arbitra una fase"),
    "anonymise_entries": _("Borró los datos de inscripciones"),
    "delete_account": _("Borró su cuenta"),
    "create_club": _("Fundó el club"),
    "edit_club": _("Cambió los ajustes del club"),
    "add_officer": _("Añadió a una persona a la secretaría"),
    "remove_officer": _("Quitó a una persona de la secretaría"),
    "set_club": _("Cambió el club del torneo"),
    "join_player": _("Unió a un jugador con una persona del club"),
    "merge_people": _("Unió dos personas del club que eran la misma"),
    "add_webhook": _("Añadió una dirección a la que se avisa"),
    "remove_webhook": _("Quitó una dirección a la que se avisaba"),
    "resume_webhook": _("Volvió a avisar a una dirección"),
    "stop_webhook": _("Dejó de avisar a una dirección que no responde"),
    "rebuild_results": _("Rehízo resultados según sus actas"),
}


def act_sentence(act: str) -> str:
    """Return the sentence of an action, in the active language."""
    return str(SENTENCES[act])


# --- Audit ----------------------------------------------------------------------------------------
# The most letters of both values together. The page hides longer values until they are opened.
SHORT_LENGTH = 160

LABELS: dict[str, Text] = {
    "name": _("nombre"),
    "venue": _("lugar"),
    "starts_at": _("comienzo"),
    "tables": _("mesas"),
    "game": _("juego"),
    "game_options": _("duración"),
    "format": _("sistema"),
    "format_options": _("opciones del sistema"),
    "third_place": _("tercer puesto"),
    "rounds": _("rondas"),
    "blocks": _("bloques"),
    "dates": _("fechas"),
    "rest_dates": _("semanas de descanso"),
    "venues": _("sedes"),
    "at_home": _("se juega en la sede de casa"),
    "stage": _("fase"),
    "copied_from": _("copiado de"),
    "staff": _("colaboradores"),
    "seed": _("semilla"),
    "word": _("palabra"),
    "commitment": _("huella"),
    "entered": _("inscripciones"),
    "in_public": _("a la vista de todos"),
    "cotos": _("cotos"),
    "partidas": pgettext_lazy("of guiñote", "partidas"),
    "best_of": _("al mejor de"),
    "play_all": _("jugarlas todas"),
    "number": _("número"),
    "kinds": _("cambios de los que se avisa"),
    "players": _("jugadores"),
    "town": _("peña o pueblo"),
    "paid": _("pagado"),
    "present": _("presente"),
    "amount": _("importe"),
    "receipt": _("número de recibo"),
    "payment_method": _("cómo se pagó"),
    "concept": _("concepto"),
    "reverses": _("anula el número"),
    "movement": _("apunte"),
    "categories": _("categorías de premio"),
    "currency": _("moneda"),
    "fee": _("cuota"),
    "deposit": _("fianza"),
    "reentry_fee": _("precio del reenganche"),
    "purse_percent": _("parte de las cuotas que va a premios"),
    "purse_minimum": _("bolsa mínima garantizada"),
    "purse_step": _("redondeo de los premios"),
    "purse_to_first": _("el redondeo va al primer premio"),
    "prize": _("premio"),
    "place": _("puesto"),
    "percent": _("porcentaje"),
    "thing": _("en especie"),
    "state": _("estado"),
    "postponed_to": _("aplazado al"),
    "fixed_table": _("mesa fija"),
    "origin": _("procedencia"),
    "out_of_service": _("mesas fuera de servicio"),
    "table": _("mesa"),
    "match": _("encuentro"),
    "rival": _("rival"),
    "rivals": _("rivales"),
    "exempt": _("descansaba"),
    "line": _("anotación"),
    "lines": _("anotaciones"),
    "pairs": _("inscripciones"),
    "first": _("desde el número"),
    "last": _("hasta el número"),
    "matches": _("partidas"),
    "winner": _("gana"),
    "forfeit": _("por incomparecencia"),
    "tallies": _("tanteo"),
    "capacity": _("plazas"),
    "opened": _("abierta"),
    "opens_at": _("se abre"),
    "closes_at": _("se cierra"),
    "minimum": _("mínimo para jugar"),
    "needs_phone": _("se pide teléfono"),
    "minors": _("pueden jugar menores"),
    "waits": _("con lista de espera"),
    "advances": _("la lista de espera avanza sola"),
    "accepts": _("las solicitudes se aceptan solas"),
    "poster": _("con cartel"),
    "requests": _("solicitudes"),
    "confirmations": _("confirmaciones"),
    "provisional": _("mostrar los resultados sin confirmar"),
    "visibility": _("quién puede verlo"),
    "announcing": _("cuándo se muestra una ronda"),
    "announced_at": _("se anuncia"),
    "public_names": _("cómo salen los jugadores en público"),
    "responsible": _("responsable de los datos"),
    "contact": _("contacto del responsable"),
    "privacy": _("texto de privacidad"),
    "takes_entries": _("se inscribe gente"),
    "places": _("entran"),
    "waiting": _("en espera"),
    "declined": _("no siguen"),
    "squad": _("jugadores por equipo"),
    "entry_size": _("jugadores por inscripción"),
    "team": _("equipo"),
    "session": _("turno"),
    "seeded": _("cabeza de serie"),
    "effect": _("sus encuentros"),
    "leaves": _("sale"),
    "comes": _("entra"),
    "again": _("reenganches"),
    "couples": _("parejas"),
    "alone": _("sin pareja"),
    "method": _("cómo"),
    "apart": _("se separa"),
    "together": _("se junta"),
    "family": _("familia"),
    "group": _("grupo"),
    "forbidden": _("no se cruzan"),
    "chain": _("orden"),
    "counting": _("cuenta"),
    "points": _("puntos"),
    "role": _("cargo"),
    "people": _("para cuántas personas"),
    "hours": _("horas"),
    "guessed": _("probaba"),
    "slowed_by": _("frenado por"),
    "screen": _("pantalla"),
    "shows": _("muestra"),
    "notice": _("aviso"),
    "minutes": _("minutos"),
    "ends": _("acababa a las"),
    "acta": _("acta"),
    "author": _("quién la puso"),
    "version": _("versión"),
    "sponsor": _("patrocinador"),
    "colour": _("color"),
    "entries": _("inscripciones"),
    "club": _("club"),
    "shows_people": _("páginas públicas de sus personas"),
    "numbers": _("números"),
    "deleted": _("inscripciones borradas"),
    "files": _("archivos borrados"),
    "follows": _("consecuencia"),
    "article": _("artículo"),
    "time_up": _("al acabar el tiempo"),
    "extra_deals": _("manos de más"),
    "warnings": _("apercibimientos"),
    "grace": _("minutos de cortesía"),
    "later": _("cortesía desde la segunda ronda"),
    "step": _("minutos de cada escalón"),
    "score": _("tanteo del encuentro perdido"),
    "said": _("parejas formadas"),
    "handed_over": _("desde el mismo teléfono que los rivales, como dijeron"),
}

SHORT_LABELS = {name: LABELS[name] for name in ("rounds", "third_place")}

# The texts of constants in the code (roles, states, formats…). Only a value stored under one of the
# `CONSTANT_KEYS` is such a constant.
WORDS: dict[str, Text] = {
    choice.value: choice.label
    for choices in (
        Role,
        Entry.State,
        Entry.Effect,
        Match.State,
        Round.State,
        Visibility,
        Announcing,
        PublicNames,
    )
    for choice in choices
} | {key: words.name for key, words in formats.WORDS.items()}
WORDS |= {key: game.name for key, game in GAMES.items()}
WORDS |= {  # values of `accounts.throttling`
    "login": _("contraseñas"),
    "invitation": _("invitaciones"),
    "table": _("enlaces de mesa"),
    "request": _("códigos de solicitud"),
    "key": _("el dato probado"),
    "device": _("su aparato"),
    "address": _("su dirección de red"),
}
# The texts of more constants, by the key of `WORDS_OF` under which they are stored. Under another
# key, the same word is what a person typed.
REFEREEING = {
    "warning": _("apercibimiento"),
    "points": _("puntos de sanción"),
    "line": _("anotación del acta"),
    "hand": _("se anota en la mano"),
    "out": _("descalificación"),
    "unit": _("una partida, un chico o un juego"),
    "match": _("el encuentro"),
    "finish": _("acaban la mano"),
    "last": _("acaban la mano y juegan otra"),
    "stands": _("vale el tanteo actual"),
    "extra": _("manos de más si van iguales"),
    "draw": _("quedan en tablas"),
}
SHOWS = {
    "aviso": _("el aviso"),
    "podio": _("el podio"),
    "apellidos": _("emparejamientos por apellido"),
    "numeros": _("emparejamientos por número"),
    "mesas": _("emparejamientos por mesa"),
    "jugando": _("mesas que siguen jugando"),
    "reloj": _("el reloj"),
    "clasificacion": _("la clasificación"),
    "cuadro": _("el cuadro"),
}
METHODS = {  # the ways to draw partners
    "hand": _("a mano"),
    "lot": _("por sorteo"),
    "kings": _("a reyes"),
    "high_cards": _("a la carta más alta"),
}
WORDS_OF = {
    **dict.fromkeys(("follows", "time_up", "warnings"), REFEREEING),
    "shows": SHOWS,
    "movement": dict(Movement.Kind.choices),
    "payment_method": dict(Movement.Method.choices),
    "prize": dict(Prize.Category.choices),
    "categories": dict(Prize.Category.choices),
    "method": METHODS,
}
MOMENT_KEYS = {"starts_at", "opens_at", "closes_at", "announced_at", "postponed_to"}
MOMENT_KEYS |= {"dates", "rest_dates"}
OMITTED_KEYS = {"fault"}  # the line's reason has the fault as text
CONSTANT_KEYS = {"guessed", "slowed_by", "", "state", "effect", "game", "format", "role"}
CONSTANT_KEYS |= {"visibility", "announcing", "public_names"}
# The Spanish text of a round or a match, and then the rest of the subject. Older lines say
# «Llamada» for «Tanda», and «Partida» for «Encuentro».
NUMBERED_SUBJECT = re.compile(r"((?:Ronda|Tanda|Llamada|Encuentro|Partida) \d+)( · .*?)?(: .*)?")


@dataclass(frozen=True, slots=True)
class AuditLineInWords:
    """An audit line with its action, subject and values in words; all but the action may be ""."""

    line: LoggedAction
    sentence: str
    subject: str
    before: str
    after: str

    @property
    def long(self) -> bool:
        return len(self.before) + len(self.after) > SHORT_LENGTH


def audit_line_in_words(line: LoggedAction) -> AuditLineInWords:
    """Return the audit line in the active language."""
    before, after = line.before, line.after
    if isinstance(before, dict) and isinstance(after, dict):
        unchanged = {key for key in before if key in after and before[key] == after[key]}
        before = {key: value for key, value in before.items() if key not in unchanged}
        after = {key: value for key, value in after.items() if key not in unchanged}
    subject = subject_in_words(line.subject)
    return AuditLineInWords(
        line, act_sentence(line.act), subject, value_in_words(before), value_in_words(after)
    )


def subject_in_words(subject: str) -> str:
    """Return the subject of an action, as `note` stores it, in the active language.

    >>> subject_in_words("Ronda 4"), subject_in_words("12 · Paco Gil · Luis Sanz")
    ('Ronda 4', '12 · Paco Gil · Luis Sanz')
    """
    match = NUMBERED_SUBJECT.fullmatch(subject)
    if match is None:
        return subject
    title, subtitle, detail = (part or "" for part in match.groups())
    if not title.startswith(("Encuentro", "Partida")):
        return title_in_words(title + subtitle) + detail
    return gettext("Encuentro %(number)s") % {"number": title.partition(" ")[2]} + subtitle + detail


def value_in_words(value: Any, key: str = "") -> str:
    """Return a JSON value of an audit line, stored under `key`, as text; "" for no value.

    >>> value_in_words({"tables": 8, "sides": [[3, 7], [1]]})
    'mesas: 8; Cuántos se enfrentan: 3 – 7, 1'
    >>> value_in_words({"tables": {"49": 1, "50": 2}})
    'mesas: 49 → 1; 50 → 2'
    """
    if isinstance(value, bool):
        return gettext("sí") if value else gettext("no")
    if key == "chain":
        return scoring_port().chain_in_words(value)
    if key == "counting":
        return scoring_port().counting_in_words(value)
    if isinstance(value, dict) and key == "format_options":
        return _format_options_in_words(value)
    if isinstance(value, dict):
        labels = labels_of_fields()
        items = sorted(value.items(), key=lambda item: _sort_key(item[0], list(labels)))
        pairs = (
            (labels.get(name, name), value_in_words(part, name))
            for name, part in items
            if name not in OMITTED_KEYS
        )
        joint = " → " if key == "tables" else ": "  # «49 → 1»: match 49 goes to table 1
        return "; ".join(f"{label}{joint}{words}" for label, words in pairs if words)
    if isinstance(value, list) and (key in WORDS_OF or key in MOMENT_KEYS):
        return ", ".join(_text_in_words(str(part), key) for part in value)
    if isinstance(value, list):
        return ", ".join(_list_item_in_words(part) for part in value)
    if isinstance(value, str):
        return _text_in_words(value, key)
    return "" if value is None else str(value)


def _format_options_in_words(options: dict[str, Any]) -> str:
    """Return the options of a format as text, with labels in the page's order.

    A default value is left out, unless the page always asks for the option. The format is the first
    format with exactly these options. If no format has them, the options are like any other value.
    """
    all_words = formats.WORDS.items()
    keys = (key for key, words in all_words if words.options.keys() == options.keys())
    if not (key := next(keys, "")):
        return value_in_words(options)
    words = formats.WORDS[key]
    defaults = {option.name: option.default for option in fields(FORMATS[key].options_class)}
    parts = []
    for name, (label, _help) in words.options.items():
        value = options[name]
        if value == defaults.get(name) and name not in words.main_options:
            continue
        word = words.choices.get(name, {}).get(value)
        parts.append(f"{SHORT_LABELS.get(name, label)}: {word or value_in_words(value)}")
    return "; ".join(parts)


def labels_of_fields() -> dict[str, Text]:
    """Return the labels of the fields, then the labels of all games' options."""
    labels = LABELS
    for words in GAME_WORDS.values():
        labels = {**labels, **words.option_names, **labels}
    return labels


def _sort_key(name: str, names: list[str]) -> tuple[int, int, str]:
    """Return the sort key of a field: known fields in order, then others by length and name."""
    return (names.index(name) if name in names else len(names), len(name), name)


def _list_item_in_words(value: Any) -> str:
    if isinstance(value, list):
        return " – ".join(value_in_words(item) for item in value)
    return value_in_words(value, "item")


def _text_in_words(value: str, key: str) -> str:
    if key in CONSTANT_KEYS:
        return str(WORDS.get(value, value))
    if key in WORDS_OF:
        return str(WORDS_OF[key].get(value, value))
    if key in MOMENT_KEYS:
        if not value:
            return gettext("sin fecha")
        if key == "rest_dates":
            return date_format(datetime.fromisoformat(value), "SHORT_DATE_FORMAT")
        moment = timezone.localtime(datetime.fromisoformat(value))
        return date_format(moment, "SHORT_DATETIME_FORMAT")
    return value
