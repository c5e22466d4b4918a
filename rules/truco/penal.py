"""Faults of truco (ASART 2017)."""

from typing import Any

from rules.penal import HAND, LINE, WARNING, Fault, Penal

_FAULTS = (
    Fault("senas_prohibidas", "Truco 7.1.2", LINE, "senas {side}: {reason}"),
    Fault("tapa_cara", "Truco 7.1.4", WARNING),
    Fault("cartas_de_mas", "Truco 6.4.2", LINE, "sobra {side}"),
    Fault("cartas_de_mas_tarde", "Truco 6.4.3", HAND, "+{side}"),
    Fault("cartas_mal_dadas", "Truco 6.4.1", LINE, "maldada"),
    Fault("no_muestra", "Truco 4.6.5, 4.6.6", HAND, "s{side}"),
    Fault("canta_mal", "Truco 4.6.6, 4.6.9", HAND, "x{side}"),
)
_PICA = Fault("ayuda_pica_pica", "Truco 10.4.1", HAND, "i{side}")


def penal(options: Any) -> Penal:
    return Penal(
        faults=(*_FAULTS, _PICA) if options.players == 6 else _FAULTS,
        units={
            "tantos": "arbitro tantos {rival} 2: {reason}",
            "chico": "arbitro chico {rival}: {reason}",
        },
        scores=("chico {score}",),
    )
