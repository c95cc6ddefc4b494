"""What the heuristic player of Voren says for its moves is so, by the rules and in the world behind the view."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from rules.players import voren
from rules.players.voren.heuristic import chance_of
from rules.players.words import percent
from rules.voren.cards import CARDS
from rules.voren.records import Settlement
from rules.voren.scoring import settle
from rules.voren.trick import winning_card
from rules.voren.views import trumps_of
from tests.rules.players.advised import Advice, in_phase, play_advised
from tests.rules.voren.decks import deal_hands, play_moves, table

TABLES = [(2, {"hands": 30}), (4, {"hands": 40, "limit": 4}), (7, {"hands": 40, "ante": 6, "limit": 5})]
ANY = Random(1)


@cache
def games() -> list[Advice]:
    """Decisions of random games."""
    return [advice for seats, options in TABLES for advice in play_advised("voren", seats, options, games=3)]


def settle_hand(advice: Advice, tricks: int) -> Settlement:
    """How the hand is settled if the seat, which is in with another, wins so many tricks."""
    view = advice.view
    won = [0] * view["seats"]
    mine = advice.seat
    other = (mine + 1) % view["seats"]
    won[mine], won[other] = tricks, 3 - tricks
    ante, limit = view["options"]["ante"], view["options"]["limit"]
    return settle(view["paid"], ante, limit, sorted([mine, other]), won, None, view["number"] + 1 == view["hands"])


def test_the_chips_that_it_names_are_those_of_the_settlement() -> None:
    """What taking none costs, and what the tricks hoped for are worth (V6)."""
    seen = Counter[str]()
    for advice in in_phase(games(), "stay"):
        cost = advice.number(r"you lose (\d+) chips?")
        if cost is not None:
            none = settle_hand(advice, 0)
            assert cost == none.debts[advice.seat] + none.paid_at_once[advice.seat]
            seen["cost"] += 1
        tricks, chips = advice.number(r"bout ([\d.]+) tricks?[,:] \d"), advice.number(r"tricks?[,:] (\d+) chip")
        if tricks is not None and chips is not None:
            each = settle_hand(advice, 0).pot // 3
            assert abs(tricks * each - chips) <= 0.05 * each + 0.5 + 1e-9
            seen["chips"] += 1
    assert min(seen[one] for one in ("cost", "chips")) > 50


def test_it_stays_where_the_chips_outweigh_the_risk_and_folds_where_they_do_not() -> None:
    seen = Counter[str]()
    for advice in in_phase(games(), "stay"):
        chips, none = advice.number(r"tricks?[,:] (\d+) chip"), advice.number(r"no trick \((\d+)%\)")
        if advice.move == "poke" or chips is None or none is None or "fold" not in advice.view["moves"]:
            continue
        fear = none / 100 * advice.view["match"]
        error = 0.5 + advice.view["match"] / 200
        assert chips >= fear - error if advice.move == "stay" else chips <= fear + error
        assert advice.why.startswith("Only ") is (advice.move == "fold" and "ess than 0.1" not in advice.why)
        seen[advice.move] += 1
    assert min(seen["stay"], seen["fold"]) > 50


def test_it_speaks_of_the_poke_where_one_may_be_taken() -> None:
    for advice in in_phase(games(), "stay"):
        poke = "poke" in advice.view["moves"]
        assert poke or "poke" not in advice.why, advice.why
        assert not advice.why.startswith("Keep your cards") or "fold" not in advice.view["moves"]


def test_the_poke_is_taken_for_more_than_the_own_cards_promise() -> None:
    at = deal_hands(table(3), {1: "1C 2C 1D"}, "5H")
    view = play_moves(at, "deal poke allplay").state.view(1)
    assert voren.choose(view, ANY) == "poke"
    told = voren.why(view, "poke")
    assert told.startswith("The poke wins about 0.8 tricks, your cards about 0.")


def is_beaten(advice: Advice) -> bool:
    """Whether any card that the seat has not seen, wherever it lies, beats the one that it leads."""
    view, card = advice.view, CARDS.bit[advice.card]
    seen = {view["turn_up"], *view["hand"], *(view["laid"] or ())}
    seen |= {one for trick in view["tricks"] for _, one in trick["cards"]}
    others = [CARDS.bit[one] for one in CARDS.texts if one not in seen]
    return any(winning_card(card | other, card, trumps_of(view)) == other for other in others)


def test_reasons_on_a_trick_are_true() -> None:
    """A card that takes the trick does; where no card takes it none does; a sure lead wins."""
    seen = Counter[str]()
    for advice in in_phase(games(), "play"):
        view, takers = advice.view, []
        for move in view["moves"]:
            after = advice.state.apply(advice.seat, move).view(None)
            tricks = after["tricks"] if not after["trick"] else [*after["tricks"], {"winner": after["winning"]}]
            if after["number"] != view["number"] or after["finished"]:
                tricks = after["last"]["tricks"]
            takers += [move] if view["trick"] and tricks[len(view["tricks"])]["winner"] == advice.seat else []
        if advice.why.startswith("It wins the trick"):
            assert advice.move in takers
            assert not advice.after.view(None)["trick"]
            seen["wins"] += 1
        elif advice.why.startswith("It beats the cards so far"):
            assert advice.move in takers
            assert len(view["trick"]) + 1 < view["states"].count("in")
            seen["takes"] += 1
        elif advice.why.startswith("You cannot win this trick"):
            assert view["trick"]
            assert not takers
            kept = max(chance_of(view, CARDS.bit[card]) for card in view["hand"] if card != advice.card)
            given = chance_of(view, CARDS.bit[advice.card])
            assert (f"later ({percent(kept)})." in advice.why) is (percent(kept) != percent(given))
            best = max(chance_of(view, CARDS.bit[card]) for card in view["hand"])
            assert percent(kept) == percent(best), "the card that goes is not the one to keep"
            seen["none"] += 1
        elif advice.why.startswith("No unseen card can beat it"):
            assert not view["trick"]
            assert not is_beaten(advice)
            seen["sure"] += 1
        elif advice.why.startswith("Your best chance"):
            assert not view["trick"]
            assert is_beaten(advice)
            seen["lead"] += 1
    assert min(seen[one] for one in ("wins", "takes", "none", "sure", "lead")) > 0, seen


@pytest.mark.parametrize("move", ["deal", "deal poke", "deal allplay", "deal poke allplay"])
def test_the_dealer_is_told_what_each_deal_comes_to(move: str) -> None:
    view = deal_hands(table(3), {}, "5H").state.view(0)
    told = voren.why(view, move)
    assert ("poke" in told.lower()) is ("poke" in move)
    assert str(view["match"] if "poke" not in move or "allplay" in move else view["pot"]) in told
    assert ("cheap" in told) is ("allplay" in move)


def test_a_reason_is_a_line_or_two_on_a_phone() -> None:
    """At pots that people meet: those of many hands without a limit grow beyond that."""
    usual = [advice for advice in games() if advice.view["pot"] < 1000]
    assert len(usual) > 300
    assert [advice.why for advice in usual if len(advice.why) > 80] == []
