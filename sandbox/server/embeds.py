"""Embeds, checked against their limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.server import limits
from sandbox.server.errors import Form, Path
from sandbox.server.records import Json, without_nulls


def read_embeds(raw: Any, form: Form, attachments: Mapping[str, Json]) -> list[Json]:
    """Return the embeds of a message; notes every mistake in `form`."""
    embeds: list[Json] = []
    total = 0
    for index, item in enumerate(form.items(raw, ("embeds",), 0, limits.EMBEDS)):
        path: Path = ("embeds", index)
        if not isinstance(item, dict):
            form.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            continue
        embed: Json = without_nulls(item)
        total += _embed(embed, path, form, attachments)
        embed.setdefault("type", "rich")
        embeds.append(embed)
    if total > limits.EMBEDS_TOTAL:
        form.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {limits.EMBEDS_TOTAL}")
    return embeds


def _embed(embed: Json, path: Path, form: Form, attachments: Mapping[str, Json]) -> int:
    texts: list[tuple[Any, Path, int, int]] = []
    if "title" in embed:
        texts.append((embed["title"], (*path, "title"), 0, limits.EMBED_TITLE))
    if "description" in embed:
        texts.append((embed["description"], (*path, "description"), 0, limits.EMBED_DESCRIPTION))
    if "footer" in embed:
        texts.append((embed["footer"].get("text"), (*path, "footer", "text"), 1, limits.EMBED_FOOTER))
    if "author" in embed:
        texts.append((embed["author"].get("name"), (*path, "author", "name"), 1, limits.EMBED_AUTHOR))
    below = (*path, "fields")
    for index, item in enumerate(form.items(embed.get("fields", []), below, 0, limits.EMBED_FIELDS)):
        for key, most in (("name", limits.EMBED_FIELD_NAME), ("value", limits.EMBED_FIELD_VALUE)):
            value = item.get(key)
            texts.append((value.strip() if isinstance(value, str) else value, (*below, index, key), 1, most))
    if "color" in embed:
        form.number(embed["color"], (*path, "color"), 0, limits.COLOUR)
    for key in ("image", "thumbnail"):
        if key in embed:
            url = str(embed[key].get("url", ""))
            if url.startswith("attachment://"):
                attachment = attachments.get(url.removeprefix("attachment://"))
                if attachment is not None:
                    embed[key] = {**embed[key], "url": attachment["url"], "proxy_url": attachment["proxy_url"]}
            elif not url.startswith(("http://", "https://")):
                form.add(
                    (*path, key, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of (http, https, attachment)."
                )
    if "url" in embed:
        form.text(embed["url"], (*path, "url"), 0, limits.URL)
    total = 0
    for value, place, low, high in texts:
        if value is None or (low and value == ""):
            form.required(place)
        elif form.text(value, place, low, high):
            total += len(value)
    return total
