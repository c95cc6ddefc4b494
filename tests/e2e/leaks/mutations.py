"""Leaks put into the bot on purpose, one in each place where a card could slip out."""

from __future__ import annotations

import io
import logging
import struct
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import discord
import pytest
from PIL import Image

import bot.search.search_processes
import bot.tables.commands.play
import bot.tables.model.step
import bot.ui.kit.components
import bot.ui.table.event_log
import bot.ui.table.layouts
import bot.ui.table.mentions
import bot.ui.table.scene_renderer
import bot.ui.table.shuffle_proof
import bot.ui.table.story
from bot.tables.model import finished_hands
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pictures import Picture
from bot.ui.table.event_texts import EventText
from bot.ui.table.renderer import TableRenderer
from cogs.games.voren.pack import VOREN
from cogs.games.voren.presenter import VorenPresenter
from data.tables.events import PLAYED, EventKind
from rules.table import dump_event
from rules.voren.cards import CARDS
from tests.e2e.leaks.worlds import World

Mutation = Callable[[pytest.MonkeyPatch, World], None]

SEEN: Final[dict[str, Mutation]] = {}
"""Found by searching what is sent."""

COMPARED: Final[dict[str, Mutation]] = {}
"""Found by comparing two worlds: no card is named in it."""


def register_searched(mutation: Mutation) -> Mutation:
    """Register a leak that the search has to find."""
    SEEN[mutation.__name__] = mutation
    return mutation


def register_compared(mutation: Mutation) -> Mutation:
    """Register a leak that only the comparison of two worlds can find."""
    COMPARED[mutation.__name__] = mutation
    return mutation


def hand_of(world: World, seat: int | None = None) -> list[str]:
    """The unplayed cards of a seat (without one: of the first that is in), read as no bot of ours may read them."""
    live = world.house.services.tables._live[world.table]
    if live.state is None or live.state.phase not in {"stay", "play"}:
        return []
    seats = range(len(live.record.seats)) if seat is None else [seat]
    return next((hand for number in seats if (hand := live.state.view(number)["hand"])), [])


def one_of(world: World) -> str:
    """A hidden card as text, empty where there is none."""
    return next(iter(hand_of(world)), "")


def drawn_otherwise(patch: pytest.MonkeyPatch, change: Callable[[Picture], Picture]) -> None:
    """Change the picture of the public table."""
    draw = bot.ui.table.scene_renderer.draw

    async def leaky(scene: Any, *rest: Any) -> Picture:
        picture = await draw(scene, *rest)
        return change(picture) if hasattr(scene, "seats") else picture

    patch.setattr(bot.ui.table.scene_renderer, "draw", leaky)


def scene_otherwise(patch: pytest.MonkeyPatch, change: Callable[[Any], Any]) -> None:
    """Change the scene of the public table."""
    table = VorenPresenter.table
    presenter = sys.modules["cogs.games.voren.presenter"].VorenPresenter
    patch.setattr(presenter, "table", lambda *args: change(table(*args)))


@register_searched
def the_public_scene_shows_a_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(scene: Any) -> Any:
        return scene._replace(facts=(*scene.facts, ("Next", " ".join(map(VOREN.text_of, hand_of(world))))))

    scene_otherwise(patch, change)


@register_searched
def the_alt_text_names_a_card(patch: pytest.MonkeyPatch, world: World) -> None:
    drawn_otherwise(patch, lambda picture: replace(picture, alt=f"{picture.alt} {VOREN.name_of(one_of(world) or 'x')}"))


@register_searched
def a_file_name_holds_cards(patch: pytest.MonkeyPatch, world: World) -> None:
    drawn_otherwise(
        patch, lambda picture: replace(picture, filename=f"table-{''.join(hand_of(world)).lower()[:2]}.png")
    )


@register_searched
def a_file_name_holds_cards_glued_together(patch: pytest.MonkeyPatch, world: World) -> None:
    drawn_otherwise(patch, lambda picture: replace(picture, filename=f"table-{''.join(hand_of(world))}.png"))


@register_searched
def a_png_chunk_holds_text(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(picture: Picture) -> Picture:
        body = b"tEXtscene\0" + " ".join(hand_of(world)).encode()
        chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
        return replace(picture, png=picture.png[:-12] + chunk + picture.png[-12:])

    drawn_otherwise(patch, change)


@register_searched
def bytes_follow_the_png(patch: pytest.MonkeyPatch, world: World) -> None:
    drawn_otherwise(patch, lambda picture: replace(picture, png=picture.png + " ".join(hand_of(world)).encode()))


def log_every_act(patch: pytest.MonkeyPatch, world: World, level: int, name: str, say: Callable[[], object]) -> None:
    """Log something with every act."""
    act = bot.tables.commands.play.act

    async def leaky(*args: Any, **named: Any) -> Any:
        result = await act(*args, **named)
        logging.getLogger(name).log(level, "the hands are %s", say())
        return result

    patch.setattr(bot.tables.commands.play, "act", leaky)


@register_searched
def a_line_at_info_names_cards(patch: pytest.MonkeyPatch, world: World) -> None:
    log_every_act(patch, world, logging.INFO, "bot.tables.commands.play", lambda: hand_of(world))


@register_searched
def a_line_at_debug_names_cards(patch: pytest.MonkeyPatch, world: World) -> None:
    log_every_act(patch, world, logging.DEBUG, "cogs.table.play", lambda: hand_of(world))


@register_searched
def a_line_at_debug_holds_a_hand_as_a_number(patch: pytest.MonkeyPatch, world: World) -> None:
    log_every_act(patch, world, logging.DEBUG, "rules.voren", lambda: CARDS.mask(hand_of(world, 0)))


@register_searched
def a_line_at_debug_holds_the_secret(patch: pytest.MonkeyPatch, world: World) -> None:
    drawings = world.house.services.tables._live[world.table].draws.drawings
    log_every_act(patch, world, logging.DEBUG, "bot.tables.model.table_state", drawings["1"].secret.hex)


@register_searched
def an_error_sentence_names_a_card(patch: pytest.MonkeyPatch, world: World) -> None:
    waiting = bot.tables.commands.play.waiting_for
    patch.setattr(bot.tables.commands.play, "waiting_for", lambda live: f"{waiting(live)} They hold {one_of(world)}.")


@register_searched
def a_custom_id_holds_a_card(patch: pytest.MonkeyPatch, world: World) -> None:
    button = bot.ui.kit.components.button

    def leaky(word: CustomId, *args: object, **named: Any) -> Any:
        return button(word, *args, *([one_of(world)] if word is CustomId.SHOW_LOG else []), **named)

    patch.setattr(bot.ui.table.layouts, "button", leaky)


@register_searched
def an_ephemeral_answer_shows_another_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    hand = TableRenderer.render_hand

    async def leaky(self: TableRenderer, live: Any, seat: int, *rest: Any) -> Any:
        return await hand(self, live, (seat + 1) % len(live.record.seats), *rest)

    patch.setattr(world.house.services.renderer.__class__, "render_hand", leaky)


@register_searched
def a_ping_names_a_card(patch: pytest.MonkeyPatch, world: World) -> None:
    escape = bot.ui.table.mentions.escape
    patch.setattr(bot.ui.table.mentions, "escape", lambda text: f"{escape(text)} ({one_of(world)})")


@register_searched
def a_nonce_holds_a_card(patch: pytest.MonkeyPatch, world: World) -> None:
    send = discord.abc.Messageable.send

    async def leaky(self: Any, *args: Any, **named: Any) -> Any:
        return await send(self, *args, **{**named, "nonce": f"{named['nonce']}-{one_of(world)}"})

    patch.setattr(discord.abc.Messageable, "send", leaky)


@register_searched
def a_computer_player_logs_its_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    player_of = bot.search.search_processes.player_of

    class Talker:
        def __init__(self, player: Any) -> None:
            self.player, self.level = player, player.level

        def choose(self, view: Any, rng: Any) -> str:
            logging.getLogger("rules.players").debug("choosing from %s", view["hand"])
            return self.player.choose(view, rng)

    patch.setattr(
        bot.search.search_processes,
        "player_of",
        lambda game, *level: Talker(player_of(game, *level)),
    )


@register_searched
def the_log_tells_what_was_dealt(patch: pytest.MonkeyPatch, world: World) -> None:
    presenter = sys.modules["cogs.games.voren.presenter"].VorenPresenter
    story = presenter.story

    def leaky(page: Any, log: Any, players: Any, start: int = 0) -> Any:
        dealt, *others = story(page, log, players, start)
        return [dealt._replace(text=f"{dealt.text} {' '.join(hand_of(world))}"), *others]

    patch.setattr(presenter, "story", staticmethod(leaky))


@register_searched
def the_log_names_a_card_beside_a_move(patch: pytest.MonkeyPatch, world: World) -> None:
    presenter = sys.modules["cogs.games.voren.presenter"].VorenPresenter
    story = presenter.story

    def leaky(page: Any, log: Any, players: Any, start: int = 0) -> Any:
        text = VOREN.name_of(one_of(world) or "nothing")
        return [
            passage._replace(text=f"{passage.text} They keep {text}.") for passage in story(page, log, players, start)
        ]

    patch.setattr(presenter, "story", staticmethod(leaky))


@register_searched
def news_name_the_card_that_the_next_will_play(patch: pytest.MonkeyPatch, world: World) -> None:
    """To those who come back: "Ada led the 5 of hearts", which Ada still holds."""
    news = bot.ui.table.story.news

    def leaky(*args: Any) -> Any:
        result = news(*args)
        cards = one_of(world)
        led = (f"{args[3].name(0)} led the {VOREN.name_of(cards)}.",) if cards else ()
        return (*result, *led)

    patch.setattr(bot.ui.table.story, "news", leaky)


@register_searched
def the_tables_last_line_names_a_card_that_is_held(patch: pytest.MonkeyPatch, world: World) -> None:
    last = bot.ui.table.story.last_passage

    def leaky(*args: Any) -> Any:
        cards = one_of(world)
        return last(*args)._replace(result=f"The trick was won with {VOREN.name_of(cards)}.") if cards else last(*args)

    patch.setattr(bot.ui.table.story, "last_passage", leaky)


@register_searched
def the_log_shows_the_secret(patch: pytest.MonkeyPatch, world: World) -> None:
    """As if the log were told from the rows: of the next draw there is a hidden half."""
    text_of = bot.ui.table.event_log.event_text

    def leaky(event: Any, *rest: Any, **named: Any) -> Any:
        if event.kind != EventKind.COMMIT:
            return text_of(event, *rest, **named)
        secret = world.house.services.tables._live[world.table].draws.waiting().secret.hex()
        return EventText(f"The secret is {secret}.")

    patch.setattr(bot.ui.table.event_log, "event_text", leaky)


@register_searched
def the_proof_holds_the_hand_in_progress(patch: pytest.MonkeyPatch, world: World) -> None:
    module = sys.modules["cogs.table.shuffles"]
    proof = module.read_proof

    async def leaky(store: Any, live: Any) -> Any:
        result = await proof(store, live)
        late = [
            finished_hands.event_of(event)
            for event in await store.tables.log(live.id, live.hand_start_seq - 1)
            if event.kind in PLAYED
        ]
        return {**result, "game": {**result["game"], "events": result["game"]["events"] + list(map(dump_event, late))}}

    patch.setattr(module, "read_proof", leaky)


@register_searched
def the_proof_holds_a_secret_too_early(patch: pytest.MonkeyPatch, world: World) -> None:
    draw = bot.ui.table.shuffle_proof._draw
    patch.setattr(bot.ui.table.shuffle_proof, "_draw", lambda value: {**draw(value), "secret": value.secret.hex()})
    module = sys.modules["cogs.table.shuffles"]
    proof = module.read_proof

    async def leaky(store: Any, live: Any) -> Any:
        drawn = [bot.ui.table.shuffle_proof._draw(drawing) for drawing in live.draws.drawings.values()]
        return {**await proof(store, live), "draws": drawn}

    patch.setattr(module, "read_proof", leaky)


@register_searched
def a_plain_defer_edits_the_public_message(patch: pytest.MonkeyPatch, world: World) -> None:
    """The trap: after `defer(ephemeral=True)` on a button the "answer" is an edit of the public message."""
    module = sys.modules["cogs.table.play"]
    show = module.show_hand

    async def leaky(response: Any, *args: Any) -> None:
        await response.interaction.response.defer(ephemeral=True)
        response._deferred = True
        await show(response, *args)

    patch.setattr(module, "show_hand", leaky)


@register_searched
def a_hand_is_answered_for_all_to_see(patch: pytest.MonkeyPatch, world: World) -> None:
    routes = world.house.services.router._routes
    patch.setitem(routes, CustomId.SHOW_HAND, routes[CustomId.SHOW_HAND]._replace(response="public"))


@register_compared
def the_seats_are_listed_by_what_they_hold(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(scene: Any) -> Any:
        order = sorted(scene.seats, key=lambda value: CARDS.mask(hand_of(world, value.seat)))
        return scene._replace(facts=(*scene.facts, ("Good luck to", ", ".join(seat.name for seat in order))))

    scene_otherwise(patch, change)


@register_compared
def a_pixel_tells_of_a_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(picture: Picture) -> Picture:
        image = Image.open(io.BytesIO(picture.png))
        image.putpixel((0, 0), sum(map(ord, "".join(hand_of(world)))) % 64)
        into = io.BytesIO()
        image.save(into, "PNG")
        return replace(picture, png=into.getvalue())

    drawn_otherwise(patch, change)


@register_compared
def whose_hand_is_strong_is_shown_by_a_colour(patch: pytest.MonkeyPatch, world: World) -> None:
    table = bot.ui.table.layouts.table

    def leaky(*args: Any, **named: Any) -> Any:
        return table(*args, **{**named, "colour": sum(map(ord, "".join(hand_of(world)))) * 1000})

    patch.setattr(bot.ui.table.layouts, "table", leaky)


@register_compared
def a_line_counts_the_trumps_of_a_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    log_every_act(
        patch, world, logging.DEBUG, "bot.tables.commands.play", lambda: sum(map(ord, "".join(hand_of(world))))
    )
