"""Components of messages, checked type by type as Discord checks them, and turned into what Discord gives back."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any, Final

from sandbox.server import limits
from sandbox.server.emoji import is_emoji
from sandbox.server.errors import Form, Path
from sandbox.server.records import Json, as_object, without_nulls

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17

SELECTS: Final = frozenset((3, 5, 6, 7, 8))
TOP_LEVEL_V2: Final = frozenset((ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER))
TOP_LEVEL: Final = frozenset((ROW,))
IN_CONTAINER: Final = TOP_LEVEL_V2 - {CONTAINER}
IN_ROW: Final = SELECTS | {BUTTON}
IN_SECTION: Final = frozenset((TEXT_DISPLAY,))
ACCESSORIES: Final = frozenset((BUTTON, THUMBNAIL))
STYLES: Final = frozenset((1, 2, 3, 4, 5, 6))
SPACINGS: Final = frozenset((1, 2))
DEFAULT_KINDS: Final[dict[int, frozenset[str]]] = {
    USER_SELECT: frozenset(("user",)),
    ROLE_SELECT: frozenset(("role",)),
    MENTIONABLE_SELECT: frozenset(("user", "role")),
    CHANNEL_SELECT: frozenset(("channel",)),
}


class Components:
    """Reads the components of one message (or the selects of one modal) and notes every mistake in `form`.

    `attachments` are the message's by name, for `attachment://`; `emojis` the ids of custom emojis the bot may use.
    """

    def __init__(self, form: Form, attachments: Mapping[str, Json], emojis: Container[str], *, v2: bool) -> None:
        self.form = form
        self.v2 = v2
        self._attachments = attachments
        self._emojis = emojis
        self._custom: set[str] = set()
        self._ids: set[int] = set()
        self._count = 0
        self._text = 0
        self._without_id: list[Json] = []

    def read(self, raw: Any, path: Path = ("components",)) -> list[Json]:
        """Return the message's components as Discord keeps them."""
        if self.v2:
            parts = self._children(raw, path, TOP_LEVEL_V2, 0, limits.V2_COMPONENTS)
            if self._count > limits.V2_COMPONENTS:
                self.form.add(
                    path,
                    "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                    f"The total number of components must be {limits.V2_COMPONENTS} or fewer.",
                )
            if self._text > limits.V2_TEXT:
                self.form.add(
                    path,
                    "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                    f"The total displayable text size must be {limits.V2_TEXT} or fewer.",
                )
        else:
            parts = self._children(raw, path, TOP_LEVEL, 0, limits.ROWS)
        self.number()
        return parts

    def number(self) -> None:
        """Give an id to every component that came without one, as Discord does."""
        following = 1
        for part in self._without_id:
            while following in self._ids:
                following += 1
            part["id"] = following
            following += 1

    # --- the parts common to all ----------------------------------------------------------------------------------

    def _children(self, raw: Any, path: Path, allowed: frozenset[int], low: int, high: int) -> list[Json]:
        children: list[Json] = []
        for index, item in enumerate(self.form.items(raw, path, low, high)):
            part = self.one(item, (*path, index), allowed)
            if part is not None:
                children.append(part)
        return children

    def one(self, raw: Any, path: Path, allowed: frozenset[int]) -> Json | None:
        """Return one component of an allowed type; None, noted as a mistake, if it is of none."""
        if not isinstance(raw, dict):
            self.form.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return None
        part: Json = without_nulls(raw)
        kind = part.get("type")
        if kind is None:
            self.form.required((*path, "type"))
            return None
        if not isinstance(kind, int) or isinstance(kind, bool) or kind not in allowed:
            names = ", ".join(str(index) for index in sorted(allowed))
            self.form.add((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({names}).')
            return None
        self._count += 1
        number = part.get("id")
        if not number:
            self._without_id.append(part)
            part["id"] = 0
        elif self.form.number(number, (*path, "id"), 0, limits.COMPONENT_ID):
            if number in self._ids:
                self.form.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self._ids.add(number)
        _READERS[kind](self, part, path)
        return part

    def custom_id(self, part: Json, path: Path) -> None:
        """Check a custom id that must be there, and be the only one of its kind."""
        value = part.get("custom_id")
        if value is None:
            self.form.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
        elif self.form.text(value, (*path, "custom_id"), 1, limits.CUSTOM_ID):
            if value in self._custom:
                self.form.add(
                    (*path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            self._custom.add(value)

    def _emoji(self, part: Json, path: Path) -> None:
        emoji = part.get("emoji")
        if emoji is None:
            return
        path = (*path, "emoji")
        if not isinstance(emoji, dict):
            self.form.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        fields: Json = without_nulls(emoji)
        is_known = str(fields["id"]) in self._emojis if "id" in fields else is_emoji(str(fields.get("name", "")))
        if not is_known:
            self.form.add((*path, "id" if "id" in fields else "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
        if "id" in fields:
            fields["id"] = str(fields["id"])  # ids may come as numbers, and are always given as text
        part["emoji"] = fields

    def _media(self, part: Json, key: str, path: Path, *, reference: bool = False) -> None:
        value = part.get(key)
        path = (*path, key)
        url = as_object(value).get("url")
        if url is None:
            self.form.required(path if value is None else (*path, "url"))
        elif self.form.text(url, (*path, "url"), 1, limits.URL):
            assert isinstance(url, str)
            if url.startswith("attachment://"):
                attachment = self._attachments.get(url.removeprefix("attachment://"))
                if attachment is None:
                    self.form.add(
                        (*path, "url"),
                        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                        "The referenced attachment was not found.",
                    )
                else:
                    part[key] = media_of(attachment)
                    if key == "file":
                        part.update(name=attachment["filename"], size=attachment["size"])
            elif reference or not url.startswith(("https://", "http://")):
                schemes = "attachment" if reference else "http, https, attachment"
                self.form.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of ({schemes}).")

    def _flag(self, part: Json, key: str, path: Path) -> None:
        if key in part:
            self.form.flag(part[key], (*path, key))

    def _only_v2(self, path: Path) -> None:
        if not self.v2:
            self.form.add((*path, "type"), "COMPONENT_TYPE_INVALID", "This component needs the flag IS_COMPONENTS_V2")

    # --- one reader a type ----------------------------------------------------------------------------------------

    def row(self, part: Json, path: Path) -> None:
        """Check an action row: five buttons or one select."""
        below = (*path, "components")
        children = self._children(part.get("components"), below, IN_ROW, 1, limits.ROW_BUTTONS)
        part["components"] = children
        if len(children) > 1 and any(child["type"] in SELECTS for child in children):
            self.form.add(below, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")

    def button(self, part: Json, path: Path) -> None:
        """Check a button: a style decides which of custom_id, url and sku_id it has."""
        self._flag(part, "disabled", path)
        if "label" in part:
            self.form.text(part["label"], (*path, "label"), 0, limits.BUTTON_LABEL)
        self._emoji(part, path)
        style = part.get("style")
        if style is None:
            self.form.required((*path, "style"))
            return
        if not self.form.choice(style, (*path, "style"), STYLES):
            return
        if style < 5:
            self.custom_id(part, path)
            wrong = ("url", "sku_id")
        elif style == 5:
            wrong = ("custom_id", "sku_id")
            if "url" not in part:
                self.form.add((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
            elif self.form.text(part["url"], (*path, "url"), 1, limits.BUTTON_URL) and not part["url"].startswith(
                ("https://", "http://", "discord://")
            ):
                self.form.add(
                    (*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of (http, https, discord)."
                )
        else:
            wrong = ("custom_id", "url", "label", "emoji")
            if "sku_id" not in part:
                self.form.required((*path, "sku_id"))
        for key in wrong:
            if key in part:
                self.form.add(
                    (*path, key), "BUTTON_COMPONENT_FIELD_NOT_ALLOWED", f"A button of style {style} has no {key}"
                )
        if style != 6 and not part.get("label") and "emoji" not in part:
            self.form.add((*path, "label"), "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")

    def select(self, part: Json, path: Path) -> None:
        """Check a select of any kind."""
        self.custom_id(part, path)
        self._flag(part, "disabled", path)
        if "placeholder" in part:
            self.form.text(part["placeholder"], (*path, "placeholder"), 0, limits.PLACEHOLDER)
        low, high = self.bounds(part, path, limits.SELECT_OPTIONS)
        if part["type"] != STRING_SELECT:
            kinds = DEFAULT_KINDS[part["type"]]
            for index, text in enumerate(
                self.form.items(part.get("default_values", []), (*path, "default_values"), 0, limits.SELECT_OPTIONS)
            ):
                self.form.choice(text.get("type"), (*path, "default_values", index, "type"), kinds)
                if "id" in text:
                    text["id"] = str(text["id"])
            return
        options = self.options(part, path, 1, limits.SELECT_OPTIONS)
        for index, option in enumerate(options):
            self._emoji(option, (*path, "options", index))
        if options and max(low, 1) > len(options):
            self.form.add(
                (*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES", "There are fewer options than min_values"
            )
        if options and high > len(options) and "max_values" in part:
            self.form.add(
                (*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES", "There are fewer options than max_values"
            )
        if sum(bool(option.get("default")) for option in options) > high:
            self.form.add(
                (*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More defaults than max_values"
            )

    def bounds(self, part: Json, path: Path, most: int) -> tuple[int, int]:
        """Return the least and most values of a choice."""
        low, high = part.get("min_values", 1), part.get("max_values", 1)
        good = self.form.number(low, (*path, "min_values"), 0, most)
        good &= self.form.number(high, (*path, "max_values"), 1, most)
        if good and low > high:
            self.form.add(
                (*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES", "min_values must not be above max_values"
            )
        return (low, high) if good else (0, most)

    def options(self, part: Json, path: Path, low: int, high: int) -> list[Json]:
        """Return the options of a select, radio or checkbox group: texts within bounds, values unlike each other."""
        below = (*path, "options")
        if "options" not in part:
            self.form.required(below)
            return []
        custom_ids: set[str] = set()
        options: list[Json] = []
        for index, raw in enumerate(self.form.items(part["options"], below, low, high)):
            place = (*below, index)
            if not isinstance(raw, dict):
                self.form.add(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
                continue
            option: Json = without_nulls(raw)
            for key in ("label", "value"):
                if key not in option:
                    self.form.required((*place, key))
                else:
                    self.form.text(option[key], (*place, key), 1, limits.OPTION_TEXT)
            if "description" in option:
                self.form.text(option["description"], (*place, "description"), 0, limits.OPTION_TEXT)
            self._flag(option, "default", place)
            value = option.get("value")
            if isinstance(value, str):
                if value in custom_ids:
                    self.form.add(
                        (*place, "value"),
                        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                        "The specified option value is already used",
                    )
                custom_ids.add(value)
            options.append(option)
        part["options"] = options
        return options

    def section(self, part: Json, path: Path) -> None:
        """Check a section: one to three texts and an accessory."""
        self._only_v2(path)
        part["components"] = self._children(
            part.get("components"), (*path, "components"), IN_SECTION, 1, limits.SECTION_TEXTS
        )
        if "accessory" not in part:
            self.form.required((*path, "accessory"))
            return
        accessory = self.one(part["accessory"], (*path, "accessory"), ACCESSORIES)
        if accessory is not None:
            part["accessory"] = accessory

    def text_display(self, part: Json, path: Path) -> None:
        """Check a text display."""
        content = part.get("content")
        if content is None or (isinstance(content, str) and not content.strip()):
            self.form.required((*path, "content"))
        elif self.form.text(content, (*path, "content"), 1, limits.V2_TEXT):
            self._text += len(content)

    def thumbnail(self, part: Json, path: Path) -> None:
        """Check a thumbnail: a picture beside a section."""
        self._media(part, "media", path)
        self._alt(part, path)

    def gallery(self, part: Json, path: Path) -> None:
        """Check a media gallery: one to ten pictures."""
        below = (*path, "items")
        items: list[Json] = []
        for index, raw in enumerate(self.form.items(part.get("items"), below, 1, limits.GALLERY_ITEMS)):
            item: Json = without_nulls(raw)
            self._media(item, "media", (*below, index))
            self._alt(item, (*below, index))
            items.append(item)
        part["items"] = items

    def _alt(self, part: Json, path: Path) -> None:
        self._flag(part, "spoiler", path)
        if "description" in part:
            self.form.text(part["description"], (*path, "description"), 1, limits.ALT_TEXT)

    def file(self, part: Json, path: Path) -> None:
        """Check a file: an attachment shown as a file."""
        self._media(part, "file", path, reference=True)
        self._flag(part, "spoiler", path)

    def separator(self, part: Json, path: Path) -> None:
        """Check a separator."""
        self._flag(part, "divider", path)
        if "spacing" in part:
            self.form.choice(part["spacing"], (*path, "spacing"), SPACINGS)

    def container(self, part: Json, path: Path) -> None:
        """Check a container."""
        part["components"] = self._children(
            part.get("components"), (*path, "components"), IN_CONTAINER, 1, limits.V2_COMPONENTS
        )
        part.setdefault("accent_color", None)
        if part["accent_color"] is not None:
            self.form.number(part["accent_color"], (*path, "accent_color"), 0, limits.COLOUR)
        self._flag(part, "spoiler", path)


_READERS: Final[dict[int, Callable[[Components, Json, Path], None]]] = {
    ROW: Components.row,
    BUTTON: Components.button,
    **dict.fromkeys(SELECTS, Components.select),
    SECTION: Components.section,
    TEXT_DISPLAY: Components.text_display,
    THUMBNAIL: Components.thumbnail,
    GALLERY: Components.gallery,
    FILE: Components.file,
    SEPARATOR: Components.separator,
    CONTAINER: Components.container,
}


def media_of(attachment: Json) -> Json:
    """Return an attachment as a media item of a component."""
    media: Json = {
        "id": attachment["id"],
        "url": attachment["url"],
        "proxy_url": attachment["proxy_url"],
        "attachment_id": attachment["id"],
        "content_type": attachment["content_type"],
        "flags": 0,
        "loading_state": 2,
    }
    for key in ("width", "height"):
        media[key] = attachment.get(key)
    return media
