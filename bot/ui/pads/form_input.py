"""Parsing the forms of a score pad: numbers of many players in one text, and single numbers.

A text has numbers alone, in the order of seats, or a line a player ("Ada: 7"), in any order. Ambiguous input is an
error; nothing is guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.common.text import NAME_LIMIT, distinct_names, plain
from bot.pads.entry_forms import TextField, Typed, UnclearInput
from bot.pads.free_game import MAX_POINT_DIGITS
from rules.sentences import listed

MAX_QUOTED_LETTERS: Final = 40
"""Letters of unreadable input that a refusal quotes."""

SAMPLE_NUMBERS: Final = (22, 0, 14, 33, 7, 41)
"""Numbers that show how they are typed."""

ORDER_HINT: Final = "Numbers, in this order: "

MAX_HINT_LETTERS: Final = 100
"""Letters of what stands beside a field."""

NAME_LETTERS: Final = (NAME_LIMIT, 16, 10, 7, 5, 3)
"""Letters of a name there, by how little room there is."""

_MINUS: Final = "-\u2212\u2013\uff0d"  # as typed, true, as telephones make it of two, wide
_SIGN: Final = f"[{_MINUS}+\uff0b]"
_GROUPS: Final = ",.'\u2019_\u00a0\u202f\u2009"
_WHOLE: Final = re.compile(rf"{_SIGN}?(?!0\d)\d+")  # 000 is a part of a longer number, not one
_GROUPED: Final = re.compile(rf"{_SIGN}?[1-9]\d{{0,2}}([{_GROUPS}])\d{{3}}(?:\1\d{{3}})*")
_BETWEEN: Final = re.compile(r"[,;]?[ \t]+|;")
_CLOSE: Final = re.compile("[,\u00a0\u202f\u2009]")
_UNSEEN: Final = re.compile("[\u200e\u200f\u2066-\u2069]")


class _Line(NamedTuple):
    """A line of a text: whose it says it is, if it says so, and the numbers in it."""

    text: str
    name: str | None
    numbers: tuple[int, ...]


def typed_text(inputs: Typed, form: str, field: str) -> str:
    """Return the text of a field without blanks around it; "" for a field that was left out."""
    return "".join(inputs.get(form, {}).get(field, ())).strip()


def picked_values(inputs: Typed, form: str, field: str) -> tuple[str, ...]:
    """Return the values chosen in a field."""
    return tuple(inputs.get(form, {}).get(field, ()))


def prefill_lines(names: Sequence[str], values: Sequence[int] = ()) -> str:
    """Return a line a player, with their numbers if there are some, as input of `parse_numbers`."""
    figures = [str(value) for value in values] or [""] * len(names)
    return "\n".join(f"{name}: {value}" for name, value in zip(names, figures, strict=True))


def numbers_field(key: str, label: str, names: Sequence[str], hint: str = "", *, required: bool = True) -> TextField:
    """Return the field that `parse_numbers` reads: an empty box with the order of the numbers beside it."""
    some = " ".join(map(str, SAMPLE_NUMBERS[: len(names)])) + (" …" if len(names) > len(SAMPLE_NUMBERS) else "")
    sample = f"{some} ({hint})" if hint else some
    return TextField(key, label, "", make_order_hint(names), lines=True, required=required, sample=sample)


def make_order_hint(names: Sequence[str], begin: str = ORDER_HINT) -> str:
    """Return the order of numbers by name, after `begin`; names are shortened until all fit."""
    text = ""
    for letters in NAME_LETTERS:
        text = f"{begin}{', '.join(distinct_names(dict(enumerate(names)), letters).values())}"
        if len(text) <= MAX_HINT_LETTERS:
            return text
    return text[: MAX_HINT_LETTERS - 1] + "…"


def parse_number(text: str, what: str) -> int:
    """Return the one number in a text. Raises UnclearInput, which says `what` it is of ("Ada's card points")."""
    numbers = parse_sequence(text)
    if not numbers:
        raise _not_a_number(what, text) if text.strip() else UnclearInput(f"{what}: a number is missing.")
    if len(numbers) == 1:
        return _check_length(numbers[0])
    raise UnclearInput(f"{what}: type one number, not “{_quote(text)}”.")


def parse_numbers(text: str, names: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of these players, in their order. Raises UnclearInput, with the doubtful name or line.

    Where several have one name, the first line with it is the first one's.
    """
    keys = [_tidy_line(name) for name in names]
    names_by_key = dict(zip(keys, names))
    lines = [_parse_line(line, names_by_key) for line in _break_at_names(text, names).splitlines() if _tidy_line(line)]
    kinds = "".join("." if line.name is None else "=" if line.numbers else "-" for line in lines)
    named_lines = [line for line in lines if line.name is not None]
    everything = [number for line in lines for number in line.numbers]
    if not everything:
        raise UnclearInput(f"Type a number for each player: {listed(names)}.")
    if not named_lines:
        return _check_count(everything, names)
    seats = _seats_of(named_lines, keys, names_by_key)
    if re.fullmatch(r"(-\.)+", kinds):  # a name, and below it a number
        pairs = zip(named_lines, lines[1::2])
        return _one_number_each([above._replace(numbers=below.numbers) for above, below in pairs], seats, names)
    if re.fullmatch(r"-+\.+", kinds) or (re.fullmatch(r"-+=", kinds) and len(everything) == len(names)):
        return _sort_by_seat(_check_count(everything, [names[seat] for seat in seats]), seats)
    if "." in kinds:
        loose = lines[kinds.index(".")]
        raise UnclearInput(
            f"Whose number is “{_quote(loose.text)}”? Type only numbers, in this order: {listed(names)}."
        )
    return _one_number_each(named_lines, seats, names)


def _break_at_names(text: str, names: Sequence[str]) -> str:
    """Return the text with a line for each of "Ada: 45, Bela: 12"."""
    any_name = "|".join(map(re.escape, names))
    return re.sub(rf"[,;]\s*(?=(?:{any_name})\s*:)", "\n", text, flags=re.IGNORECASE)


def parse_number_pairs(text: str, names: Sequence[str], what: tuple[str, str]) -> list[tuple[int, int]]:
    """Return the two numbers of each of these players, in their order.

    The text has a pair a player, two lines of all, or lines with names in any order. Raises UnclearInput, with `what`
    the two numbers say.
    """
    keys = [_tidy_line(name) for name in names]
    names_by_key = dict(zip(keys, names))
    spaced = re.sub(r"(?<=\d) ?/ ?(?=\d)", " ", text)  # 5/3
    lines = [_parse_line(line, names_by_key) for line in spaced.splitlines() if _tidy_line(line)]
    kind = f"{what[0]} and {what[1]}"
    if not any(line.numbers for line in lines):
        raise UnclearInput(f"Type {kind}, two numbers for each player: {listed(names)}.")
    if all(line.name is not None for line in lines):
        seats = _seats_of(lines, keys, names_by_key)
        for line, seat in zip(lines, seats, strict=True):
            if len(line.numbers) != 2:
                raise UnclearInput(f"{names[seat]} needs two numbers, {kind}, not {len(line.numbers)}.")
            _check_length(max(line.numbers, key=abs))
        by_seat = dict(zip(seats, lines, strict=True))
        return [(by_seat[seat].numbers[0], by_seat[seat].numbers[1]) for seat in range(len(names))]
    for line in lines:
        if line.name is not None:
            raise UnclearInput(f"“{_quote(line.text)}” has a name. Put a name before every pair, or before none.")
    numbers = [_check_length(number) for line in lines for number in line.numbers]
    if len(numbers) != 2 * len(names):
        raise UnclearInput(
            f"Type {2 * len(names)} numbers, {kind} for each player, not {len(numbers)}: for {listed(names)}."
        )
    if len(names) != 2 and [len(line.numbers) for line in lines] == [len(names)] * 2:
        return list(zip(lines[0].numbers, lines[1].numbers, strict=True))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def parse_sequence(text: str) -> tuple[int, ...] | None:
    """Return all numbers of a text, none for an empty one; None if anything else is in it."""
    numbers: list[int] = []
    for token in filter(None, _BETWEEN.split(" ".join(text.splitlines()).strip().rstrip(","))):
        if _WHOLE.fullmatch(token):
            numbers.append(_parse_token(token))
        elif grouped := _GROUPED.fullmatch(token):
            numbers.append(_parse_token(token.replace(grouped[1], "")))
        else:
            parts = _CLOSE.split(token)
            if not all(map(_WHOLE.fullmatch, parts)):
                return None
            numbers += map(_parse_token, parts)
    return tuple(numbers)


def _parse_token(token: str) -> int:
    sign, digits = (token[0], token[1:]) if not token[0].isdecimal() else ("", token)
    return -int(digits) if sign and sign in _MINUS else int(digits)


def _check_length(value: int) -> int:
    if abs(value) >= 10**MAX_POINT_DIGITS:
        raise UnclearInput(f"“{_quote(str(value))}” is too long: at most {MAX_POINT_DIGITS} digits.")
    return value


def _not_a_number(what: str, text: str) -> UnclearInput:
    blanks = ": type it without spaces" if re.search(r"\d\s+\d", text) else ""
    return UnclearInput(f"{what}: “{_quote(text)}” is not a number{blanks}.")


def _quote(text: str) -> str:
    return plain(_UNSEEN.sub("", text), MAX_QUOTED_LETTERS)


# -- whose a line is ---------------------------------------------------------------------------------------------------


def _tidy_line(text: str) -> str:
    """Return a line without signs that only set its direction, and with single blanks."""
    line = unicodedata.normalize("NFC", _UNSEEN.sub("", text)).replace("\uff1a", ":")
    return re.sub(r"[ \t]+", " ", line).strip()


def _comparison_key(text: str) -> str:
    """Return a name for comparison, without regard to case and to the composition of its letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _parse_line(text: str, names: dict[str, str]) -> _Line:
    """Split a line into its player and the rest. `names` maps search keys to names."""
    tidy = _tidy_line(text)
    tail = re.search(rf"[\d\s{_GROUPS}{_MINUS};+]*$", tidy)  # numbers stay as they were typed
    end = len(tidy) if tail is None else tail.start()
    alike = f"{_comparison_key(tidy[:end])}{tidy[end:]}"
    for label, line in ((str, tidy), (str.casefold, tidy.casefold()), (_comparison_key, alike)):
        for colon in (True, False):
            by_key = {key: rest for key in names for rest in _numbers_after(line, label(key), colon=colon)}
            if len(by_key) > 1:
                raise _ambiguous_name(text, [names[key] for key in by_key])
            for key, rest in by_key.items():
                return _Line(text, key, rest)
    loose = parse_sequence(tidy)
    if loose is not None:
        return _Line(text, None, loose)
    return _parse_abbreviated(text, alike, names)


def _numbers_after(line: str, label: str, *, colon: bool) -> Iterator[tuple[int, ...]]:
    """Yield the numbers in a line that begins with a label, if that is all there is: none or some."""
    if not line.startswith(label):
        return
    rest = line[len(label) :]
    if colon:
        rest = rest.lstrip()
        numbers = parse_sequence(rest[1:]) if rest.startswith(":") else None
    else:
        apart = not rest or re.match(rf" |{_SIGN}", rest) is not None
        # A name that is a number needs its colon.
        numbers = parse_sequence(rest) if apart and not parse_sequence(label) else None
    if numbers is not None:
        yield numbers


def _parse_abbreviated(text: str, line: str, names: dict[str, str]) -> _Line:
    """Return the seat and numbers of a line with the beginning of exactly one name."""
    for key, name in names.items():
        label = _comparison_key(key)
        if line.startswith((f"{label}:", f"{label} :", f"{label} ")):
            rest = line[len(label) :].strip(": ")
            raise _not_a_number(name, rest)
    head, colon, rest = line.rpartition(":")
    if not colon:
        head, _, rest = line.rpartition(" ")
    numbers = parse_sequence(rest)
    start = head.strip().rstrip(".…")
    candidates = [key for key in names if start and _comparison_key(key).startswith(start)]
    if numbers is None or not candidates:
        players = listed(list(names.values()))
        words = [word for word in _BETWEEN.split(line) if word]
        odd = next((word for word in words if parse_sequence(word) is None), line)
        if not candidates and len(words) > 1 and odd != words[0]:  # numbers, and something else among them
            raise UnclearInput(f"“{_quote(odd)}” in “{_quote(text)}” is neither a number nor a player.")
        raise UnclearInput(f"“{_quote(text)}” is neither a number nor a player. The players are {players}.")
    if len(candidates) > 1:
        raise _ambiguous_name(text, [names[key] for key in candidates])
    return _Line(text, candidates[0], numbers)


def _ambiguous_name(text: str, names: Sequence[str]) -> UnclearInput:
    several = " or ".join(names)
    return UnclearInput(f"Is “{_quote(text)}” {several}? Type the whole name, a colon and the number.")


# -- which number is whose ---------------------------------------------------------------------------------------------


def _seats_of(named_lines: Sequence[_Line], keys: Sequence[str], names: dict[str, str]) -> list[int]:
    """Return the seats of these lines in their order, each once. Raises UnclearInput."""
    line_counts, key_counts = Counter(line.name for line in named_lines), Counter(keys)
    for key, name in names.items():
        if line_counts[key] < key_counts[key]:
            raise UnclearInput(f"The line for {name} is missing.")
        if line_counts[key] > key_counts[key]:
            raise UnclearInput(
                f"{name} has more than one line." if key_counts[key] == 1 else f"{name} has too many lines."
            )
    free_seats = {key: [seat for seat, other in enumerate(keys) if other == key] for key in names}
    return [free_seats[line.name].pop(0) for line in named_lines if line.name is not None]


def _check_count(values: Sequence[int], names: Sequence[str]) -> tuple[int, ...]:
    if len(values) != len(names):
        number_count = "1 number" if len(names) == 1 else f"{len(names)} numbers with spaces between"
        raise UnclearInput(f"Type {number_count}, not {len(values)}: for {listed(names)}.")
    return tuple(_check_length(entry) for entry in values)


def _one_number_each(named_lines: Sequence[_Line], seats: Sequence[int], names: Sequence[str]) -> tuple[int, ...]:
    for line, seat in zip(named_lines, seats, strict=True):
        if not line.numbers:
            raise UnclearInput(f"{names[seat]} has no number yet.")
        if len(line.numbers) > 1:
            raise UnclearInput(f"{names[seat]} needs one number, not {len(line.numbers)}.")
    return _sort_by_seat([_check_length(line.numbers[0]) for line in named_lines], seats)


def _sort_by_seat(values: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    by_seat = dict(zip(seats, values, strict=True))
    return tuple(by_seat[seat] for seat in sorted(by_seat))
