"""List the modules of the site by their layer."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def files_of(*layers: str) -> list[Path]:
    """Return the modules whose name, or a folder above them, is one of these layers."""
    return [
        path
        for app in ("tournaments", "scoring")
        for path in sorted((ROOT / app).rglob("*.py"))
        if not {*layers}.isdisjoint(path.relative_to(ROOT).with_suffix("").parts)
    ]
