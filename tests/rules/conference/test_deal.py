"""C1, C2: the pack, the deal, League, the gathered pack and the cut."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from rules.conference import GAME
from rules.conference.cut import gather_pack, is_cut
from rules.conference.records import Exchange, Setup, Trick
from rules.contract import Refusal, State
from rules.perft import perft
from rules.shuffle import Draw, order_for
from rules.simulate import random_move, random_order
from rules.tarot.cards import CARDS, PACK_78, PACK_80, points
from tests.rules.conference import reading
from tests.rules.conference.stacked import deal_hands, new, stack_pack
from tests.rules.refusals import assert_refused


def play_to_cut(seed: int = 1, **options: object) -> State:
    """Return a game after its first hand, played at random."""
    rng = Random(seed)
    state = new(dealer=3, **{"hands": 4, "between_hands": "cut", **options})
    while state.phase != "cut":
        if state.expects:
            state = state.chance("deal", random_order(state, rng))
        else:
            (seat,) = state.to_act
            state = state.apply(seat, random_move(state, seat, rng))
    return state


@pytest.mark.clause("C1.1")
def test_80_cards_or_78_without_good_and_evil() -> None:
    for good_evil, size in (("trumps", 80), ("allegiance", 80), ("none", 78)):
        expects = new(good_evil=good_evil).expects
        assert expects
        assert len(expects.cards) == size
        assert ("GOOD" in expects.cards) == (good_evil != "none")
    assert CARDS.listed(Setup.from_options(GAME.resolve({}), None).pack) == reading.PACK


@pytest.mark.clause("C1.2")
def test_card_points() -> None:
    for card in PACK_80:
        assert points(CARDS.bit[card]) == reading.worth(card)
    assert sum(reading.worth(card) for card in PACK_80) == 146


@pytest.mark.clause("C1.3", "C1.5")
def test_seats_and_options() -> None:
    assert GAME.seats == (4, 4)
    assert {name: option.default for name, option in GAME.options.items()} == {
        "good_evil": "trumps",
        "league": False,
        "gallowglass": False,
        "between_hands": "shuffle",
        "hands": 4,
    }
    assert GAME.options["hands"].allowed == (1, 4, 8, 12)
    assert GAME.options["good_evil"].allowed == ("trumps", "allegiance", "none")
    for name, value in (("hands", 2), ("league", 1), ("gallowglass", "E"), ("good_evil", "both"), ("cut", True)):
        with pytest.raises(Refusal) as error:
            GAME.resolve({name: value})
        assert error.value.code == "bad_option"


@pytest.mark.clause("C1.3", "C8.5")
def test_partners_score_alike() -> None:
    first, second, third, fourth = play_to_cut().score().hands[0]
    assert first == second == -third == -fourth


@pytest.mark.clause("C1.4")
def test_the_deal_passes_to_the_left() -> None:
    rng = Random(2)
    state = new(dealer=2, hands=4)
    dealers: list[int] = []
    while not state.finished:
        if state.expects:
            dealers.append(state.view(None)["dealer"])
            state = state.chance("deal", random_order(state, rng))
        else:
            (seat,) = state.to_act
            state = state.apply(seat, random_move(state, seat, rng))
    assert dealers == [2, 3, 0, 1]
    assert len(state.score().hands) == 4
    assert state.status().hand == 3


@pytest.mark.clause("C1.6")
def test_a_view_shows_only_the_seats_own_cards() -> None:
    state = deal_hands({0: "KE KA", 1: "GOOD EVIL"})
    partner = state.view(1)
    assert {"GOOD", "EVIL"} <= set(partner["hand"])
    view = state.view(0)
    assert len(view["hand"]) == 19
    assert not set(view["hand"]) & set(partner["hand"])
    for key, value in view.items():
        if key != "hand":
            assert "GOOD" not in str(value), key


@pytest.mark.clause("C1.6")
def test_only_partners_may_talk() -> None:
    assert [GAME.conduct.confidants(seat) for seat in range(4)] == [(1,), (0,), (3,), (2,)]


@pytest.mark.clause("C2.1")
@pytest.mark.parametrize(("good_evil", "beyond"), [("trumps", 4), ("none", 2)])
def test_one_packet_of_four_and_three_of_five(good_evil: str, beyond: int) -> None:
    pack = list(PACK_78 if good_evil == "none" else PACK_80)
    Random(5).shuffle(pack)
    state = new(dealer=1, good_evil=good_evil).chance("deal", pack)
    eldest = state.view(2)["hand"]
    assert set(eldest) == {*pack[0:4], *pack[16:21], *pack[36:41], *pack[56:61]}
    dealer = state.view(1)["hand"]
    assert set(dealer) == {*pack[12:16], *pack[31:36], *pack[51:56], *pack[71:]}
    assert len(dealer) == 19 + beyond
    assert state.to_act == (1,)


@pytest.mark.clause("C2.2")
@pytest.mark.parametrize("dealer", range(4))
def test_in_league_the_dealers_side_gets_the_two_highest_trumps(dealer: int) -> None:
    pack = list(PACK_80)
    Random(dealer).shuffle(pack)
    state = new(dealer=dealer, league=True).chance("deal", pack)
    mate = dealer ^ 1
    assert "21" in state.view(dealer)["hand"]
    assert "20" in state.view(mate)["hand"]
    assert [len(state.view(seat)["hand"]) for seat in range(4)] == [23 if seat == dealer else 19 for seat in range(4)]
    rest = [card for card in pack if card not in ("20", "21")]
    eldest = (dealer + 1) % 4
    first = 3 if eldest == mate else 4
    assert set(rest[:first]) <= set(state.view(eldest)["hand"])
    assert rest[first] not in state.view(eldest)["hand"]
    assert set(rest[14:19]) <= set(state.view(eldest)["hand"]), "the second packet begins after fourteen cards"
    assert set(rest[-4:]) <= set(state.view(dealer)["hand"])


@pytest.mark.clause("C2.2")
def test_in_league_everybody_knows_where_those_two_are() -> None:
    state = new(dealer=1, league=True).chance("deal", PACK_80)
    for viewer in (0, 1, 2, 3, None):
        assert state.view(viewer)["known"] == [["20"], ["21"], [], []]
    assert new(dealer=1).chance("deal", PACK_80).view(0)["known"] == [[], [], [], []]


@pytest.mark.clause("C2.2")
def test_they_are_taken_out_wherever_they_lie() -> None:
    rest = [card for card in PACK_80 if card not in ("20", "21")]
    Random(3).shuffle(rest)
    views = []
    for places in ((0, 0), (78, 0), (40, 13), (5, 79)):
        pack = list(rest)
        pack.insert(places[0], "20")
        pack.insert(places[1], "21")
        state = new(dealer=0, league=True).chance("deal", pack)
        views.append([state.view(seat)["hand"] for seat in range(4)])
    assert all(view == views[0] for view in views)


def make_tricks(cards: str, winners: list[int]) -> list[Trick]:
    """Return tricks of these cards in the order of play; who played which does not matter here."""
    bits = [CARDS.bit[card] for card in cards.split()]
    lots = [bits[at : at + 4] for at in range(0, len(bits), 4)]
    return [Trick(0, tuple(enumerate(lot)), winner) for lot, winner in zip(lots, winners)]


def write_pack(tricks: list[Trick], discard: str, given: str | None) -> str:
    """Return the gathered pack, where side 0 gave side 1 this card for the Fool."""
    exchange = Exchange(0, 1, CARDS.bit[given]) if given else None
    return " ".join(CARDS.text[card] for card in gather_pack(tricks, CARDS.mask(discard.split()), exchange))


@pytest.mark.clause("C2.3")
def test_the_pack_is_gathered_side_by_side_then_the_discard() -> None:
    tricks = make_tricks("AE 2E 3E 4E 5E 6E 7E 8E AA 2A 3A 4A 5A 6A 7A 8A", [2, 0, 3, 1])
    assert write_pack(tricks, "7F 10E", None) == "5E 6E 7E 8E 5A 6A 7A 8A AE 2E 3E 4E AA 2A 3A 4A 10E 7F"


@pytest.mark.clause("C2.3")
def test_the_fool_lies_where_the_card_given_for_it_lay() -> None:
    tricks = make_tricks("AE FOOL 3E 4E 5E 6E 7E 8E", [3, 1])
    assert write_pack(tricks, "10E", "6E") == "5E FOOL 7E 8E AE 6E 3E 4E 10E"
    assert write_pack(tricks, "10E 13", "10E") == "5E 6E 7E 8E AE 10E 3E 4E 13 FOOL"
    assert write_pack(tricks, "10E", "FOOL") == "5E 6E 7E 8E AE FOOL 3E 4E 10E", "it was given itself"
    assert write_pack(tricks, "10E", None) == "5E 6E 7E 8E AE FOOL 3E 4E 10E", "nothing was given"


@pytest.mark.clause("C2.3")
def test_permissions_to_cut_and_to_shuffle() -> None:
    state = play_to_cut()
    assert state.to_act == (0, 1, 2, 3)
    assert state.awaited == (3,), "four may act, and the table waits for Youngest"
    for viewer in (0, 1, 2, 3, None):
        view = state.view(viewer)
        assert (view["to_act"], view["awaited"]) == ([0, 1, 2, 3], [3])
    assert state.status().hand == 1
    assert state.expects is None
    dealer = state.view(None)["dealer"]
    youngest = (dealer - 1) % 4
    assert dealer == 0, "the dealer of the hand to come"
    assert set(state.legal(youngest).moves) == {"cut 3", "cut 4", "reshuffle"}
    for seat in set(range(4)) - {youngest}:
        assert state.legal(seat).moves == ("reshuffle",)
        assert_refused(state, "cut 3", "C2.3", seat)
        assert state.apply(seat, "RESHUFFLE").expects is not None
    for text, clause in (("cut 2", "C2.3"), ("cut 5", "C2.3"), ("play KE", "C2.3"), ("cut 03", "K7.1"), ("cut", "K7.1"),
                         ("cut three", "K7.1"), ("cut  3", "K7.1"), ("reshuffle 3", "K7.1")):  # fmt: skip
        assert_refused(state, text, clause, youngest)
    with pytest.raises(Refusal) as error:
        state.chance("deal", PACK_80)
    assert error.value.code == "unexpected_chance"
    assert perft(state, 3) == 1


@pytest.mark.clause("C2.3")
@pytest.mark.parametrize("piles", [3, 4])
def test_a_cut_parts_the_gathered_pack_and_restacks_it(piles: int) -> None:
    state = play_to_cut(piles, league=piles == 4)
    state = state.apply(3, f"cut {piles}")
    expects = state.expects
    assert expects
    assert expects.cut
    pack = list(expects.cut.gathered)
    assert expects.cut.piles == piles
    assert sorted(pack, key=CARDS.bit.__getitem__) == list(expects.cards)
    assert pack == state.view(None)["last"]["gathered"]
    draw = Draw(b"secret", "table", "1", ())
    order = order_for(draw, expects)
    assert state.chance("deal", order).phase == "discard"
    assert state.chance("deal", [card.lower() for card in order]) == state.chance("deal", order)
    texts = [*pack[30:], *pack[:30]]
    assert state.chance("deal", texts).phase == "discard", "two piles kept their order, which makes one of them"
    assert state.chance("deal", [*pack[79:], *pack[:79]]).phase == "discard", "a pile may be of one card"
    four = [*pack[60:], *pack[40:60], *pack[20:40], *pack[:20]]
    five = [*pack[60:], *pack[40:60], *pack[20:40], *pack[10:20], *pack[:10]]
    for wrong in (pack, five, list(reversed(pack)), four if piles == 3 else five):
        with pytest.raises(Refusal) as error:
            state.chance("deal", wrong)
        assert (error.value.code, error.value.clause) == ("bad_cards", "C2.3")
    with pytest.raises(Refusal) as error:
        state.chance("deal", pack[:-1])
    assert error.value.clause == "K3.2"


@pytest.mark.clause("C2.3")
@pytest.mark.parametrize("piles", [3, 4])
def test_a_fair_cut_leaves_no_pile_of_fewer_than_four_cards(piles: int) -> None:
    expects = play_to_cut().apply(3, f"cut {piles}").expects
    assert expects
    assert expects.cut
    assert expects.cut.least == 4
    place = {card: at for at, card in enumerate(expects.cut.gathered)}
    sizes: set[int] = set()
    for number in range(300):
        order = order_for(Draw(b"secret", "table", str(number), ()), expects)
        edges = [0, *(at for at in range(1, 80) if place[order[at]] != place[order[at - 1]] + 1), 80]
        sizes |= {high - low for low, high in pairwise(edges)}
    assert min(sizes) == 4


@pytest.mark.clause("C2.3")
def test_cuts_equal_an_exhaustive_search() -> None:
    rng = Random(9)
    pack = list(range(7))
    for _ in range(400):
        order = rng.sample(pack, 7)
        if rng.random() < 0.7:
            order = [*pack[3:5], *pack[:3], *pack[5:]] if rng.random() < 0.3 else order
            edges = sorted(rng.sample(range(1, 7), rng.randint(1, 4)))
            parts = [pack[low:high] for low, high in zip([0, *edges], [*edges, 7], strict=True)]
            rng.shuffle(parts)
            order = [card for part in parts for card in part]
        named = [str(card) for card in order]
        for piles in (3, 4):
            assert is_cut(pack, order, piles) == reading.is_cut([str(card) for card in pack], named, piles)


@pytest.mark.clause("C2.3")
def test_after_a_call_for_a_shuffle_any_order_will_do() -> None:
    state = play_to_cut().apply(1, "reshuffle")
    expects = state.expects
    assert expects
    assert expects.cut is None
    assert state.chance("deal", PACK_80).view(None)["log"][0] == {"seat": 1, "move": "reshuffle"}
    assert state.view(None)["log"] == [{"seat": 1, "move": "reshuffle"}]


@pytest.mark.clause("C2.3")
def test_the_first_hand_is_always_shuffled_and_so_is_every_hand_by_default() -> None:
    state = new(between_hands="cut", hands=4)
    assert state.phase == "deal"
    assert state.expects
    assert state.expects.cut is None
    rng = Random(1)
    state = new(hands=4)
    while not state.score().hands:
        if state.expects:
            state = state.chance("deal", random_order(state, rng))
        else:
            (seat,) = state.to_act
            state = state.apply(seat, random_move(state, seat, rng))
    assert state.phase == "deal"


def test_a_pack_that_is_not_the_pack_is_refused() -> None:
    order = stack_pack({}, 3)
    for wrong in (order[1:], [*order[1:], "KE"], [*order[1:], "XX"], [*order, "KE"]):
        with pytest.raises(Refusal) as error:
            new().chance("deal", wrong)
        assert (error.value.code, error.value.clause) == ("bad_cards", "K3.2")
    with pytest.raises(Refusal) as error:
        new().chance("shuffle", order)
    assert error.value.code == "unexpected_chance"
    assert_refused(new(), "play KE", "K4.1", 0, "not_your_turn")
