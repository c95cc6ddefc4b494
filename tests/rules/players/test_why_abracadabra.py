"""What the heuristic player of Abracadabra says for its moves is so, by the rules and in the world behind the view."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random
from typing import Any

from rules.abracadabra.cards import BIDS, CARDS, SUIT_NAMES, SUITS, beats, cards_of, resolve_joker, sum_of_values
from rules.abracadabra.positions import Playing
from rules.cards import each
from rules.contract import View
from rules.players import abracadabra
from rules.players.abracadabra.heuristic import (
    chances_of,
    hoped,
    hoped_own_cards,
    likely_trumps,
    table_of,
    takings,
    wanted,
)
from rules.players.words import about
from tests.rules.abracadabra.stacked import deal_hands, play_moves, table
from tests.rules.players.advised import Advice, choices_in, play_advised

ANY = Random(1)
TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {"deals": 12}),
    (2, {"deals": 8}),
    (3, {"trump": "declared", "success": "at_least", "deals": 8}),
    (2, {"two_player": "short", "trump": "declared", "deals": 8}),
]


@cache
def games() -> list[Advice]:
    """Decisions of random games."""
    return [advice for seats, options in TABLES for advice in play_advised("abracadabra", seats, options, games=2)]


# -- before play


def test_a_suit_is_named_with_the_cards_held_in_it() -> None:
    """A2.2: the joker is one of them where it stands for one."""
    for advice in choices_in(games(), "suit"):
        view, suit = advice.view, advice.move.removeprefix("suit ")
        turned = CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
        held = CARDS.mask(view["hand"]) & cards_of(suit, turned)
        cards = "card" if held.bit_count() == 1 else "cards"
        assert advice.why.startswith(f"You hold {held.bit_count() or 'no'} {cards} of {SUIT_NAMES[suit]}, ")
        seen = table_of(view)
        trumps = likely_trumps(view, seen)
        tricks = sum(chances_of(seen, trumps)[card] for card in each(seen.hand & cards_of(suit, 0)))
        assert (f"may win {about(tricks, 'trick')}." in advice.why) is (tricks >= 1)
        weights = abracadabra.weigh(view)
        assert ("the most promising suit" in advice.why) is (tricks < 1)
        assert weights[advice.move] == max(weights.values())


def hope(view: View) -> str:
    """The tricks that a hand may win, as it is said."""
    seen = table_of(view)
    return about(hoped(seen, likely_trumps(view, seen)), "trick")


def test_a_bid_or_a_pass_follows_from_the_tricks_that_it_names() -> None:
    seen = Counter[str]()
    for advice in choices_in(games(), "bid"):
        view = advice.view
        assert f"Your cards may win {hope(view)}" in advice.why
        bids = advice.move != "pass"
        assert ("bid two more" in advice.why) is (bids and view["seats"] == 2)
        assert ("Bid one fewer" in advice.why) is (bids and view["options"]["success"] == "at_least")
        highest = max(bid or 0 for bid in view["bids"])
        if not bids:
            assert wanted(view, table_of(view)) <= highest
            promise = hoped(table_of(view), likely_trumps(view, table_of(view)))
            assert ("safely" in advice.why) is (highest > 0 and promise > highest + 0.5)
            assert ("too few to be Declarer" in advice.why) is not highest
            assert advice.number(r"bid more than (\d+)") == (highest or None)
        seen["bid" if bids else "pass"] += 1
    assert min(seen["pass"], seen["bid"]) > 5


def test_seat_without_prospects_is_advised_to_pass() -> None:
    at = deal_hands(table(4), {1: "2S 3H 4H 5H 2H 3D 4D 5D 2D 3C 4C 5C 6C"}, turned="7S")
    view = play_moves(at, "suit S", "suit H", "suit D", "suit C").state.view(1)
    assert abracadabra.why(view, "pass").endswith("tricks, too few to be Declarer.")


def test_the_tricks_that_are_named_are_the_last_and_worth_what_it_says() -> None:
    seen = Counter[str]()
    for advice in choices_in(games(), "place"):
        view, ranks = advice.view, advice.move.split(" ")[1:]
        if not ranks:
            assert advice.why.endswith("If you name none, try to win none.")
            seen["none"] += 1
            continue
        assert BIDS.mask(ranks) == ((1 << len(ranks)) - 1) << (view["length"] - len(ranks))
        assert (f"the last {len(ranks)} tricks" if len(ranks) > 1 else "the last trick") in advice.why
        assert advice.number(r"(?:score|worth) (\d+) point") == sum_of_values(BIDS.mask(ranks))
        if view["seat"] == view["declarer"]:
            assert advice.why.startswith("Late tricks score most: ")
            seen["declarer"] += 1
            continue
        (choice,) = view["choices"]
        held_down = wanted(view, table_of(view)) > choice["count"][1]
        assert advice.why.startswith("You must name fewer than Declarer: ") is held_down
        if not held_down:
            fewer, more = view["options"]["success"] == "at_least", view["seats"] == 2
            aim = "Late tricks score most" if more else "Extra tricks do no harm" if fewer else None
            assert advice.why.startswith(f"{aim or f'Your cards may win {hope(view)}'}: ")
            seen["more" if more else "fewer" if fewer else "hoped for"] += 1
    assert min(seen[one] for one in ("declarer", "more", "fewer", "hoped for")) > 5, seen


def test_seat_without_hope_names_no_trick() -> None:
    poor = "2H 3H 4H 5H 6H 4D 5D 6D 7D 5C 6C 7C 2S"
    at = play_moves(deal_hands(table(4), {2: poor}, turned="7S"), "suit S", "suit H", "suit D", "suit C", "bid 8")
    view = play_moves(at, "pass", "pass", "pass", "place 6 7 8 9 10 J Q K").state.view(2)
    assert abracadabra.choose(view, ANY) == "place"
    assert abracadabra.why(view, "place").endswith("If you name none, try to win none.")


def test_trumps_are_announced_for_the_tricks_of_the_two_best_suits() -> None:
    for advice in choices_in(games(), "trump"):
        seen = table_of(advice.view)
        by_suit = sorted(SUITS, key=lambda suit: hoped(seen, cards_of(suit, 0)), reverse=True)
        best, second = (about(hoped(seen, cards_of(suit, 0)), "trick") for suit in by_suit[:2])
        name = SUIT_NAMES[advice.move.removeprefix("trump ")]
        assert advice.why.startswith(f"With {name} you may win {best}, ")
        assert advice.why.endswith(f" {second}.")


def test_reasons_on_piles_and_sure_trumps_are_true() -> None:
    seen = Counter[str]()
    for advice in choices_in(games(), "expose"):
        view, words = advice.view, advice.move.split(" ")[1:]
        shown = [word for word in words if word not in {"pile", "none"}]
        if "of your suit" in advice.why:
            assert not shown
            assert f"You may win {about(hoped_own_cards(view, table_of(view)), 'card')} of your suit" in advice.why
            assert ("too few" in advice.why) is ("pile" not in words)
            assert "pile" in words or view["seat"] != view["declarer"]
            seen["open" if "pile" in words else "shut"] += 1
            continue
        assert view["seat"] == view["declarer"]
        trumps = cards_of(view["trumps"], 0) if view["trumps"] in SUITS else 0
        turned = CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
        held = [resolve_joker(CARDS.bit[card], turned) for card in view["hand"]]
        others = [card for card in each(trumps) if card not in held and card not in each(table_of(view).dummy)]
        pack = CARDS.mask(pack_at(view["seats"], view["options"]))
        sure = [card for card in held if card & trumps and all(card > other for other in others if other & pack)]
        found = re.search(r"Nothing beats your (?:(\d+) highest trumps|highest trump)", advice.why)
        assert len(sure) == (int(found[1] or 1) if found else 0)
        assert ("for what you expose" in advice.why) is bool(shown)
        if shown:
            seen["sure"] += 1
        elif found:
            assert "no trick that late" in advice.why
            assert not set(BIDS.texts[view["length"] - len(sure) : view["length"]]) & set(view["left"][advice.seat])
            seen["late"] += 1
        else:
            assert words == ["none"]
            assert advice.why == "You have no trump that is sure to win."
            seen["none"] += 1
    assert min(seen[one] for one in ("open", "shut", "sure", "none")) > 0, seen


def test_seat_with_all_bid_cards_placed_reads_of_no_pile() -> None:
    at = play_moves(deal_hands(table(2, two_player="short")), "suit S", "suit H", "bid 12", "pass")
    at = play_moves(at, f"place {' '.join(BIDS.texts[:12])}", "trump S", "place")
    view = at.state.view(at.state.to_act[0])
    assert not view["choices"][0]["pile"]
    assert "pile" not in abracadabra.why(view, abracadabra.choose(view, ANY))


def pack_at(seats: int, options: dict[str, Any]) -> list[str]:
    """The playing cards of such a table."""
    expects = table(seats, **options).state.expects
    assert expects is not None
    return [card for card in expects.cards if card != "JOKER"]


# -- play


def find_winner(advice: Advice, move: str) -> tuple[bool, int | None]:
    """Whether the trick is over with this move, and who wins it, or is winning it."""
    number, view = len(advice.view["tricks"]), advice.state.apply(advice.seat, move).view(None)
    if view["number"] != advice.view["number"] or view["finished"]:
        return True, view["last"]["tricks"][number]["winner"]
    if len(view["tricks"]) > number:
        return True, view["tricks"][number]["winner"]
    return False, view["winning"]


def takes(advice: Advice, move: str) -> bool:
    """Whether this very card is the best of the trick with it."""
    number, view = len(advice.view["tricks"]), advice.state.apply(advice.seat, move).view(None)
    if view["number"] != advice.view["number"] or view["finished"]:
        view = {**view["last"], "trick": []}
    place = len(advice.view["trick"])
    return (view["tricks"][number]["best"] if len(view["tricks"]) > number else view["best"]) == place


def beaten_by(advice: Advice, holders: list[int]) -> bool:
    """Whether any of these holders may play a card that beats the one that is played, which is the best so far."""
    state, card = advice.state, CARDS.bit[advice.card]
    assert isinstance(state, Playing)
    deal = state.hand.deal
    suit = state.trick.suit if state.trick.cards else cards_of(suit_now(card, deal.turn_up), deal.turn_up)
    for holder in holders:
        held = state.cards_held(holder) & ~card
        if any(beats(one, card, deal.trumps, deal.turn_up) for one in each(held & suit or held)):
            return True
    return False


def suit_now(card: int, turn_up: int) -> str:
    """The suit of a card, the joker's that of the card which it stands for."""
    return CARDS.text[resolve_joker(card, turn_up)][-1]


def test_reasons_on_named_and_needed_tricks_are_true() -> None:
    seen = Counter[str]()
    for advice in choices_in(games(), "play"):
        view, why, mine = advice.view, advice.why, advice.seat
        number = len(view["tricks"]) + 1
        left = [BIDS.texts.index(rank) + 1 for rank in view["left"][mine]]
        right = [BIDS.texts.index(rank) + 1 for rank in view["right"]] if mine == view["declarer"] else []
        need = view["numbers"][mine] - view["taken"][mine]
        more_is_well = view["options"]["success"] == "at_least" and view["numbers"][mine] > 0
        if why.startswith("You exposed this trick"):
            assert number in right
            assert advice.number(r"\((\d+) point") == 2 * number
            seen["right"] += 1
        elif why.startswith("You named this trick"):
            assert number in left
            assert advice.number(r"\((\d+) point") == number
            seen["left"] += 1
        elif why.startswith("You need"):
            assert advice.number(r"need (\d+) more tricks?, named or not") == need > 0
            assert number not in [*left, *right]
            seen["need"] += 1
        elif "would spoil your bid" in why or "might spoil your bid" in why:
            assert need == 0
            assert not more_is_well
            seen["success"] += 1
        elif why.startswith("Your bid is lost, but tricks score"):
            assert need < 0
            assert not more_is_well
            seen["past"] += 1
        elif why.startswith(("Extra tricks do no harm", "This trick pays more than your bid")):
            assert need <= 0
            assert why.startswith("Extra tricks do no harm") is more_is_well
            seen["have"] += 1
        later = [one for one in [*left, *right] if one > number]
        if saved := re.search(r"for (named|exposed) trick (\d+)", why):
            assert int(saved[2]) == min(later)
            assert (int(saved[2]) in right) is (saved[1] == "exposed")
            seen[saved[1]] += 1
        elif saved := re.search(r"for the (?:trick|(\d+) tricks) you need", why):
            assert not later
            assert need == int(saved[1] or 1)
            seen["needed"] += 1
        elif "for later tricks" in why:
            assert not later
            assert need < 0 or more_is_well, "one more trick would spoil the bid"
            seen["later"] += 1
    wanted_here = ("right", "left", "need", "success", "past", "have", "named", "exposed", "needed", "later")
    assert min(seen[one] for one in wanted_here) > 0, seen


def chances(view: View) -> dict[str, float]:
    """How likely each card of the hand wins some trick."""
    seen = table_of(view)
    turned = CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
    by_card = chances_of(seen, seen.trumps)
    return {card: by_card[resolve_joker(CARDS.bit[card], turned)] for card in view["hand"]}


def test_advice_to_save_high_cards_comes_with_a_lower_card() -> None:
    seen = Counter[str]()
    for advice in choices_in(games(), "play"):
        kept = chances(advice.view)
        if "save high cards" in advice.why.lower() or "saves better ones" in advice.why:
            assert kept.pop(advice.card) < max(kept.values())
            assert advice.view["due"] != "dummy"
            seen["save"] += 1
        elif "part with a card" in advice.why:
            assert kept.pop(advice.card) >= max(kept.values())
            seen["part"] += 1
    assert min(seen["save"], seen["part"]) > 0, seen


def test_no_reason_to_save_cards_ends_with_a_chance_and_no_reason_to_win_with_a_loss() -> None:
    for advice in choices_in(games(), "play"):
        if advice.why.startswith(("Save", "One more trick", "You do better to lose")):
            assert "%" not in advice.why, advice.why
        aims = ("You named", "You exposed", "You need", "Extra tricks", "This trick pays", "Your bid is lost")
        if advice.why.startswith(aims):
            assert re.search(
                r": (this|the dummy's) card (wins it|cannot be beaten)|may win \(|best chance \(", advice.why
            )


def weigh_cards(advice: Advice) -> dict[str, float]:
    """How likely the seat takes the trick with each card that it may play, as the heuristic player guesses."""
    seen = table_of(advice.view)
    turned = CARDS.bit[advice.view["turn_up"]] if advice.view["turn_up"] else 0
    cards = {move: resolve_joker(CARDS.bit[move.removeprefix("play ")], turned) for move in advice.view["moves"]}
    return {move: max(takings(advice.view, seen, card)) for move, card in cards.items()}


def test_reasons_on_the_card_are_true() -> None:
    seen = Counter[str]()
    for advice in choices_in(games(), "play"):
        view, why, state = advice.view, advice.why, advice.state
        assert isinstance(state, Playing)
        over, winner = find_winner(advice, advice.move)
        takers = [move for move in view["moves"] if takes(advice, move)]
        assert ("the dummy's card" not in why) or view["due"] == "dummy"
        best = advice.move in takers
        chances_here = weigh_cards(advice)
        mine, least, most = chances_here[advice.move], min(chances_here.values()), max(chances_here.values())
        if "annot beat the best card" in why or "No card of the dummy can win" in why:
            assert view["trick"]
            assert not takers
            seen["none"] += 1
        elif "The dummy can beat all your cards" in why:
            assert takers
            assert most == 0
            seen["open"] += 1
        elif "This trick is yours" in why:
            assert (over, winner, best) == (True, advice.seat, False)
            seen["yours"] += 1
        elif re.search("(this|dummy's) card loses", why):
            assert not best
            assert takers
            seen["not"] += 1
        elif "is the least likely to win" in why:
            assert best
            assert mine <= least + 0.02
            seen["least"] += 1
        elif "seldom wins" in why:
            assert best
            assert mine < 0.25
            seen["seldom"] += 1
        elif "while it may lose" in why:
            assert best
            assert least < mine < 1
            seen["while"] += 1
        elif "You win this trick, but can spare" in why:
            assert best
            assert winner == advice.seat
        elif re.search(r"(?:this|the dummy's) card wins it\.", why):
            assert (over, winner, best) == (True, advice.seat, True)
            seen["sure"] += 1
        elif "all your cards win" in why:
            assert why == "You cannot lose this trick: all your cards win."
            assert len(takers) == len(view["moves"])
            assert least > 0.999
            seen["every"] += 1
        elif "cannot be beaten" in why:
            assert best
            later = [(advice.seat + step) % view["seats"] for step in range(1, view["seats"] - len(view["trick"]))]
            if view["with_dummy"]:  # the leader's third card beats its own only if it likes
                later = [
                    1 - advice.seat if not view["trick"] else 2 if view["lead_from"] == "hand" else 1 - advice.seat
                ]
            assert not beaten_by(advice, later)
            seen["unbeaten"] += 1
        elif "the dummy can beat this card" in why:
            assert best
            assert beaten_by(advice, [2])
            seen["dummy"] += 1
        elif "your best chance" in why:
            assert best
            assert mine >= most - 0.02
            seen["best"] += 1
        elif "may win (" in why:
            assert best
            assert ("your third card" not in why) or (view["with_dummy"] and not view["trick"])
            seen["third"] += "your third card" in why
            seen["chance"] += 1
        else:
            assert "can spare" in why
            seen["spare"] += 1
    wanted_here = (
        "none", "open", "dummy", "yours", "not", "least", "seldom", "while", "sure", "every", "unbeaten", "best",
        "third", "chance", "spare",
    )  # fmt: skip
    assert min(seen[one] for one in wanted_here) > 0, seen


def test_a_reason_takes_two_lines_of_a_phone_at_most() -> None:
    for advice in games():
        assert len(advice.why) <= 80, advice.why
