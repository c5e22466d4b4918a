"""Numbers typed for each side of a form."""


def boxes(name: str, *numbers: int | str) -> dict[str, str]:
    """Return what is typed in the boxes of this name, one a side: below nought, in its other box,
    that of who loses."""
    typed = {}
    for side, number in zip("abcde", numbers, strict=False):
        loses = isinstance(number, int) and number < 0
        typed[f"{name}_{side}" + "_pierde" * loses] = str(number).removeprefix("-")
    return typed
