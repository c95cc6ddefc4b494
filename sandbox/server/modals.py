"""Modals, checked as Discord checks them, and the values people put into them."""

from __future__ import annotations

from typing import Any, Final

from sandbox.server import limits
from sandbox.server.components import CHANNEL_SELECT, ROW, SELECTS, STRING_SELECT, TEXT_DISPLAY, TEXT_INPUT, Components
from sandbox.server.errors import Form, Path, Refused
from sandbox.server.records import Json, as_object, walk, without_nulls

LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23
TOP_LEVEL: Final = frozenset((ROW, TEXT_DISPLAY, LABEL))
FIELDS: Final = SELECTS | {TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}
STYLES: Final = frozenset((1, 2))


def read_modal(body: Json, form: Form) -> Json:
    """Return the modal that a callback of type 9 opens; notes every mistake in `form`."""
    for key, most in (("custom_id", limits.CUSTOM_ID), ("title", limits.MODAL_TITLE)):
        if body.get(key) is None:
            form.required(("data", key))
        else:
            form.text(body[key], ("data", key), 1, most)
    reader = _Modal(form, {}, (), v2=True)
    return {**body, "components": reader.modal(body.get("components"), ("data", "components"))}


class _Modal(Components):
    """Reads the components of a modal; selects are those of messages, but never disabled."""

    def modal(self, raw: Any, path: Path) -> list[Json]:
        parts: list[Json] = []
        if raw is None:
            self.form.required(path)
            return parts
        for index, item in enumerate(self.form.items(raw, path, 1, limits.MODAL_TOP_LEVEL)):
            place = (*path, index)
            kind = as_object(item).get("type")
            if not isinstance(kind, int) or kind not in TOP_LEVEL:
                self.form.add(
                    (*place, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1, 10, 18).'
                )
                continue
            part: Json = without_nulls(item)
            if kind == TEXT_DISPLAY:
                self.text_display(part, place)
            elif kind == LABEL:
                self._label(part, place)
            else:
                self._row(part, place)
            parts.append(part)
        used_ids = {part["id"] for part in walk(parts) if part.get("id")}
        following = 1
        for part in walk(parts):
            if not part.get("id"):
                while following in used_ids:
                    following += 1
                part["id"] = following
                following += 1
        return parts

    def _label(self, part: Json, path: Path) -> None:
        if "label" not in part:
            self.form.required((*path, "label"))
        else:
            self.form.text(part["label"], (*path, "label"), 1, limits.LABEL)
        if "description" in part:
            self.form.text(part["description"], (*path, "description"), 1, limits.LABEL_DESCRIPTION)
        below = (*path, "component")
        raw = part.get("component")
        if not isinstance(raw, dict):
            self.form.required(below)
            return
        part["component"] = self._field(as_object(raw), below, FIELDS)

    def _row(self, part: Json, path: Path) -> None:
        below = (*path, "components")
        fields: list[Json] = []
        for index, raw in enumerate(self.form.items(part.get("components"), below, 1, 1)):
            field = self._field(raw, (*below, index), frozenset((TEXT_INPUT,)))
            if "label" not in field:
                self.form.required((*below, index, "label"))
            else:
                self.form.text(field["label"], (*below, index, "label"), 1, limits.LABEL)
            fields.append(field)
        part["components"] = fields

    def _field(self, raw: Json, path: Path, allowed: frozenset[int]) -> Json:
        part: Json = without_nulls(raw)
        kind = part.get("type")
        if not isinstance(kind, int) or kind not in allowed:
            names = ", ".join(str(number) for number in sorted(allowed))
            self.form.add((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({names}).')
            return part
        if "required" in part:
            self.form.flag(part["required"], (*path, "required"))
        if kind in SELECTS:
            self.select(part, path)
            if part.get("disabled"):
                self.form.add((*path, "disabled"), "COMPONENT_DISABLED_NOT_ALLOWED", "No disabled selects in modals")
        else:
            self.custom_id(part, path)
        if kind == TEXT_INPUT:
            self._text_input(part, path)
        elif kind == RADIO_GROUP:
            self.options(part, path, *limits.RADIO_OPTIONS)
        elif kind == CHECKBOX_GROUP:
            self.options(part, path, *limits.CHECKBOX_OPTIONS)
            self.bounds(part, path, limits.CHECKBOX_OPTIONS[1])
        elif kind == FILE_UPLOAD:
            self.bounds(part, path, limits.UPLOADS)
        if part.get("min_values") == 0 and part.get("required", True) and kind != TEXT_INPUT:
            self.form.add(
                (*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES", "A required field needs at least one value"
            )
        return part

    def _text_input(self, part: Json, path: Path) -> None:
        self.form.choice(part.get("style"), (*path, "style"), STYLES)
        for key, most in (("value", limits.INPUT_TEXT), ("placeholder", limits.INPUT_PLACEHOLDER)):
            if key in part:
                self.form.text(part[key], (*path, key), 0, most)
        low, high = part.get("min_length", 0), part.get("max_length", limits.INPUT_TEXT)
        good = self.form.number(low, (*path, "min_length"), 0, limits.INPUT_TEXT)
        good &= self.form.number(high, (*path, "max_length"), 1, limits.INPUT_TEXT)
        if good and low > high:
            self.form.add((*path, "min_length"), "NUMBER_TYPE_MAX", "min_length must not be above max_length")
        value = part.get("value")
        if good and isinstance(value, str) and value and not low <= len(value) <= high:
            self.form.add((*path, "value"), "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")


def submission(modal: Json, values: dict[str, Any]) -> list[Json]:
    """Return the components of a modal submit: what a person put into `modal`, by custom id.

    Raises `Refused` where the client would not let it go: an unknown field, a required one left empty, a value out of
    bounds.
    """
    field_ids = {part["custom_id"] for part in walk(modal["components"]) if "custom_id" in part}
    for key in values:
        if key not in field_ids:
            raise Refused(f"The form has no field {key}.")
    rows: list[Json] = []
    for part in modal["components"]:
        if part["type"] == LABEL:
            inner = _filled(part["component"], part["label"], values)
            rows.append({"type": LABEL, "id": part["id"], "component": inner})
        elif part["type"] == ROW:
            fields = [_filled(component, component["label"], values) for component in part["components"]]
            rows.append({"type": ROW, "id": part["id"], "components": fields})
        else:
            rows.append({"type": part["type"], "id": part["id"]})
    return rows


def _filled(field: Json, label: str, values: dict[str, Any]) -> Json:
    kind = field["type"]
    base: Json = {"type": kind, "id": field["id"], "custom_id": field["custom_id"]}
    value = values.get(field["custom_id"])
    is_required = field.get("required", True)
    if kind == CHECKBOX:
        return {**base, "value": bool(field.get("default", False) if value is None else value)}
    if kind == TEXT_INPUT:
        text = str(field.get("value", "") if value is None else value)
        if is_required and not text:
            raise Refused(f"“{label}” must be filled in.")
        if text and not field.get("min_length", 0) <= len(text) <= field.get("max_length", limits.INPUT_TEXT):
            raise Refused(f"“{label}” has {len(text)} characters; that is too few or too many.")
        return {**base, "value": text}
    if kind == RADIO_GROUP:
        if value is None:
            value = next((option["value"] for option in field["options"] if option.get("default")), None)
        if value is None and is_required:
            raise Refused(f"“{label}” needs a choice.")
        if value is not None and value not in {option["value"] for option in field["options"]}:
            raise Refused(f"“{label}” has no choice {value}.")
        return {**base, "value": value}
    if value is None:
        value = [option["value"] for option in field.get("options", []) if option.get("default")]
    chosen = [str(entry) for entry in value]
    check_values(field, chosen, label, needed=is_required)
    return {**base, "values": chosen}


def check_values(field: Json, chosen: list[str], label: str, *, needed: bool = True) -> None:
    """Raise `Refused` unless the values of a select, checkbox group or upload are ones that a person could choose."""
    low, high = field.get("min_values", 1), field.get("max_values", 1)
    if field["type"] == CHECKBOX_GROUP:
        high = field.get("max_values", len(field["options"]))
    if not chosen and (not needed or low == 0):
        return
    if not low <= len(chosen) <= high:
        raise Refused(f"“{label}” takes {low} to {high} values, not {len(chosen)}.")
    if len(set(chosen)) != len(chosen):
        raise Refused(f"“{label}” takes each value once.")
    if field["type"] in (STRING_SELECT, CHECKBOX_GROUP):
        offered = {option["value"] for option in field["options"]}
        for text in chosen:
            if text not in offered:
                raise Refused(f"“{label}” has no choice {text}.")
    elif field["type"] <= CHANNEL_SELECT and not all(words.isdigit() for words in chosen):
        raise Refused(f"“{label}” takes ids.")
