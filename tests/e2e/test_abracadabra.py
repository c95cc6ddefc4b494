"""Short games of Abracadabra over the wire, under every option, by people who press what they see and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from data.tables.events import EventKind
from tests.cogs.games.abracadabra.games import cards_in, known_cards
from tests.support.house import House, Seated, start_house
from tests.support.labels import move_named
from tests.support.messages import Json, alts, buttons, text
from tests.support.moves import choose_cards, find_offered_moves
from tests.support.wire_tables import person
from tests.toy.tests.e2e.quince import confirm_move, fields_of, open_form, submit_form

SELECT = 3
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def read_all_text(message: Json) -> str:
    """Return all that a message says, alt texts included."""
    return f"{text(message)} {' '.join(alts(message))}"


async def act(house: House, table: Seated, who: str, counter: Counter[str]) -> None:
    """Make a move that a person's hand offers: a button, or a form with some cards. The board tells no secret."""
    live = await house.live(table)
    assert live.state is not None
    before, seat = live.record.seq, live.seat_of(int(house.sandbox.people.user(who)["id"]))
    board = await house.fresh(table)
    assert cards_in(read_all_text(board)) <= known_cards(live.state.view(None))
    hand = await house.hand(who, table)
    assert "your turn" in read_all_text(hand).lower()
    counter[live.state.phase] += 1
    ready = [label for label, button_id in buttons(hand).items() if button_id.startswith("eh:make_ready_move:")]
    forms = [label for label, button_id in buttons(hand).items() if button_id.startswith("eh:open_move_form:")]
    if forms and house.rng.random() < 0.7:
        await fill_form(house, who, hand, forms[0], counter)
        return
    if cards := choose_cards(hand, house.rng):
        answer = await house.click(who, hand, *next(iter(cards.values())))
    elif ready:
        answer = await house.press(who, hand, house.rng.choice(ready))
    elif forms:
        await fill_form(house, who, hand, forms[0], counter)
        return
    else:
        label = choose_sensible(house, list(find_offered_moves(hand)))
        custom_id, values = find_offered_moves(hand)[label]
        assert move_named(label) in live.state.legal(live.seat_of(int(house.sandbox.people.user(who)["id"])) or 0).moves
        answer = await house.click(who, hand, custom_id, values or None)
    assert answer["state"] == "update"
    assert any(
        event.seq > before and event.seat == seat and event.kind == EventKind.MOVE
        for event in await house.store.tables.log(live.id)
    )
    assert re.search(
        r"You (chose|bid|passed|made|named|exposed|opened|played)|[Yy]our turn",
        read_all_text(answer.get("message") or {}),
    )


def choose_sensible(house: House, labels: list[str]) -> str:
    """Return one of these labels: of bids a low one, so that some tricks are named and few deals void."""
    low = sorted((label for label in labels if label.startswith("Bid ")), key=lambda words: int(words[4:]))
    return house.rng.choice(low[:4] or labels)


async def fill_form(house: House, who: str, hand: Json, label: str, counter: Counter[str]) -> None:
    """Fill in a form as it asks, or with some of what it has; first with others, which are changed."""
    form = await open_form(house, who, hand, label)
    fields = fields_of(form)
    counter["forms"] += 1

    def choose_values() -> Json:
        return {
            name: house.rng.sample(
                [option["value"] for option in field["options"]],
                house.rng.randint(field.get("min_values", 1), field["max_values"]),
            )
            for name, field in fields.items()
        }

    answer = await submit_form(house, who, form, choose_values())
    assert "Your move would be: " in text(answer)
    second_form = await open_form(house, who, answer, "Change")
    values = choose_values()
    answer = await submit_form(house, who, second_form, values)
    names = [
        option["label"].removeprefix("trick ")
        for name, field in fields.items()
        for option in field["options"]
        if option["value"] in values[name] and option["label"].startswith("trick ")
    ]
    (announced,) = re.findall(r"Your move would be: (.*?)\.", text(answer))
    assert re.findall(r"\d+", announced) == sorted(names, key=int)
    done = announced.replace("name ", "named ").replace("expose", "exposed").replace("open your", "opened your")
    message = await confirm_move(house, who, answer)
    assert (
        f"You {done}." in text(message) or "your turn" in read_all_text(message).lower()
    )  # at once one's own turn again


TABLES: list[tuple[tuple[str, ...], int, dict[str, Any]]] = [
    (("Bela",), 0, {"deals": 1, "two_player": "short", "auto_last_card": False}),
    ((), 2, {"target": 50, "deals": 2, "trump": "declared", "success": "at_least"}),
]
"""Two people without computer players, and one person with two of them."""


@pytest.mark.parametrize(("others", "computers", "options"), TABLES, ids=lambda value: str(value)[:60])
async def test_a_game_is_played_to_the_end(others: tuple[str, ...], computers: int, options: dict[str, Any]) -> None:
    """Lobby, suits, bids, bid cards, tricks, ledger, score sheet, log, result: people, and computer players."""
    counts: Counter[str] = Counter()
    async with start_house(pictures="target" in options) as house:
        house.check_every = 20
        house.services.rate_limits.edit_seconds = 0.02
        table = await house.open("Ada", others, computers, game="abracadabra", **options)

        async def make_move(where: Seated, who: str) -> None:
            await act(house, where, who, counts)

        live = await house.play_out(table, act=make_move)
        assert live.record.status == "over"
        assert live.state is not None
        totals = live.state.score().totals
        board = await house.fresh(table)
        assert f" with {max(totals)}." in read_all_text(board)
        assert [seat.points for seat in live.record.seats] == list(totals)
        sheet = text((await house.press_behind_more("Bela", board, "Scores")).get("message") or {})
        last_line = next(line for line in sheet.splitlines() if line.startswith("Total"))
        numbers = re.findall(r"[+\u2212]?\d+", last_line)
        assert [int(number.replace("\u2212", "-")) for number in numbers] == list(totals)
        log = await house.whole_log("Bela", board)
        assert "won trick" in log
        assert "(A8.4)" in log or "tricks" in log
        assert "Rematch" in buttons(board)
    declared = options.get("trump") == "declared" or options.get("two_player") == "short"
    assert {"suit", "bid", "place", "expose", "play"} <= set(counts)
    assert counts["trump"] or not declared or computers  # a computer player may be Declarer
    assert counts["play"] >= 11


async def name_tricks(house: House, who: str, hand: Json, *places: str) -> Json:
    """Choose tricks in the select of a hand; return the hand after it."""
    ((custom_id, _),) = choose_cards(hand, house.rng).values()
    return (await house.click(who, hand, custom_id, list(places))).get("message") or {}


async def test_those_who_place_at_the_same_time_see_who_is_ready_and_nothing_else() -> None:
    """A5.3: the board says whom it waits for; numbers come when all have placed; an old form counts no more."""
    async with start_house() as house:
        house.services.rate_limits.edit_seconds = 0.02
        table = await house.open("Ada", ("Bela", "Cleo"), game="abracadabra", deals=1)
        live = await house.live(table)
        assert live.state is not None
        order = [live.record.seats[(live.state.to_act[0] + step) % 3].name for step in range(3)]
        eldest, second, dealer = order
        for who, suit in zip(order, ("hearts", "spades", "clubs"), strict=True):
            await house.press(who, await house.hand(who, table), f"Choose {suit}")
        for who, sentence in zip(order, ("Bid 3", "Pass", "Pass"), strict=True):
            await house.press(who, await house.hand(who, table), sentence)
        hand = await house.hand(eldest, table)
        assert "Name 3 tricks that you will win." in text(hand)
        await house.services.people.change(person(house, eldest), confirms=True)
        message = await name_tricks(house, eldest, hand, "0", "4", "10")
        assert "Your move would be: name tricks 1, 5 and 11. +17 if you win them all." in text(message)
        assert "You named tricks 1, 5 and 11." in text(await confirm_move(house, eldest, message))
        await house.services.people.change(person(house, eldest), confirms=False)

        board = await house.fresh(table)
        live = await house.live(table)
        assert live.state is not None
        first, last = (live.record.seats[seat].name for seat in live.state.to_act)
        assert {first, last} == {second, dealer}
        assert f"It is the turn of **{first}** and **{last}**." in text(board)
        waiting = await house.hand(dealer, table)
        message = await name_tricks(house, second, await house.hand(second, table), "6", "7")
        assert "You named tricks 7 and 8." in text(message)
        board = await house.fresh(table)
        assert f"It is **{dealer}**'s turn." in text(board)
        assert f"{second} chose bid cards." in text(board)
        assert not re.search(rf"{second}.*(2 tricks|2 named)", text(board))
        answer = await house.press(dealer, waiting, "Name no trick")
        assert "You named no trick." in text(answer.get("message") or {})
        board = await house.fresh(table)
        assert "2 named" in text(board)
        assert "none named" in text(board)
        assert "Exposed bids count double." in text(await house.hand(eldest, table))
        answer = await house.press(eldest, await house.hand(eldest, table), "Expose nothing")
        for who in (second, dealer):
            assert "Expose your pile? " in text(await house.hand(who, table))
            await house.press(who, await house.hand(who, table), "Expose the pile")
        board = await house.fresh(table)
        assert re.search(rf"{second}'s bids: to come trick 7, trick 8", text(board))
        assert "bid 3" in text(board)
        assert f"{eldest}'s bids" not in text(board)
