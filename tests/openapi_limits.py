"""What Discord refuses beyond the schemas of its description: rules of its prose, for the requests that the bot makes.

`problems` reads bodies whose form is known to be right (tests/openapi.py sees to that first). Sources: the reference at
docs.discord.com for messages, components, interactions, commands and emojis, and what the description says in words.
"""

import base64
import binascii
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Json = Any
Component = Mapping[str, Any]


class Upload(NamedTuple):
    """A file part of a multipart request."""

    field: str
    filename: str
    size: int


V2 = 1 << 15
EPHEMERAL = 1 << 6
SENDING_FLAGS = (1 << 2) | (1 << 12) | (1 << 13) | V2
"""Flags a message may be sent with: suppressed embeds, silent, voice message, components V2."""
EDITING_FLAGS = (1 << 2) | V2

CONTENT = 2000
CHARACTERS = 4000
EMBED_CHARACTERS = 6000
COMPONENTS = 40
ROWS = 5
FILES = 10
FILE_BYTES = 10 * 1024 * 1024
EMOJI_BYTES = 256 * 1024
COMMAND_CHARACTERS = 8000
COMMANDS_OF_A_KIND = {1: 100, 2: 15, 3: 15}

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION, TEXT = 1, 2, 3, 4, 9, 10
SELECTS = (3, 5, 6, 7, 8)
CLASSIC_TOP = (ROW,)
LINK, PREMIUM = 5, 6

COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


def problems(operation: str, body: Json, uploads: Sequence[Upload], answers: int | None) -> list[str]:
    """What Discord refuses in a well-formed body of an operation, as sentences."""
    names = list(upload_problems(uploads))
    if operation == "create_interaction_response":
        names += callback_problems(body, uploads, answers)
    elif operation in MESSAGES:
        names += MESSAGES[operation](body, uploads)
    elif operation in ("bulk_set_application_commands", "bulk_set_guild_application_commands"):
        names += all_commands_problems(body)
    elif operation.endswith("_application_command"):
        names += command_problems(body)
    elif operation in ("create_application_emoji", "create_guild_emoji"):
        names += emoji_problems(body)
    elif operation in ("create_thread", "create_thread_from_message") and not body["name"].strip():
        names.append("a thread's name is blank")
    return names


# ---------------------------------------------------------------------------------------------------------------------
# Files


def upload_problems(uploads: Sequence[Upload]) -> Iterator[str]:
    """Number, names and sizes of the files of a multipart request."""
    if len(uploads) > FILES:
        yield f"{len(uploads)} files: a message holds {FILES}"
    fields = [entry.field for entry in uploads]
    if fields != [f"files[{index}]" for index in range(len(uploads))]:
        yield f"files are sent as files[0], files[1] ..., not as {fields}"
    for upload in uploads:
        if upload.size > FILE_BYTES:
            yield f"{upload.filename} has {upload.size} bytes"
        if upload.size == 0:
            yield f"{upload.filename} is empty"
        if not re.fullmatch(r"[\w.-]+", upload.filename, re.ASCII):
            yield f"Discord renames {upload.filename!r}, so that nothing can refer to it"


def attachment_problems(body: Mapping[str, Any], uploads: Sequence[Upload], creates: bool) -> Iterator[str]:
    """Whether attachments, uploads and the references to them agree."""
    attachments = body.get("attachments") or []
    ids = [str(entry["id"]) for entry in attachments]
    yield from find_repeated("attachment id", ids)
    for attachment in attachments:
        index = int(attachment["id"])
        if index < FILES and index >= len(uploads):
            yield f"attachment {index} has no file"
        if index >= FILES and creates:
            yield f"attachment {index} is no upload, and a new message can keep none"
    named = [entry.get("filename") for entry in attachments if int(entry["id"]) >= len(uploads)]
    if not creates and ("attachments" not in body or None in named):
        return  # an edit that keeps files it does not name
    names = {upload.filename for upload in uploads} | set(named)
    for url in addresses(body):
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
            yield f"{url} refers to no file of this message"


def addresses(value: Json) -> Iterator[str]:
    """Every `url` anywhere in components and embeds."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == "url" and isinstance(inner, str):
                yield inner
            elif key != "attachments":
                yield from addresses(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from addresses(inner)


# ---------------------------------------------------------------------------------------------------------------------
# Messages


def message_problems(body: Mapping[str, Any], uploads: Sequence[Upload], flags: int, creates: bool) -> Iterator[str]:
    """A message that is sent (`creates`) or edited, with the flags it may have."""
    set_flags = body.get("flags") or 0
    if set_flags & ~flags:
        yield f"flags {set_flags & ~flags} cannot be set here"
    content, embeds, components = body.get("content") or "", body.get("embeds") or [], body.get("components") or []
    if len(content) > CONTENT:
        yield f"content has {len(content)} characters"
    if set_flags & V2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(key):
                yield f"{key} cannot stand beside components V2"
        if creates and not components:
            yield "a message of components V2 needs one"
    elif creates and not any((content.strip(), embeds, components, uploads, body.get("poll"), body.get("sticker_ids"))):
        yield "the message is empty"
    yield from tree_problems(components, bool(set_flags & V2))
    yield from embed_problems(embeds)
    yield from mention_problems(body.get("allowed_mentions") or {})
    yield from attachment_problems(body, uploads, creates)


MESSAGES: dict[str, Callable[[Json, Sequence[Upload]], Iterable[str]]] = {
    "create_message": lambda body, files: message_problems(body, files, SENDING_FLAGS, creates=True),
    "execute_webhook": lambda body, files: message_problems(body, files, SENDING_FLAGS | EPHEMERAL, creates=True),
    "update_message": lambda body, files: message_problems(body, files, EDITING_FLAGS, creates=False),
    "update_webhook_message": lambda body, files: message_problems(body, files, EDITING_FLAGS, creates=False),
    "update_original_webhook_message": lambda body, files: message_problems(body, files, EDITING_FLAGS, creates=False),
}


def embed_problems(embeds: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Length of all embeds together, and blank ones."""
    total = 0
    for embed in embeds:
        fields = embed.get("fields") or []
        if any(not field["name"].strip() or not field["value"].strip() for field in fields):
            yield "an embed's field is blank"
        texts = [embed.get("title"), embed.get("description")]
        texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
        texts += [text for field in fields for text in (field["name"], field["value"])]
        total += sum(len(text or "") for text in texts)
        if not any(texts) and not embed.get("image") and not embed.get("thumbnail"):
            yield "an embed is empty"
    if total > EMBED_CHARACTERS:
        yield f"the embeds have {total} characters together"


def mention_problems(allowed: Mapping[str, Any]) -> Iterator[str]:
    """Kinds and ids exclude each other."""
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            yield f"allowed_mentions names {kind} and allows all of them"


# ---------------------------------------------------------------------------------------------------------------------
# Components


def walk(components: Iterable[Component]) -> Iterator[Component]:
    """Every component of a tree, accessories and the fields of labels included."""
    for component in components:
        yield component
        inner = [*(component.get("components") or ())]
        inner += [component[key] for key in ("accessory", "component") if component.get(key)]
        yield from walk(inner)


def tree_problems(components: Sequence[Component], v2: bool) -> Iterator[str]:
    """All components of a message together."""
    every = list(walk(components))
    if v2:
        if len(every) > COMPONENTS:
            yield f"{len(every)} components: a message holds {COMPONENTS}"
        characters = sum(len(component["content"]) for component in every if component["type"] == TEXT)
        if characters > CHARACTERS:
            yield f"the texts have {characters} characters together"
    else:
        if any(component["type"] not in CLASSIC_TOP for component in components):
            yield "components V2 need their flag"
        if len(components) > ROWS:
            yield f"{len(components)} rows: a message holds {ROWS}"
    yield from identity_problems(every)
    for entry in every:
        yield from component_problems(entry)


def identity_problems(every: Sequence[Component]) -> Iterator[str]:
    """Custom ids and ids are unique."""
    yield from find_repeated("custom_id", [component["custom_id"] for component in every if component.get("custom_id")])
    yield from find_repeated("component id", [entry["id"] for entry in every if entry.get("id")])


def component_problems(component: Component) -> Iterator[str]:
    """One component by itself."""
    kind = component["type"]
    if kind == ROW:
        inner = [child["type"] for child in component["components"]]
        if any(child != BUTTON for child in inner) and len(inner) > 1:
            yield "a row holds buttons or one select"
    elif kind == BUTTON:
        yield from button_problems(component)
    elif kind in SELECTS:
        yield from select_problems(component)
    elif kind == TEXT and not component["content"].strip():
        yield "a text is blank"
    elif kind == 13 and not component["file"]["url"].startswith("attachment://"):
        yield "a file component refers to an attachment"
    elif kind in (21, 22):
        yield from option_problems(component)


def button_problems(component: Component) -> Iterator[str]:
    """A button's style decides what else it has."""
    style, has = component["style"], {key for key in ("custom_id", "url", "sku_id") if component.get(key)}
    needs = {LINK: {"url"}, PREMIUM: {"sku_id"}}.get(style, {"custom_id"})
    if has != needs:
        yield f"a button of style {style} has {' and '.join(needs)}, not {', '.join(sorted(has)) or 'nothing'}"
    keys = [key for key in ("label", "emoji") if component.get(key)]
    if style == PREMIUM and keys:
        yield "a premium button shows nothing of its own"
    elif style != PREMIUM and not keys:
        yield "a button needs a label or an emoji"


def select_problems(component: Component) -> Iterator[str]:
    """How many may be chosen, of what."""
    low, high = bounds(component, "min_values", "max_values", 1)
    if low > high:
        yield f"a select asks for at least {low} and at most {high}"
    if component["type"] == STRING_SELECT:
        if max(low, high) > len(component["options"]):
            yield f"a select asks for {max(low, high)} of {len(component['options'])} options"
        yield from option_problems(component)


def option_problems(component: Component) -> Iterator[str]:
    """Options of selects, radio groups and checkbox groups."""
    yield from find_repeated("option value", [option["value"] for option in component["options"]])
    if any(not option["label"].strip() for option in component["options"]):
        yield "an option's label is blank"
    chosen = sum(bool(option.get("default")) for option in component["options"])
    most = component.get("max_values") or (len(component["options"]) if component["type"] == 22 else 1)
    if chosen > most:
        yield f"{chosen} options are chosen from the start, {most} may be"


def bounds(entry: Mapping[str, Any], low: str, high: str, default: int) -> tuple[int, int]:
    """A least and a most, with what Discord takes where they are left out."""
    least, most = entry.get(low), entry.get(high)
    return (default if least is None else least), (default if most is None else most)


# ---------------------------------------------------------------------------------------------------------------------
# Interaction answers

COMMAND, PRESSED, AUTOCOMPLETE, SUBMITTED = 2, 3, 4, 5


def callback_problems(body: Mapping[str, Any], uploads: Sequence[Upload], answers: int | None) -> Iterator[str]:
    """An answer to an interaction, by its type."""
    kind, data = body["type"], body.get("data") or {}
    if answers is not None and not fits(kind, answers):
        yield f"an interaction of type {answers} cannot be answered by type {kind}"
    if kind == 4:
        yield from message_problems(data, uploads, SENDING_FLAGS | EPHEMERAL, creates=True)
    elif kind == 5:
        if (data.get("flags") or 0) & ~EPHEMERAL:
            yield "a deferred answer has no flag but EPHEMERAL"
        if set(data) - {"flags", "tts"}:
            yield "a deferred answer says nothing yet"
    elif kind == 6 and data:
        yield "a deferred update says nothing yet"
    elif kind == 7:
        yield from message_problems(data, uploads, EDITING_FLAGS, creates=False)
    elif kind == 8:
        yield from choice_problems(data.get("choices") or [])
    elif kind == 9:
        yield from modal_problems(data)


def fits(kind: int, answers: int) -> bool:
    """Whether an answer of a type can answer an interaction of a type."""
    if answers == AUTOCOMPLETE or kind == 8:
        return answers == AUTOCOMPLETE and kind == 8
    if kind in (6, 7):
        return answers in (PRESSED, SUBMITTED)
    return not (kind == 9 and answers == SUBMITTED)


def modal_problems(data: Mapping[str, Any]) -> Iterator[str]:
    """A form: five fields at most, each in a label."""
    if not data["title"].strip():
        yield "a form's title is blank"
    if len(data["components"]) > 5:
        yield f"{len(data['components'])} fields: a form holds 5"
    every = list(walk(data["components"]))
    yield from identity_problems(every)
    if not any(part.get("custom_id") for part in every):
        yield "a form asks for nothing"
    for component in data["components"]:
        if component["type"] == ROW:
            if len(component["components"]) != 1 or not component["components"][0].get("label"):
                yield "a row of a form holds one text input with a label of its own"
        elif component["type"] == 18:
            if component["component"].get("label"):
                yield "a text input in a label has none of its own"
            if not component["label"].strip():
                yield "a label is blank"
    for entry in every:
        yield from component_problems(entry)
        yield from field_problems(entry)


def field_problems(component: Component) -> Iterator[str]:
    """A field of a form by itself."""
    kind = component["type"]
    if kind == TEXT_INPUT:
        low = component.get("min_length") or 0
        high = component.get("max_length") or CHARACTERS
        if low > high:
            yield f"a text input asks for at least {low} and at most {high} characters"
        value = component.get("value")
        if value and not low <= len(value) <= high:
            yield f"a text input starts with {len(value)} characters, where {low} to {high} are taken"
    if kind in SELECTS and component.get("disabled"):
        yield "a field of a form cannot be disabled"
    if kind in (*SELECTS, 19, 22) and component.get("required", True):
        low, high = bounds(component, "min_values", "max_values", 1)
        if low == 0:
            yield "a field that is required asks for at least one"
        if kind in (19, 22) and component.get("max_values") is not None and low > high:
            yield f"a field asks for at least {low} and at most {high}"


def choice_problems(choices: Sequence[Mapping[str, Any] | None]) -> Iterator[str]:
    """Choices of an option, or of its autocompletion."""
    given = [choice for choice in choices if choice is not None]
    yield from find_repeated("choice", [item["name"] for item in given])
    for entry in given:
        if not entry["name"].strip():
            yield "a choice's name is blank"
        value = entry["value"]
        if isinstance(value, str) and not 1 <= len(value) <= 100:
            yield f"a choice's value has {len(value)} characters"


# ---------------------------------------------------------------------------------------------------------------------
# Commands and emojis


def all_commands_problems(commands: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """All commands of an application."""
    kinds = Counter(each_command.get("type") or 1 for each_command in commands)
    yield from (
        f"{count} commands of type {kind}: Discord takes {COMMANDS_OF_A_KIND[kind]}"
        for kind, count in kinds.items()
        if count > COMMANDS_OF_A_KIND.get(kind, count)
    )
    yield from find_repeated(
        "command", [(each_command.get("type") or 1, each_command["name"]) for each_command in commands]
    )
    for command in commands:
        yield from (f"/{command['name']}: {problem}" for problem in command_problems(command))


def command_problems(command: Mapping[str, Any]) -> Iterator[str]:
    """One command with what is below it."""
    if (command.get("type") or 1) == 1:
        if not (command.get("description") or "").strip():
            yield "a slash command needs a description"
        yield from named_problems(command)
        yield from options_problems(command.get("options") or [], depth=0)
    elif command.get("description") or command.get("options"):
        yield "a context menu has no description and no options"
    characters = command_characters(command)
    if characters > COMMAND_CHARACTERS:
        yield f"it has {characters} characters with everything in it"


def command_characters(entry: Mapping[str, Any]) -> int:
    """The length Discord counts: names, descriptions and values, each in its longest language."""
    count = 0
    for key in ("name", "description"):
        texts = [entry.get(key) or "", *(entry.get(f"{key}_localizations") or {}).values()]
        count += max(map(len, texts))
    value = entry.get("value")
    count += len(value) if isinstance(value, str) else 0
    return count + sum(command_characters(inner) for key in ("options", "choices") for inner in entry.get(key) or ())


def named_problems(entry: Mapping[str, Any]) -> Iterator[str]:
    """Names of slash commands and options, in every language."""
    for name in (entry["name"], *(entry.get("name_localizations") or {}).values()):
        if not COMMAND_NAME.fullmatch(name) or name != name.lower():
            yield f"the name {name!r} is not lower case letters, digits, - and _"


def options_problems(options: Sequence[Mapping[str, Any]], depth: int) -> Iterator[str]:
    """The options of a command, group or subcommand; `depth` is how many of these are above."""
    yield from find_repeated("option", [offered_option["name"] for offered_option in options])
    nested = [offered_option["type"] in (1, 2) for offered_option in options]
    if any(nested) and not all(nested):
        yield "options stand beside subcommands"
    if any(offered_option["type"] == 2 for offered_option in options) and depth:
        yield "a group stands in a group"
    required = [bool(offered_option.get("required")) for offered_option in options]
    if required != sorted(required, reverse=True):
        yield "a required option follows one that is not"
    for option in options:
        yield from (f"{option['name']}: {problem}" for problem in option_problems_of(option, depth))


def option_problems_of(entry: Mapping[str, Any], depth: int) -> Iterator[str]:
    """One option by itself."""
    yield from named_problems(entry)
    if not entry["description"].strip():
        yield "its description is blank"
    choices = entry.get("choices") or []
    if choices and entry.get("autocomplete"):
        yield "choices and autocompletion exclude each other"
    yield from choice_problems(choices)
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        least, most = entry.get(low), entry.get(high)
        if least is not None and most is not None and least > most:
            yield f"{low} {least} is over {high} {most}"
    if entry["type"] in (1, 2):
        yield from options_problems(entry.get("options") or [], depth + 1)
        if entry["type"] == 2 and not entry.get("options"):
            yield "a group has no subcommand"


def emoji_problems(body: Mapping[str, Any]) -> Iterator[str]:
    """An emoji's name and picture."""
    if not re.fullmatch(r"\w{2,32}", body["name"], re.ASCII):
        yield f"an emoji cannot be named {body['name']!r}"
    match = re.fullmatch(r"data:image/(png|jpeg|gif|webp|avif);base64,(.+)", body["image"])
    try:
        size = len(base64.b64decode(match[2], validate=True)) if match else 0
    except binascii.Error:
        size = 0
    if not size:
        yield "an emoji's picture is a data URI with base64"
    elif size > EMOJI_BYTES:
        yield f"an emoji's picture has {size} bytes"


def find_repeated(what: str, values: Iterable[Any]) -> Iterator[str]:
    """A sentence for each value that stands twice."""
    yield from (f"{what} {value!r} stands {count} times" for value, count in Counter(values).items() if count > 1)
