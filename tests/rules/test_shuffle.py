"""The fair shuffle: every order, cut and number is as likely as any other, and no manipulation passes the proof."""

from __future__ import annotations

import copy
import hashlib
import hmac
import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.__main__ import main
from rules.contract import Refusal
from rules.proof import check
from rules.registry import GAMES
from rules.shuffle import Draw, Stream, commitment, first_dealer, order_for, shuffled
from rules.simulate import random_move
from rules.table import Table

DRAWS = 12_000
# The value that chi-square passes once in a hundred thousand times, by degrees of freedom (Wilson and Hilferty).
BOUND = {df: df * (1 - 2 / (9 * df) + 4.265 * (2 / (9 * df)) ** 0.5) ** 3 for df in range(1, 400)}


def make_draw(number: int, *contributions: str) -> Draw:
    """Return a draw with a secret of its own."""
    return Draw(hashlib.sha256(str(number).encode()).digest(), "t", "0", contributions)


def is_uniform(result: Iterable[object], kinds: int) -> bool:
    """Check that all `kinds` occur, about equally often."""
    counts = Counter(result)
    expected = sum(counts.values()) / kinds
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    return len(counts) == kinds and chi < BOUND[kinds - 1]


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 8, 100, 255, 256, 257, 300])
def test_numbers_below_a_limit_are_uniform(limit: int) -> None:
    stream = Stream(make_draw(limit))
    numbers = [stream.below(limit) for _ in range(DRAWS)]
    assert set(numbers) == {0} if limit == 1 else is_uniform(numbers, limit)


def test_orders_are_uniform_and_lose_nothing() -> None:
    results = [tuple(shuffled(make_draw(number), "ABCDE")) for number in range(DRAWS)]
    assert is_uniform(results, 120)
    assert set(results) == set(itertools.permutations("ABCDE"))


def test_the_first_dealer_is_uniform() -> None:
    assert is_uniform((first_dealer(make_draw(number), 7) for number in range(DRAWS)), 7)


def find_piles(cut: list[int], lay: int) -> list[int]:
    """Return the sizes of the unbroken piles in which a pack 0..lay-1 lies after a cut, in their new order."""
    starts = [place for place, card in enumerate(cut) if place == 0 or card != cut[place - 1] + 1]
    return [high - low for low, high in itertools.pairwise([*starts, lay])]


def count_cuts(lay: int, piles: int, least: int) -> Counter[tuple[int, ...]]:
    """Return how many pairs of places and orders of piles lead to each cut, by brute force."""
    counts: Counter[tuple[int, ...]] = Counter()
    for edges in itertools.combinations(range(1, lay), piles - 1):
        parts = [list(range(low, high)) for low, high in itertools.pairwise([0, *edges, lay])]
        if min(map(len, parts)) >= least:
            for order in itertools.permutations(range(piles)):
                if list(order) != sorted(order):
                    counts[tuple(card for place in order for card in parts[place])] += 1
    return counts


@pytest.mark.parametrize(("lay", "piles"), [(15, 3), (14, 3), (18, 4), (9, 2)])
def test_cuts_are_uniform(lay: int, piles: int) -> None:
    expected = count_cuts(lay, piles, 4)
    counts = Counter(tuple(Stream(make_draw(number)).cut(range(lay), piles, 4)) for number in range(DRAWS))
    assert set(counts) == set(expected)
    share = DRAWS / sum(expected.values())
    chi = sum((counts[cut] - share * times) ** 2 / (share * times) for cut, times in expected.items())
    assert chi < BOUND[len(expected) - 1]


@pytest.mark.parametrize("piles", [3, 4])
@pytest.mark.parametrize("size", [78, 80])
@pytest.mark.clause("C2.3")
def test_a_cut_is_never_the_pack_as_it_lay_and_leaves_no_pile_under_four(size: int, piles: int) -> None:
    for number in range(1500):
        cut = Stream(make_draw(number)).cut(range(size), piles, 4)
        assert sorted(cut) == list(range(size))
        assert cut != list(range(size))
        assert min(find_piles(cut, size)) >= 4
        assert 2 <= len(find_piles(cut, size)) <= piles


def test_a_pack_too_small_for_its_piles_cannot_be_cut() -> None:
    for size, piles in ((11, 3), (20, 1), (0, 3)):
        with pytest.raises(ValueError, match="parted"):
            Stream(make_draw(1)).cut(range(size), piles, 4)
    assert len(Stream(make_draw(1)).cut(range(12), 3, 4)) == 12


def test_the_stream_is_the_documented_one() -> None:
    secret = bytes(range(32))
    drawn = Draw(secret, "7", "3", ("123", "a,b|c\\d"))
    message = "7|3|123,a\\,b\\|c\\\\d|{}"
    blocks = b"".join(hmac.new(secret, message.format(number).encode(), hashlib.sha256).digest() for number in range(3))
    stream = Stream(drawn)
    assert bytes(stream.below(256) for _ in range(96)) == blocks
    assert commitment(secret) == hashlib.sha256(secret).hexdigest()
    # A number below 300 takes 2 bytes, of which the upper 9 bits count.
    numbers = [int.from_bytes(blocks[place : place + 2], "big") >> 7 for place in range(0, 96, 2)]
    wanted = [number for number in numbers if number < 300]
    stream = Stream(drawn)
    assert [stream.below(300) for _ in wanted] == wanted


def test_the_same_draw_gives_the_same_order_and_any_other_another() -> None:
    base = Draw(bytes(32), "t", "0", ("1", "2"))
    others = [
        Draw(b"\1" + bytes(31), "t", "0", ("1", "2")),
        Draw(bytes(32), "u", "0", ("1", "2")),
        Draw(bytes(32), "t", "1", ("1", "2")),
        Draw(bytes(32), "t", "0", ("2", "1")),
        Draw(bytes(32), "t", "0", ("1",)),
        Draw(bytes(32), "t", "0", ()),
    ]
    assert shuffled(base, range(52)) == shuffled(base, range(52))
    orders = {tuple(shuffled(entry, range(52))) for entry in (base, *others)}
    assert len(orders) == 7


def test_no_two_lists_of_contributions_look_alike_to_the_stream() -> None:
    pieces = ["a", ",", "|", "\\", "0", "\\,", "\\\\"]
    words = [*pieces, *("".join(pair) for pair in itertools.product(pieces, pieces))]
    lists = [(), *((word,) for word in words), *itertools.product(words[:20], words[:20])]
    lists += itertools.product(pieces, pieces, pieces)
    orders: dict[str, tuple[str, ...]] = {}
    for list_ in lists:
        message = Stream(Draw(bytes(32), "t", "0", list_))._message
        assert orders.setdefault(message, list_) == list_


def test_a_draw_does_not_show_its_secret_when_it_is_logged() -> None:
    secret = b"\xaa" * 32
    assert "aa" not in repr(Draw(secret, "t", "0", ())).lower()


# The proof


def prove_game(game: str, options: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return the proof of a whole fair game, each draw with a secret and contributions of its own."""
    rng = Random(seed)
    seats = GAMES[game].seats[1]
    first = Draw(rng.randbytes(32), "77", "dealer", ("11", "12"))
    table = Table.new(GAMES[game], seats, options, first_dealer(first, seats))
    draws = [first]
    while not table.state.finished:
        expects = table.state.expects
        if expects:
            drawn = Draw(rng.randbytes(32), "77", str(len(draws) - 1), (str(rng.random()), "a word, or two"))
            draws.append(drawn)
            table = table.chance(expects.event, order_for(drawn, expects))
        else:
            seat = rng.choice(table.state.to_act)
            cuts = [move for move in table.state.legal(seat).moves if move.startswith("cut")]
            table = table.move(seat, rng.choice(cuts) if cuts else random_move(table.state, seat, rng))
    return {"table": "77", "game": table.dump(), "draws": [read_back(entry) for entry in draws]}


def read_back(drawn: Draw) -> dict[str, Any]:
    return {
        "event": drawn.event,
        "commitment": commitment(drawn.secret),
        "contributions": list(drawn.contributions),
        "secret": drawn.secret.hex(),
    }


VOREN = prove_game("voren", {"hands": 3}, 1)
PROOFS = [
    VOREN,
    prove_game("conference", {"between_hands": "cut"}, 2),
    prove_game("five_crowns", {"first": 3, "last": 3}, 3),
    prove_game("abracadabra", {}, 4),
]


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof["game"]["game"])
def test_a_fair_game_holds(proof: dict[str, Any]) -> None:
    findings = check(json.loads(json.dumps(proof)))
    assert [finding.event for finding in findings] == ["dealer", *map(str, range(len(findings) - 1))]
    assert all(finding.holds for finding in findings)


def other_word(proof: dict[str, Any]) -> None:
    proof["draws"][2]["contributions"][0] += "1"


def word_left_out(proof: dict[str, Any]) -> None:
    proof["draws"][2]["contributions"].pop()


def words_swapped(proof: dict[str, Any]) -> None:
    proof["draws"][2]["contributions"].reverse()


def empty_word_added(proof: dict[str, Any]) -> None:
    proof["draws"][2]["contributions"].append("")


def other_secret(proof: dict[str, Any]) -> None:
    """A secret chosen later does not fit the commitment."""
    proof["draws"][2]["secret"] = "00" * 32


def other_secret_and_commitment(proof: dict[str, Any]) -> None:
    proof["draws"][2] |= {"secret": "00" * 32, "commitment": commitment(bytes(32))}


def padded_secret(proof: dict[str, Any]) -> None:
    """HMAC pads a short key with zeros: a longer secret with the same stream."""
    secret = bytes.fromhex(proof["draws"][2]["secret"]) + b"\0"
    proof["draws"][2] |= {"secret": secret.hex(), "commitment": commitment(secret)}


def draws_swapped(proof: dict[str, Any]) -> None:
    first, second = proof["draws"][2], proof["draws"][3]
    first["event"], second["event"] = second["event"], first["event"]


def draw_left_out(proof: dict[str, Any]) -> None:
    del proof["draws"][2]


def secret_withheld(proof: dict[str, Any]) -> None:
    proof["draws"][2]["secret"] = None


def secret_used_before(proof: dict[str, Any]) -> None:
    """Equal secrets, orders computed with them: but the second was public when it was drawn."""
    proof["draws"][2] |= {key: proof["draws"][1][key] for key in ("secret", "commitment")}


def two_cards_swapped(proof: dict[str, Any]) -> None:
    """The last two cards of a pack of Voren are never seen."""
    cards = [event for event in proof["game"]["events"] if "cards" in event][1]["cards"]
    cards[-1], cards[-2] = cards[-2], cards[-1]


def other_table(proof: dict[str, Any]) -> None:
    proof["table"] = "78"


EVENT_ONE = (
    *(other_word, word_left_out, words_swapped, empty_word_added, other_secret, other_secret_and_commitment),
    *(padded_secret, draws_swapped, draw_left_out, secret_withheld, secret_used_before, two_cards_swapped),
    other_table,
)


@pytest.mark.parametrize("manipulate", EVENT_ONE, ids=lambda value: value.__name__)
def test_a_manipulation_is_found(manipulate: Any) -> None:
    proof = copy.deepcopy(VOREN)
    manipulate(proof)
    findings = {finding.event: finding for finding in check(proof)}
    assert findings["1"].holds is False
    if manipulate not in (draws_swapped, other_table):
        assert findings["0"].holds
        assert findings["2"].holds
    assert "1" in findings["1"].sentence


def test_another_first_dealer_is_found() -> None:
    number = first_dealer(Draw(bytes(32), "77", "dealer", ()), 10)
    proof = copy.deepcopy(VOREN)
    proof["draws"][0] |= {"secret": "00" * 32, "commitment": commitment(bytes(32)), "contributions": []}
    assert number != proof["game"]["dealer"]
    assert check(proof)[0].holds is False


def test_fixed_first_dealer_still_needs_the_committed_secret() -> None:
    proof = copy.deepcopy(VOREN)
    proof["draws"][0] |= {"secret": "00" * 32, "commitment": commitment(bytes(32)), "contributions": [], "chosen": True}
    assert check(proof)[0] == ("dealer", True, "The first dealer was set, not drawn.")
    proof["draws"][0]["secret"] = "11" * 32
    assert check(proof)[0].holds is False


def test_a_secret_of_a_hand_in_progress_is_not_asked_for() -> None:
    proof = copy.deepcopy(VOREN)
    starts = [number for number, event in enumerate(proof["game"]["events"]) if "cards" in event]
    proof["game"]["events"] = proof["game"]["events"][: starts[2] + 2]
    proof["draws"][3]["secret"] = None
    assert [finding.holds for finding in check(proof)] == [True, True, True, None]


def test_a_secret_is_asked_for_as_soon_as_its_hand_is_over() -> None:
    proof = copy.deepcopy(VOREN)
    starts = [number for number, event in enumerate(proof["game"]["events"]) if "cards" in event]
    proof["game"]["events"] = proof["game"]["events"][: starts[2]]  # two hands are over, the third is not dealt
    del proof["draws"][3]
    assert all(finding.holds for finding in check(proof))
    proof["draws"][2]["secret"] = None
    assert [finding.holds for finding in check(proof)] == [True, True, False]


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof["game"]["game"])
def test_the_secret_of_the_last_hand_is_asked_for_when_the_game_is_over(proof: dict[str, Any]) -> None:
    """No hand comes after it by which one would notice that it is over."""
    withheld = copy.deepcopy(proof)
    withheld["draws"][-1]["secret"] = None
    *others, last = check(withheld)
    assert all(finding.holds for finding in others)
    assert last.holds is False
    assert "is over" in last.sentence


@pytest.mark.parametrize("written", [str.lower, str.upper])
def test_an_order_that_was_drawn_with_an_earlier_secret_is_found(written: Callable[[str], str]) -> None:
    secret = Random(6).randbytes(32)
    first, second = Draw(secret, "77", "dealer", ()), Draw(secret, "77", "0", ())
    table = Table.new(GAMES["voren"], 4, {"hands": 1}, first_dealer(first, 4))
    assert table.state.expects is not None
    table = table.chance("deal", order_for(second, table.state.expects))
    again = read_back(second)
    again["commitment"] = written(again["commitment"])
    dealer, deal = check({"table": "77", "game": table.dump(), "draws": [read_back(first), again]})
    assert dealer.holds
    assert deal.holds is False
    assert "earlier draw" in deal.sentence


@pytest.mark.parametrize("contributions", [["11", ""], [""], ["", "11", "12"]])
def test_an_empty_contribution_is_found_even_where_the_order_was_drawn_with_it(contributions: list[str]) -> None:
    drawn = Draw(Random(5).randbytes(32), "77", "dealer", tuple(contributions))
    table = Table.new(GAMES["voren"], 4, {"hands": 1}, first_dealer(drawn, 4))
    proof = {"table": "77", "game": table.dump(), "draws": [read_back(drawn)]}
    (finding,) = check(proof)
    assert finding.holds is False
    assert "not empty" in finding.sentence


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        {**VOREN, "table": 7},
        {**VOREN, "draws": {}},
        {**VOREN, "draws": [1]},
        {**VOREN, "draws": [*VOREN["draws"], VOREN["draws"][2]]},
        {**VOREN, "game": None},
        {**VOREN, "game": {**VOREN["game"], "game": "chess"}},
        {**VOREN, "game": {**VOREN["game"], "events": 3}},
        {**VOREN, "game": {**VOREN["game"], "events": VOREN["game"]["events"][1:]}},
        {**VOREN, "draws": [{**VOREN["draws"][0], "secret": "zz"}]},
        {**VOREN, "draws": [{**VOREN["draws"][0], "secret": 5}]},
        {**VOREN, "draws": [{**VOREN["draws"][0], "contributions": [5]}]},
        {**VOREN, "draws": [{"event": "dealer"}]},
    ],
)
def test_a_malformed_proof_is_refused(wrong: object) -> None:
    with pytest.raises(Refusal):
        check(wrong)


def test_verify_says_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(VOREN))
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.count("fair") == 4
    unfair = copy.deepcopy(VOREN)
    two_cards_swapped(unfair)
    path.write_text(json.dumps(unfair))
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out.count("NOT FAIR") == 1
