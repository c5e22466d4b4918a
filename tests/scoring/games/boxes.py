"""The fields of a form that has a number for each side."""


def side_fields(name: str, *numbers: int | str) -> dict[str, str]:
    """Return the form fields `name`_a, `name`_b… with these numbers.

    A negative number is in the second field of the side, `name`_a_pierde, without its sign.
    """
    fields = {}
    for side, number in zip("abcde", numbers, strict=False):
        is_negative = isinstance(number, int) and number < 0
        fields[f"{name}_{side}" + "_pierde" * is_negative] = str(number).removeprefix("-")
    return fields
