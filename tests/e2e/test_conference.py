"""Conference over the wire: a hand with every option, by people who press only what they see, beside computers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.tables.commands import play
from bot.tables.model.actor import Actor
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from cogs.games.conference.calling import SUITS
from cogs.games.tarot.cards import play as play_choice
from tests.cogs.games.conference.games import NORMAL, PRESENTER, cards_in, known_cards
from tests.rules.conference.stacked import stack_pack
from tests.support.house import House, Seated, start_house
from tests.support.labels import move_named
from tests.support.messages import Json, alts, buttons, text
from tests.support.moves import find_offered_moves, forged_id
from tests.toy.tests.e2e.quince import confirm_move, fields_of, open_form, submit_form

PEOPLE = ("Ada", "Bela", "Cleo", "Dora")


async def act(house: House, table: Seated, who: str, counter: Counter[str]) -> None:
    """Make a move of those that the hand offers: a form, a button or an entry of a select.

    The board, looked at now and then, names no card that bystanders may not know, in words or alt text.
    """
    if sum(counter.values()) % 18 == 9:
        live = await house.live(table)
        assert live.state is not None
        board = await house.fresh(table)
        assert cards_in(f"{text(board)} {' '.join(alts(board))}") <= known_cards(live.state.view(None))
    hand = await house.hand(who, table)
    form = next((button_label for button_label in buttons(hand) if button_label.startswith("Discard")), None)
    if form is not None:
        await discard(house, who, hand, form)
        counter["discard"] += 1
        return
    legal = find_offered_moves(hand)
    calls = [label for label in legal if "you score" in label]
    label = house.rng.choice(calls or sorted(legal))
    move = move_named(label)
    assert move is not None
    counter[move.partition(" ")[0]] += 1
    counter["call"] += bool(calls)
    custom_id, values = legal[label]
    counter["select"] += bool(values)
    answer = await house.click(who, hand, custom_id, values or None)
    assert answer["state"] == "update"
    await assert_made(house, table, move, PRESENTER.moves.done(move), answer.get("message") or {})


async def assert_made(house: House, table: Seated, move: str, done: str, message: Json) -> None:
    """Assert that the move is in the log, and that its player is told so or that it is their turn again."""
    page = f"{text(message)} {' '.join(alts(message))}"
    assert done in page or "our turn" in page
    live = await house.live(table)
    assert live.state is not None
    view = live.state.view(None)
    logs = [*view["log"], *((view["last"] or {"log": ()})["log"])]
    assert any(str(entry.get("move", "")).upper() == move.upper() for entry in logs)


async def discard(house: House, who: str, hand: Json, label: str) -> None:
    """Choose one card too few, which is told; then change that, and choose as many as must go."""
    count = int(label.split(" ")[1])
    form = await open_form(house, who, hand, label)
    fields = fields_of(form)
    places = [(name, option["value"]) for name, field in fields.items() for option in field["options"]][:count]

    def select_values(chosen: list[tuple[str, str]]) -> Json:
        return {field: [value for name, value in chosen if name == field] for field in fields}

    refusal = await submit_form(house, who, form, select_values(places[:-1]))
    assert f"Choose {count} cards: you chose {count - 1}." in text(refusal)
    assert "Confirm" not in buttons(refusal)
    form = await open_form(house, who, refusal, "Change")
    options = [option for field in fields_of(form).values() for option in field["options"]]
    assert len([option for option in options if option.get("default")]) == count - 1
    answer = await submit_form(house, who, form, select_values(places))
    assert "Your move would be: discard" in text(answer)
    assert "for your side." in text(answer)
    message_text = text(await confirm_move(house, who, answer))
    assert "You discarded" in message_text or "our turn" in message_text


TABLES: tuple[dict[str, Any], ...] = (
    {"good_evil": "trumps", "league": True, "between_hands": "shuffle", "hands": 1},
    {"good_evil": "allegiance", "gallowglass": True, "between_hands": "cut", "hands": 8},
)
"""One hand as a whole game, and one of several hands, after which the next is begun."""


@pytest.mark.parametrize("options", TABLES, ids=str)
async def test_a_hand_is_played_with_these_options(options: dict[str, Any]) -> None:
    """Lobby, discard, hired suit, tricks, ledger, log, and the cut or the next deal; two seats are computers'."""
    counts: Counter[str] = Counter()
    async with start_house() as house:
        house.check_every = 10
        table = await house.open("Ada", ("Bela",), computers=2, game="conference", **options)
        is_told = False
        for _ in range(80):
            who = await house.find_awaited(table)
            live = await house.live(table)
            assert live.state is not None
            view = live.state.view(None)
            if view["last"] and not is_told:
                is_told = True
                if not view["log"]:  # else a computer player was Youngest, and the next hand is dealt
                    await assert_hand_shown(house, table, live, view["last"])
            if live.record.status != "playing" or (is_told and view["phase"] not in {"cut", "deal"}):
                break
            if who is not None:
                await act(house, table, who, counts)
            else:
                await house.fresh(table)
                await house.press("Ada", house.board(table), "Next hand")
        else:
            pytest.fail("the hand did not end")
        assert counts["play"] >= 36
        live = await house.live(table)
        assert live.state is not None
        assert live.record.status == ("over" if options["hands"] == 1 else "playing")
        assert options["hands"] == 1 or live.state.number == 1
        if options.get("between_hands") == "cut":
            opening = live.state.view(None)["log"][0]["move"]
            assert opening in {"cut 3", "cut 4", "reshuffle"}


async def assert_hand_shown(house: House, table: Seated, live: TableState, last: Mapping[str, Any]) -> None:
    """Assert that board, scores and log show how a hand went. After the last the log alone tells it."""
    board = await house.fresh(table)
    log = text((await house.press("Bela", board, "Log")).get("message") or {})
    sentence = log if live.record.status == "over" else text(board)
    for side, pair in enumerate(("first", "second")):
        first, second = (live.names()[2 * side + number] for number in (0, 1))
        if live.record.status != "over":
            pattern = rf"{first}\W+{last['totals'][side]}: "
            if " target" not in sentence:  # else all have the points of the dealer's side
                pattern += rf"\W?{last['card_points'][side]} cards, \W?{last['won'][side]} tricks\b"
            assert re.search(pattern, sentence), (pair, second, sentence)
        assert second in sentence
    sheet = text((await house.press_behind_more("Bela", board, "Scores")).get("message") or {})
    line = next(line for line in sheet.splitlines() if line.startswith("Total"))
    numbers = re.findall(r"[+\u2212]?\d+", line)
    assert [int(number.replace("\u2212", "-")) for number in numbers] == list(last["points"])
    assert "= **hand**" in log


# -- deals that are laid -----------------------------------------------------------------------------------------------

Hands = Callable[[int], Mapping[int, str]]
"""What seats are dealt, by the dealer."""


@asynccontextmanager
async def start_stacked_table(hands: Hands, **options: Any) -> AsyncGenerator[tuple[House, Seated, int]]:
    """Yield a table of four people whose first deal is stacked, and its dealer."""
    counts: dict[str, int] = {}
    chance = Step.draw_cards

    def note_dealer(step: Step) -> None:
        assert step.after.state is not None
        counts["dealer"] = step.after.state.view(None)["dealer"]
        chance(step)

    def stack_order(_draw: Any, expects: Any) -> list[str]:
        dealer = counts["dealer"]
        return stack_pack(hands(dealer), dealer, expects.cards, bool(options.get("league")))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Step, "draw_cards", note_dealer)
        patch.setattr("bot.tables.model.step.order_for", stack_order)
        async with start_house() as house:
            house.sandbox.people.add_user(PEOPLE[3])
            yield (
                house,
                await house.open(PEOPLE[0], PEOPLE[1:], game="conference", hands=1, **options),
                counts["dealer"],
            )


async def press_in_hand(house: House, table: Seated, seat: int, label: str) -> Json:
    """Open the hand of whoever is to act and press a button; return the hand after it."""
    live = await house.live(table)
    assert live.state is not None
    assert live.state.to_act == (seat,)
    who = PEOPLE[seat]
    hand = await house.hand(who, table)
    legal = find_offered_moves(hand)
    if label not in legal:  # a card's button has its whole name among few, its signs among many
        choice = play_choice(label)
        label = choice.label if choice.label in legal else choice.short
    custom_id, values = legal[label]
    return (await house.click(who, hand, custom_id, values or None)).get("message") or {}


async def discard_cards(house: House, table: Seated, dealer: int, *cards: str) -> Json:
    """Lay away these cards as the dealer, by their labels; return the message."""
    hand = await house.hand(PEOPLE[dealer], table)
    label = next(button_label for button_label in buttons(hand) if button_label.startswith("Discard"))
    form = await open_form(house, PEOPLE[dealer], hand, label)
    values = {
        name: [option["value"] for option in field["options"] if option["label"].partition(":")[0] in cards]
        for name, field in fields_of(form).items()
    }
    return await confirm_move(house, PEOPLE[dealer], await submit_form(house, PEOPLE[dealer], form, values))


DISCARD_LABELS = ("2 of Water", "3 of Water", "4 of Water", "5 of Water")
DISCARD = "2W 3W 4W 5W"
"""What the dealer lays away at these tables."""


async def test_a_partner_has_to_bring_the_other_card_out_and_nobody_else_is_told_before() -> None:
    """C7.2, C7.3: one button; the board and the others' hands do not tell of it."""

    def hands(dealer: int) -> Mapping[int, str]:
        lead = (dealer + 1) % 4
        return {
            lead: "GOOD 5E",
            lead ^ 1: "EVIL 3E 12",
            dealer: f"{DISCARD} {'EVIL 3E 12' if lead ^ 1 == dealer else ''}",
        }

    async with start_stacked_table(hands, good_evil="allegiance") as (house, table, dealer):
        await discard_cards(house, table, dealer, *DISCARD_LABELS)
        lead = (dealer + 1) % 4
        hand = await house.hand(PEOPLE[lead], table)
        assert {"Good, ours: you score Earth and Air", "Good, yours: you score Fire and Water"} <= set(
            find_offered_moves(hand)
        )
        assert "Good" not in find_offered_moves(hand)
        assert "After a call trumps score 0. Good in tricks: ours 0 to 0, yours 0 to 0." in text(hand)
        after = await press_in_hand(house, table, lead, "Good, ours: you score Earth and Air")
        assert "You played Good and called “ours”: your side scores Earth and Air, the others Fire and Water." in text(
            after
        )
        board = await house.fresh(table)
        assert f"{PEOPLE[lead]} led Good. {PEOPLE[lead]} called “ours”: " in text(board)
        while True:
            live = await house.live(table)
            assert live.state is not None
            (seat,) = live.state.to_act
            hand = await house.hand(PEOPLE[seat], table)
            assert "Evil" not in text(await house.fresh(table))
            if seat == lead ^ 1:
                break
            label = next(button_label for button_label in find_offered_moves(hand) if button_label not in SUITS)
            await press_in_hand(house, table, seat, label)
        assert set(find_offered_moves(hand)) == {"Evil"}
        reasons = text((await house.press(PEOPLE[seat], hand, "Why not?")).get("message") or {})
        assert "Your partner called, so you must play Evil now. (C7.3)" in reasons
        live = await house.live(table)
        forged = await house.forge(PEOPLE[seat], hand, forged_id(live, "play 12"))
        assert "That choice is gone." in text(forged.get("message") or {})
        assert (await house.live(table)).record.seq == live.record.seq
        await press_in_hand(house, table, seat, "Evil")
        board = await house.fresh(table)
        assert f"{PEOPLE[seat]} played Evil, as the caller's partner must." in text(board)


async def test_a_card_is_taken_back_and_may_be_played_again() -> None:
    """C7.3: of a partner who has played already the other card lies there, and everybody knows where the first is."""

    def hands(dealer: int) -> Mapping[int, str]:
        lead = (dealer + 1) % 4
        given = {lead: "EVIL 5E", lead ^ 1: "GOOD 12 -E", dealer: DISCARD}
        if lead ^ 1 == dealer:
            given[dealer] = f"{DISCARD} GOOD 12 -E"
        return given

    async with start_stacked_table(hands, good_evil="allegiance") as (house, table, dealer):
        await discard_cards(house, table, dealer, *DISCARD_LABELS)
        lead = (dealer + 1) % 4
        await press_in_hand(house, table, lead, "5E")
        caller = lead ^ 1
        while (state := (await house.live(table)).state) is not None and state.to_act != (caller,):
            hand = await house.hand(PEOPLE[state.to_act[0]], table)
            await press_in_hand(house, table, state.to_act[0], next(iter(find_offered_moves(hand))))
        await press_in_hand(house, table, caller, "Good, yours: you score Fire and Water")
        board = await house.fresh(table)
        assert f"{PEOPLE[lead]} took back the 5 of Earth: Evil lies there for it." in text(board)
        message_text = text(await house.hand(PEOPLE[lead], table))
        assert "You took back the 5 of Earth" in message_text
        live = await house.live(table)
        assert live.state is not None
        assert "5E" in live.state.view(lead)["hand"]
        assert "holds the 5 of Earth" in text(board)


async def test_a_hired_card_stands_in_and_a_low_card_bars_it() -> None:
    """C4.1 to C4.3: the dealer is warned, hires Air, and who holds only court cards of Earth may play Air for it."""

    def hands(dealer: int) -> Mapping[int, str]:
        lead = (dealer + 1) % 4
        return {lead: "5E", (lead + 1) % 4: "QE JE KA -E", (lead + 2) % 4: "3E 9A", dealer: f"{DISCARD} 4E"}

    async with start_stacked_table(hands, gallowglass=True) as (house, table, dealer):
        await discard_cards(house, table, dealer, *DISCARD_LABELS)
        hand = await house.hand(PEOPLE[dealer], table)
        assert "Its cards and tricks get no card points; you need 83." in text(hand)
        assert set(find_offered_moves(hand)) == {"Hire Earth", "Hire Air", "Hire Fire", "Hire Water", "Hire no suit"}
        assert "You hired Air." in text(await press_in_hand(house, table, dealer, "Hire Air"))
        lead = (dealer + 1) % 4
        await press_in_hand(house, table, lead, "5E")
        second = (lead + 1) % 4
        hand = await house.hand(PEOPLE[second], table)
        choices = [play_choice(card) for card in ("QE", "JE", "KA")]
        assert all({choice.label, choice.short} & set(find_offered_moves(hand)) for choice in choices)
        assert "Air can stand in. 2 points so far: 1 in cards, 1 for the trick." in text(hand)
        await press_in_hand(house, table, second, "KA")
        third = (lead + 2) % 4
        hand = await house.hand(PEOPLE[third], table)
        assert not [label for label in find_offered_moves(hand) if label.endswith((" Ai", "of Air"))]
        reasons = text((await house.press(PEOPLE[third], hand, "Why not?")).get("message") or {})
        assert re.search(r"you hold the (\d+|Ace) of Earth( and \d more)?, so you must play Earth\. \(C4\.2\)", reasons)
        await press_in_hand(house, table, third, "3E")
        await press_in_hand(house, table, dealer, "4E")
        board = await house.fresh(table)
        won = "King of Air wins, standing in for Earth: 1 point."
        assert f"{PEOPLE[second]}'s {won}" in text(board)


TRUMPS = "KE KA KF KW FOOL 1 21 2 3 4 5 6 7 8 9 10 11 12 13"


async def test_a_dealer_with_too_many_trumps_is_told_what_must_go() -> None:
    """C3.1: the others go in any case, and trumps are chosen; with as many others as go there is one button."""
    async with start_stacked_table(lambda dealer: {dealer: f"{TRUMPS} 14 15 2W 3W"}) as (house, table, dealer):
        hand = await house.hand(PEOPLE[dealer], table)
        reasons = text((await house.press(PEOPLE[dealer], hand, "Why not?")).get("message") or {})
        assert "so you must discard the 2 of Water and the 3 of Water first. (C3.1)" in reasons
        answer = text(await discard_cards(house, table, dealer, "trump 2 the Priestess", "trump 3 the Empress"))
        assert "You discarded the 2 of Water, the 3 of Water and trumps 2 and 3." in answer
    async with start_stacked_table(lambda dealer: {dealer: f"{TRUMPS} {DISCARD}"}) as (house, table, dealer):
        who = PEOPLE[dealer]
        hand = await house.hand(who, table)
        (label,) = [button_label for button_label in buttons(hand) if button_label.startswith("Discard")]
        answer = await house.press(who, hand, label)
        away = "the 2 of Water, the 3 of Water, the 4 of Water and the 5 of Water"
        assert label == f"Discard {away}"
        assert f"You discarded {away}." in text(answer.get("message") or {})


async def test_only_youngest_cuts_and_anybody_has_the_pack_shuffled() -> None:
    """C2.3: each with the buttons of their own hand; a cut that others take from Youngest's is refused."""
    async with start_house() as house:
        house.sandbox.people.add_user(PEOPLE[3])
        table = await house.open(PEOPLE[0], PEOPLE[1:], game="conference", between_hands="cut", hands=4)
        await play_hand_out(house, table)
        live = await house.live(table)
        assert live.state is not None
        assert live.state.phase == "cut"
        (youngest,) = live.state.awaited
        other = PEOPLE[youngest - 1]
        board = await house.fresh(table)
        assert f"It is **{PEOPLE[youngest]}**'s turn." in text(board)
        theirs = await house.hand(other, table)
        assert set(find_offered_moves(theirs)) == {"Shuffle the pack"}
        assert "to cut, or press Shuffle the pack." in text(theirs)
        hand = await house.hand(PEOPLE[youngest], table)
        assert set(find_offered_moves(hand)) == {"Cut into 3 piles", "Cut into 4 piles", "Shuffle the pack"}
        refused = text((await house.forge(other, theirs, buttons(hand)["Cut into 3 piles"])).get("message") or {})
        assert "That choice is gone." in refused
        assert (await house.live(table)).state == live.state
        old = buttons(theirs)["Shuffle the pack"]
        answer = await house.press(PEOPLE[youngest], hand, "Cut into 4 piles")
        assert "You cut the pack into 4 piles." in text(answer.get("message") or {})
        live = await house.live(table)
        assert live.state is not None
        assert [entry.get("move", "deal") for entry in live.state.view(None)["log"]] == ["cut 4", "deal"]
        board = await house.fresh(table)
        assert f"{PEOPLE[live.state.view(None)['dealer']]} dealt 19 cards" in text(board)
        late = text((await house.forge(other, theirs, old)).get("message") or {})
        assert "It is not your turn now." in late
        await play_hand_out(house, table)
        live = await house.live(table)
        assert live.state is not None
        (other,) = {PEOPLE[seat] for seat in range(4) if seat == live.state.awaited[0] ^ 1}
        answer = await house.press_in_hand(other, table, "Shuffle the pack")
        assert "You had the pack shuffled." in text(answer.get("message") or {})


async def play_hand_out(house: House, table: Seated) -> None:
    """Play the hand to its end, without the wire."""
    live = await house.live(table)
    while live.state is not None and live.state.phase not in {"cut", "finished"}:
        seat = live.state.to_act[0]
        user = live.record.seats[seat].user
        assert user is not None
        await play.act(house.services.tables, live.id, NORMAL(live.state.view(seat), house.rng), Actor(user, "", None))
        live = await house.live(table)
