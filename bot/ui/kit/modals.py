"""Forms as modals, and submitted modals as values of a form's fields.

Modals are sent past discord.py, so that it keeps none: a submit is routed by its custom id, after a restart too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

import discord
from discord import ui

from bot.pads.entry_forms import EntryForm, PickField, TextField
from bot.ui.kit.forms import (
    MAX_DIGITS,
    MAX_OPTIONS,
    CardNamer,
    CardsField,
    Draft,
    Field,
    Form,
    InvalidInput,
    NumberField,
    Value,
    WordField,
    check_fits,
    parse_value,
)

MAX_PARAGRAPH_LETTERS: Final = 2000
"""Letters that may be typed on several lines."""

MAX_LINE_LETTERS: Final = 200
"""Letters that may be typed on one."""


def make_modal(form: Form, custom_id: str, name: CardNamer, draft: Draft | None = None) -> ui.Modal:
    """Return the modal of a form, filled in with `draft` if it is given. `name` writes a card for its options.

    Raises ValueError where the form does not fit (`forms.fit`).
    """
    check_fits(form)
    values = [None] * len(form.fields) if draft is None else draft
    labels = (_labels(number, field, name, values[number]) for number, field in enumerate(form.fields))
    return labelled_modal(form.title, custom_id, *chain.from_iterable(labels))


def make_entry_modal(form: EntryForm, custom_id: str, inputs: Mapping[str, Sequence[str]]) -> ui.Modal:
    """Return the modal of a form of a score pad, filled in with the earlier `inputs`, by field."""
    labels = list[ui.Label[Any]]()
    for field in form.fields:
        before = inputs.get(field.key)
        item = _text_item(field, before) if isinstance(field, TextField) else _pick_item(field, before)
        labels.append(ui.Label(text=field.label[:45], description=field.hint[:100] or None, component=item))
    return labelled_modal(form.title, custom_id, *labels)


def labelled_modal(title: str, custom_id: str, *labels: ui.Label[Any]) -> ui.Modal:
    """Return a modal of labelled inputs, which never times out."""
    modal = ui.Modal(title=title[:45], custom_id=custom_id, timeout=None)
    for label in labels:
        modal.add_item(label)
    return modal


def text_label(
    key: str,
    label: str,
    max_letters: int,
    *,
    hint: str = "",
    value: str = "",
    required: bool = True,
    paragraph: bool = False,
) -> ui.Label[Any]:
    """Return a labelled text input, filled in with `value`; its text is submitted as `key`."""
    style = discord.TextStyle.paragraph if paragraph else discord.TextStyle.short
    typed = ui.TextInput[Any](
        custom_id=key, style=style, default=value or None, required=required, max_length=max_letters
    )
    return ui.Label(text=label, description=hint or None, component=typed)


def _text_item(field: TextField, before: Sequence[str] | None) -> ui.TextInput[Any]:
    """Return the input of a text field, filled in with what was typed `before`."""
    value = field.value if before is None else "".join(before[:1])
    return ui.TextInput(
        custom_id=field.key,
        style=discord.TextStyle.paragraph if field.lines else discord.TextStyle.short,
        default=value or None,
        placeholder=field.sample[:100] or None,
        required=field.required,
        max_length=MAX_PARAGRAPH_LETTERS if field.lines else MAX_LINE_LETTERS,
    )


def _pick_item(field: PickField, before: Sequence[str] | None) -> ui.Select[Any]:
    """Return the select of a field, with what was chosen `before`."""
    chosen = field.chosen if before is None else before
    options = [
        discord.SelectOption(label=text[:100], value=value, default=value in chosen) for value, text in field.options
    ]
    return ui.Select(
        custom_id=field.key,
        options=options,
        min_values=field.fewest,
        max_values=min(field.most, len(options)),
        required=field.fewest > 0,
    )


def _labels(number: int, field: Field, name: CardNamer, value: Value | None) -> Iterator[ui.Label[Any]]:
    """Yield the labelled fields of one field of a form: one, or for many cards one for each 25."""
    if isinstance(field, CardsField):
        yield from _selects(number, field, name, value if isinstance(value, tuple) else field.must)
    elif isinstance(field, WordField):
        options = [
            discord.SelectOption(label=text[:100], value=word, default=word == value) for word, text in field.words
        ]
        yield _label(field, ui.Select(custom_id=f"{number}.0", options=options))
    else:
        yield _label(
            field,
            ui.TextInput(
                custom_id=f"{number}.0",
                placeholder=f"{field.low} to {field.high}",
                default=None if value is None else str(value),
                max_length=MAX_DIGITS,
            ),
        )


def _selects(number: int, field: CardsField, name: CardNamer, chosen: tuple[str, ...]) -> Iterator[ui.Label[Any]]:
    """Yield the selects of a field of cards, each of as many options as Discord allows."""
    picks = list(chosen[: field.most])
    options: list[discord.SelectOption] = []
    for place, card in enumerate(field.cards):
        picked = card in picks
        if picked:
            picks.remove(card)
        label = f"{name(card)}: {_points(field.worths[place])}" if field.worths else name(card)
        options.append(discord.SelectOption(label=label[:100], value=str(place), default=picked))
    parts = [options[start : start + MAX_OPTIONS] for start in range(0, len(options), MAX_OPTIONS)]
    for part, some in enumerate(parts):
        fewest = field.fewest if len(parts) == 1 else 0
        select = ui.Select[Any](
            custom_id=f"{number}.{part}",
            options=some,
            min_values=fewest,
            max_values=min(field.most, len(some)),
            required=fewest > 0,
        )
        yield _label(field if part == 0 else field._replace(label=f"{field.label[:30]} (more)"), select)


def _points(number: int) -> str:
    return f"{number} point{'s' * (number != 1)}"


def _label(field: Field, item: ui.Item[Any]) -> ui.Label[Any]:
    return ui.Label(text=field.label[:45], description=_hint(field)[:100] or None, component=item)


def _hint(field: Field) -> str:
    """Return the hint below a field's label."""
    if field.hint:
        return field.hint
    if isinstance(field, NumberField):
        return f"A whole number from {field.low} to {field.high}"
    if isinstance(field, CardsField):
        if field.worths:  # its label says how many
            return ""
        return f"{field.fewest}" if field.fewest == field.most else f"{field.fewest} to {field.most}"
    return ""


def submitted_values(components: list[Any]) -> dict[str, tuple[str, ...]]:
    """Return the values of a submitted modal, by the custom id of its fields, from Discord's JSON."""
    submitted: dict[str, tuple[str, ...]] = {}
    for top in components:
        inner = top.get("component")
        for item in [inner] if inner else top.get("components", []):
            if "values" in item:
                submitted[item["custom_id"]] = tuple(item["values"])
            elif item.get("value") is not None:
                submitted[item["custom_id"]] = (str(item["value"]),)
    return submitted


def parse_fields(form: Form, fields: Mapping[str, tuple[str, ...]]) -> tuple[Draft, str]:
    """Return the values of a form's fields, and the sentences about invalid ones; "" where all are valid."""
    draft: list[Value | None] = []
    wrong: list[str] = []
    for number, field in enumerate(form.fields):
        put = [value for name, some in sorted(fields.items()) if name.startswith(f"{number}.") for value in some]
        try:
            draft.append(parse_value(field, put))
        except InvalidInput as error:
            draft.append(error.value)
            wrong.append(error.sentence)
    return tuple(draft), " ".join(wrong)
