"""Instructions to run a stage without the site: how to draw rounds by hand and type them later."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.formats.knockout.options import CLASSIC, POTS
from tournaments.formats.knockout.seating import first_pairs
from tournaments.formats.quotas import Quota
from tournaments.formats.seeds import LOT
from tournaments.models import Stage
from tournaments.pairing.byes import bracket_size
from tournaments.rounds.words.quotas import quota_in_words
from tournaments.words import Text, join_in_words

Sentence = Text

CALENDAR_STEPS: tuple[Sentence, ...] = (
    _("No hay que sortear nada: todas las jornadas están en el calendario que va en este paquete."),
    _("Juegue la jornada siguiente tal como está escrita: ahí está también el que descansa."),
    _("Si alguien no está, su rival descansa o gana, según las bases."),
)
BAG_STEP: Sentence = _(
    "Meta en una bolsa un papel con el número de cada participante y saque de dos en dos: los "
    "dos primeros, a la primera mesa. Si ya habían jugado entre sí, cambie el segundo por el "
    "siguiente que salga."
)
ODD_STEP: Sentence = _(
    "Si el número es impar, descansa quien menos haya descansado, según la lista."
)

# The steps by format key; a bracket that is drawn anew each round has `NEW_DRAW_STEPS` instead.
STEPS: dict[str, tuple[Sentence, ...]] = {
    "knockout": (
        _("El que gana sigue; el que pierde se va, salvo que el cuadro lo lleve a la consolación."),
        _(
            "No hay que sortear nada: mire el cuadro. El ganador del primer encuentro juega con "
            "el del segundo, el del tercero con el del cuarto, y así hasta la final."
        ),
        _("Escriba cada ganadora en su casilla del cuadro en cuanto llegue su acta."),
    ),
    "lives": (
        _(
            "Al que pierda, táchele una vida en la lista «Para emparejar a mano». El que se "
            "queda sin ninguna se va."
        ),
        BAG_STEP,
        ODD_STEP,
    ),
    "groups": CALENDAR_STEPS,
    "league": CALENDAR_STEPS,
    "teams": CALENDAR_STEPS,
    "swiss": (
        _(
            "En la lista «Para emparejar a mano», anote los resultados que faltan y cuente las "
            "victorias de cada participante."
        ),
        _(
            "Empiece por la pareja con más victorias: juega con la siguiente de las mismas "
            "victorias con la que no haya jugado. Si no hay, con la primera que lleve una menos."
        ),
        _(
            "Si al final quedan dos que ya han jugado entre sí, cambie una por otra de la mesa "
            "anterior."
        ),
        _("Si son impares, descansa la de menos victorias que no haya descansado."),
    ),
    "totals": (
        _(
            "Siente en cada mesa a quienes menos hayan jugado entre sí: la lista «Para emparejar "
            "a mano» muestra con quién ha jugado cada uno."
        ),
        _("Si sobra gente para la última mesa, descansa quien menos ha descansado."),
        _("Todo suma: anote en el acta lo que hace cada uno, también si pierde."),
    ),
    "melee": (
        _(
            "Todos cambian de compañero: la lista «Para emparejar a mano» muestra con quién ha "
            "ido cada uno."
        ),
        _(
            "Saque números de una bolsa: los dos primeros son compañeros, los dos siguientes sus "
            "rivales. Si dos ya han ido juntos, saque otro."
        ),
        _("Si sobra gente, descansa quien menos ha descansado."),
    ),
    "ladder": (
        _(
            "Al toque de campana, el ganador sube una mesa y el perdedor baja otra. En la mesa 1 "
            "se queda el ganador, y en la última, el perdedor."
        ),
        _("Si alguien espera, entra en la última mesa en lugar del perdedor."),
    ),
    "clock": (
        _(
            "En cuanto dos queden libres y no hayan jugado entre sí, que jueguen: la lista «Para "
            "emparejar a mano» muestra con quién ha jugado cada uno."
        ),
        _("A la hora de la última tanda no se empieza ningún encuentro más."),
    ),
    "boxes": (
        _(
            "Cada uno juega dentro de su división, con quien menos haya jugado: está en la lista "
            "«Para emparejar a mano»."
        ),
        _("Al acabar el bloque suben los primeros de cada división y bajan los últimos."),
    ),
}
NEW_DRAW_STEPS: tuple[Sentence, ...] = (
    _("El que gana sigue; el que pierde se va."),
    BAG_STEP,
    _("Si son impares, la última que salga de la bolsa descansa y pasa de ronda."),
)
FIRST_ROUND_STEP: Sentence = _(
    "La primera ronda está por sortear: meta en una bolsa un papel con cada número y siéntelos "
    "según salgan, mesa por mesa. Las siguientes se hacen así:"
)
NO_CALENDAR_STEPS: tuple[Sentence, ...] = (
    _(
        "El calendario no está publicado: si puede, publique la primera ronda e imprima esto otra "
        "vez."
    ),
    _(
        "Si no, meta en una bolsa un papel con cada número, siéntelos según salgan y anote quién "
        "ha jugado con quién, para que en las jornadas siguientes nadie repita."
    ),
)
STAGE_OVER_STEPS: tuple[Sentence, ...] = (
    _("Aquí ya no queda ninguna ronda por jugar: la clasificación de este paquete es la última."),
    _("Si hay otra fase, la juegan los que salgan en «Quién sigue»."),
)
LAST_ROUND_STEPS: tuple[Sentence, ...] = (
    _("La última ronda ya está emparejada: no hay que hacer ninguna más. Acabe sus encuentros."),
    _("Con sus resultados y la clasificación de este paquete se sabe quién gana."),
)
WRITING: tuple[Sentence, ...] = (
    _(
        "Reparta un acta en blanco a cada mesa y escriba en ella la ronda, la mesa y los números. "
        "Al acabar, la firman los dos bandos y la trae el ganador."
    ),
    _("Anote cada resultado en las casillas de la lista o de la clasificación, con su mesa."),
    _("Guarde todas las actas por rondas: después se copian en el ordenador."),
)
RESULTS_LATER: Sentence = _(
    "Cuando vuelva la luz, abra Tapete: los datos guardados siguen ahí. En «La sala» anote los "
    "resultados que faltaban de la ronda en juego: la mesa o el código del acta, y el resultado."
)
DRAWN_ROUNDS_LATER: Sentence = _(
    "Para cada ronda hecha a mano: «Rondas», sortee, abra «Ya se ha jugado en papel» y escriba los "
    "emparejamientos por orden de mesas (12-7, 3-9). Publique y anote sus resultados."
)
FIXED_ROUNDS_LATER: Sentence = _(
    "Para cada ronda hecha a mano: en «Rondas», prepárela (salen los mismos emparejamientos, "
    "porque vienen del cuadro, del calendario o de las mesas), publique y anote sus resultados."
)
CLOCK_LATER: Sentence = _(
    "Después, Tapete llama solo a los que estén libres. Los encuentros que se hayan jugado de más "
    "a mano no caben en sus tandas: cuéntelos aparte, con sus actas."
)


NEXT_STAGE: Sentence = _(
    "Después se juega: %(stage)s. Pasan: %(who)s (%(many)s). La hoja «Quién sigue» muestra los de "
    "ahora."
)
CLASSIC_BY_HAND: Sentence = _(
    "No hay que sortear nada: se sientan por el puesto en que pasan, %(pairs)s. Si no hay nadie en "
    "un puesto, su rival no juega la primera ronda."
)
POTS_BY_HAND: Sentence = _(
    "Se sortea por bombos, según el puesto en que pasan: el 1 y el 2, a las dos puntas del cuadro; "
    "el 3 y el 4, por sorteo, a los otros dos cuartos; del 5 al 8, a los demás octavos; y así. "
    "Dos del mismo grupo, lo más lejos que se pueda."
)
NEXT_STAGE_LATER: Sentence = _(
    "De «%(stage)s»: ábrala en «Fases» cuando estén todos los resultados de antes, y entran los "
    "mismos que «Quién sigue»."
)
NextStages = Sequence[tuple[Stage, int]]  # each next stage, with how many entries reach it


def steps_by_hand(
    stage: Stage, number: int, *, over: bool, last: bool, next_stages: NextStages = ()
) -> tuple[Sentence, ...]:
    """Return the steps to make round `number` of the stage, and its later rounds, by hand.

    `last`: whether the round before `number` was the last round of the stage.
    `over`: whether all matches of that last round are played.
    `next_stages`: the stages after this one, whose steps follow if `last` or `over`.
    """
    next_steps = tuple(
        step
        for next_stage, entry_count in next_stages
        for step in _next_stage_steps(stage, next_stage, entry_count)
    )
    if over:
        return (STAGE_OVER_STEPS[0], *next_steps) if next_steps else STAGE_OVER_STEPS
    if last:
        return (LAST_ROUND_STEPS[0], *next_steps) if next_steps else LAST_ROUND_STEPS
    steps = NEW_DRAW_STEPS if stage.redraws_bracket else STEPS[stage.format]
    if number > 1:
        return steps
    return NO_CALENDAR_STEPS if stage.has_calendar else (FIRST_ROUND_STEP, *steps)


def _next_stage_steps(stage: Stage, next_stage: Stage, entry_count: int) -> Iterator[Sentence]:
    """Yield the steps to play the next stage, which `entry_count` entries reach, by hand."""
    who = join_in_words(
        quota_in_words(Quota(**quota))
        for quota in next_stage.intake
        if quota["stage"] == stage.number
    )
    yield str(NEXT_STAGE) % {"stage": next_stage.label, "who": who, "many": entry_count}
    seeding = getattr(next_stage.format_rules(), "seeding", LOT)
    if next_stage.has_bracket and seeding == CLASSIC:
        pairs = ", ".join(f"{a}–{b}" for a, b in first_pairs(bracket_size(entry_count)))
        yield str(CLASSIC_BY_HAND) % {"pairs": pairs}
    elif next_stage.has_bracket and seeding == POTS:
        yield POTS_BY_HAND
    else:
        yield NO_CALENDAR_STEPS[1] if next_stage.has_calendar else FIRST_ROUND_STEP
    if not next_stage.has_calendar:
        yield from (NEW_DRAW_STEPS if next_stage.redraws_bracket else STEPS[next_stage.format])


def what_to_type_later(
    stage: Stage, number: int, *, last: bool, next_stages: NextStages = ()
) -> tuple[Sentence, ...]:
    """Return the sentences that list the data to type on the site after rounds made by hand.

    The parameters are as in `steps_by_hand`.
    """
    if last:
        sentences: list[Sentence] = [RESULTS_LATER]
        for next_stage, _entry_count in next_stages:
            sentences.append(str(NEXT_STAGE_LATER) % {"stage": next_stage.label})
            seeding = getattr(next_stage.format_rules(), "seeding", LOT)
            by_lot = seeding != CLASSIC and next_stage.system.by_lot(1, next_stage.format_rules())
            sentences.append(DRAWN_ROUNDS_LATER if by_lot else FIXED_ROUNDS_LATER)
        return tuple(dict.fromkeys(sentences))
    if stage.by_calls:
        return (RESULTS_LATER, CLOCK_LATER)
    by_lot = stage.system.by_lot(number, stage.format_rules())
    return (RESULTS_LATER, DRAWN_ROUNDS_LATER if by_lot else FIXED_ROUNDS_LATER)
