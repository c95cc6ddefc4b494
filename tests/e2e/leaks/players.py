"""People who play at random, look at everything on the way, and press what they should not."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from bot.tables.model.table_state import TableState
from sandbox import Refused
from tests.e2e.leaks.knowledge import Game
from tests.e2e.leaks.watch import Watch
from tests.support.house import House, Seated
from tests.support.labels import choose_label
from tests.support.messages import Json, buttons, components
from tests.support.moves import choose_cards, find_move_buttons, find_offered_moves, forged_id
from tests.toy.tests.e2e.quince import fields_of

BYSTANDER: Final = "Zoe"
MORE_PEOPLE: Final = ("Dora", "Edda", "Fritz", "Gus", "Hilde", "Ivo", "Jana")
PEOPLE: Final = ("Ada", "Bela", "Cleo", *MORE_PEOPLE)


@dataclass
class Party:
    """One table with its people. `oddity` is how likely somebody does something else before a move."""

    house: House
    watch: Watch
    table: Seated
    people: tuple[str, ...]
    rng: Random
    game: Game
    oddity: float = 0.35
    hands: dict[str, Json] = field(default_factory=dict[str, Json])
    did: Counter[str] = field(default_factory=Counter[str])

    @classmethod
    async def gather(
        cls,
        house: House,
        watch: Watch,
        rng: Random,
        game: Game,
        people: int,
        computers: int,
        options: Mapping[str, Any],
        oddity: float = 0.35,
    ) -> Party:
        """Open a table with so many people (drawn from all) and computer players, and start it."""
        who = tuple(rng.sample(PEOPLE, people))
        switches = {name: rng.random() < 0.5 for name in game.switches}
        table = await house.open(who[0], who[1:], computers, game=game.command, **options, **switches)
        return cls(house, watch, table, who, rng, game, oddity)

    async def live(self) -> TableState:
        """The bot's idea of the table."""
        return await self.house.live(self.table)

    async def wait_until_settled(self) -> TableState:
        """Wait until all that is shown shows the last event, so that no picture of an older hand is on its way."""
        live = await self.live()
        bot = self.house.bot

        def quiet() -> bool:
            message = bot.services.hand_messages._open.get(live.id, {})
            return (
                not live.computers()
                and live.record.shown_seq >= live.record.seq
                and all(open_hand.seq >= live.record.seq for open_hand in message.values())
            )

        await self.house.until(quiet, 180)  # a dozen tables at once, on a machine that may be busy
        return live

    async def play(self) -> TableState:
        """Play to the end; returns the finished table."""
        while True:
            who = await self.house.find_awaited(
                self.table, 120
            )  # for ten computer players in turn, at one of many tables
            live = await self.live()
            if live.record.status != "playing":
                await self.wait_until_settled()
                return live
            if not self.watch.books[live.id].orders:  # between hands, whoever deals or cuts
                await self.wait_until_settled()
            if self.rng.random() < self.oddity:
                await self.rng.choice(self.oddities())()
            if who is not None:
                await self.move(who)
            elif live.awaits_deal():
                self.did["hands"] += 1
                await self.press(
                    self.rng.choice(self.people), f"Next {self.house.services.presenters.of(live).hand_word.lower()}"
                )

    def board(self, who: str = BYSTANDER) -> Json | None:
        """The public message, None in the moment between the old one and the new one."""
        try:
            return self.house.board(self.table, who)
        except StopIteration:
            return None

    async def press(self, who: str, label: str) -> Json:
        """Press a button of the public message if it is there; what came of it."""
        board = self.board(who)
        if board is None or label not in buttons(board):
            return {}
        self.did[label] += 1
        answer: Any = await self.click(who, board, buttons(board)[label])
        return answer

    async def click(self, who: str, message: Json, custom_id: str, values: list[str] | None = None) -> Json:
        """Click, whatever becomes of it; a message that changed meanwhile gives no answer."""
        try:
            answer: Any = await self.house.click(who, message, custom_id, values)
        except Refused:
            return {}
        return answer

    async def hand(self, who: str) -> Json:
        """The person's hand message: the one that is open, or a new one."""
        known = self.hands.get(who)
        if known is not None and self.rng.random() < 0.7:
            try:
                return self.house.sandbox.people.message(who, known)
            except Refused:
                pass
        answer = await self.press(who, "My hand")
        if not answer.get("message"):
            given: Any = await self.house.command(who, "table hand", channel=self.table.place)
            answer = given
        self.hands[who] = answer["message"]
        return answer["message"]

    async def move(self, who: str) -> None:
        """A random legal move, from the hand."""
        hand = await self.hand(who)
        ready = {
            label: (button_id, [])
            for label, button_id in buttons(hand).items()
            if button_id.startswith(("eh:confirm_move_form:", "eh:make_ready_move:"))
        }
        legal = find_offered_moves(hand) | ready | choose_cards(hand, self.rng)
        forms = sorted(
            label for label, button_id in buttons(hand).items() if button_id.startswith("eh:open_move_form:")
        )
        if forms and (not legal or self.rng.random() < 0.3):
            await self.fill_in(who, hand, self.rng.choice(forms), lambda fields: self.game.filled(fields, self.rng))
            return
        if not legal:
            await self.click(who, hand, buttons(hand).get("Refresh", ""))
            return
        custom_id, values = legal[choose_label(legal, self.rng)]
        self.did["moves"] += 1
        await self.click(who, hand, custom_id, values)

    async def fill_in(self, who: str, hand: Json, label: str, fill: Callable[[list[Json]], Json]) -> None:
        """Open a form, fill its fields in and submit it, and confirm what the move would be if it can be made."""
        try:
            opened = await self.house.click(who, hand, buttons(hand)[label])
        except Refused:
            return
        if opened.get("state") != "modal":
            return
        self.did["forms"] += 1
        try:
            filled = fill(list(fields_of(opened).values()))
            answer = await self.house.sandbox.people.modal(who, opened["interaction_id"], filled)
        except Refused:
            return
        message = answer.get("message") or {}
        if message and "Confirm" in buttons(message):
            self.did["moves"] += 1
            await self.click(who, message, buttons(message)["Confirm"])

    # -- what else people do -----------------------------------------------------------------------------------------

    async def order(self, who: str) -> None:
        """Leave an order for one's next turn, or another one, where something may be ordered now."""
        hand = await self.hand(who)
        label = next((text for text in ("Plan next move", "Change planned move") if text in buttons(hand)), "")
        if not label:
            return
        panel = (await self.click(who, hand, buttons(hand)[label])).get("message") or {}
        select = next(
            (
                component
                for component in components(panel)
                if component.get("custom_id", "").startswith("eh:pick_premove:")
            ),
            None,
        )
        if select is None:
            return
        chosen = [self.rng.choice(select["options"])["value"]]
        back = (await self.click(who, panel, select["custom_id"], chosen)).get("message") or {}
        if "Confirm" in buttons(back):
            await self.click(who, back, buttons(back)["Confirm"])
            self.did["orders"] += 1

    def oddities(self) -> list[Callable[[], Awaitable[Any]]]:
        """All that somebody may do beside the game."""
        somebody = self.rng.choice((*self.people, BYSTANDER))
        seated = self.rng.choice(self.people)

        def pressing(label: str) -> Callable[[], Awaitable[Any]]:
            return lambda: self.press(somebody, label)

        def command(name: str, who: str = somebody, **options: Any) -> Callable[[], Awaitable[Any]]:
            self.did[name] += 0
            return lambda: self.command(who, name, **options)

        self.did["Check the shuffles"] += 0
        return [
            *map(pressing, ("My hand", "Log", "More")),
            command("table hand"),
            command("table log"),
            lambda: self.more(somebody, "Check the shuffles"),
            command("table show"),
            command(f"rules {self.game.command}"),
            lambda: self.stale(seated),
            lambda: self.refresh(seated),
            *[lambda: self.order(seated)] * 4,
            lambda: self.forge(seated),
            lambda: self.forge(seated),
            lambda: self.log_pages(somebody),
        ]

    async def command(self, who: str, name: str, **options: Any) -> None:
        """Use a slash command in the table's thread."""
        self.did[name] += 1
        await self.house.command(who, name, channel=self.table.place, **options)

    async def more(self, who: str, label: str) -> None:
        """Press a button of the menu *More*."""
        menu = (await self.press(who, "More")).get("message") or {}
        if label in buttons(menu):
            self.did[label] += 1
            await self.click(who, menu, buttons(menu)[label])

    async def refresh(self, who: str) -> None:
        """Open the hand and refresh it."""
        hand = await self.hand(who)
        if "Refresh" in buttons(hand):
            self.did["Refresh"] += 1
            await self.click(who, hand, buttons(hand)["Refresh"])

    async def log_pages(self, who: str) -> None:
        """Read the log backwards."""
        answer = await self.press(who, "Log")
        page = answer.get("message")
        while page and "Older" in buttons(page) and self.rng.random() < 0.6:
            self.did["Older"] += 1
            answer = await self.click(who, page, buttons(page)["Older"])
            page = answer.get("message")

    async def stale(self, who: str) -> None:
        """Press a button of the hand as it was some time ago."""
        hand = await self.hand(who)
        old = deepcopy(hand)
        if not find_move_buttons(old):
            return
        await asyncio.sleep(0)
        self.did["stale"] += 1
        legal = sorted(
            find_move_buttons(old).values()
        )  # those by selects are not among them: an id alone presses no select
        first = self.rng.choice(legal)
        await self.click(who, hand, first)
        await self.altered(who, hand, first)

    async def forge(self, who: str) -> None:
        """Press a button that the bot never made: a card of the pack that is perhaps another's."""
        hand, live = await self.hand(who), await self.live()
        book, game = self.watch.books[live.id], self.game
        card = self.rng.choice(sorted({card for order in book.orders for card in order} or game.faces.every))
        self.watch.named.setdefault(str(self.id_of(who)), set()).add(card)
        self.did["forged"] += 1
        texts = [f"{verb} {card}" for verb in game.verbs for _ in range(2)]
        await self.altered(who, hand, forged_id(live, self.rng.choice([*texts, *game.words])))

    async def altered(self, who: str, message: Json, custom_id: str) -> Json:
        """Click `custom_id` on a message, whether it has such a button or not."""
        record = self.house.sandbox.world.messages.get(message["id"])
        if record is None:
            return {}
        with self.house.planted(record.data, custom_id):
            return await self.click(who, record.data, custom_id)

    def id_of(self, who: str) -> int:
        """A person's user id."""
        return int(self.house.sandbox.people.user(who)["id"])
