"""List the modules of the site by their layer."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def files_of(*layers: str) -> list[Path]:
    """Return the modules named like one of these layers, or in a folder named like it."""
    return [
        path
        for app in ("tournaments", "scoring")
        for path in sorted((ROOT / app).rglob("*.py"))
        if not {*layers}.isdisjoint(path.relative_to(ROOT).with_suffix("").parts)
    ]
