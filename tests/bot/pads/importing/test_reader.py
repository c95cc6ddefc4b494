"""Files of anybody's: all of one is taken or nothing, and what is wrong is named where it stands."""

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pads.exporting.files import format_csv, format_json, unique_names
from bot.pads.importing.problems import NO_TIME, refuse_file
from bot.pads.importing.reader import MAX_FILE_BYTES, Fault, ImportRefused, read_pad
from data.pads.records import FREE_GAME_ID
from rules.registry import GAMES
from tests.bot.pads.samples import free, large, random_pad

FREE_JSON = json.loads(format_json(free((3, -3), (1, None), names=("Ada", "Bela"))))
VOREN = next(pad for pad in (random_pad(Random(seed), "voren") for seed in range(99)) if len(pad.counted) > 5)


def read_faults(data: bytes) -> list[str]:
    with pytest.raises(ImportRefused) as caught:
        read_pad(data, clock)
    assert caught.value.sentence.startswith("Nothing was imported")
    return [str(fault) for fault in caught.value.faults]


def change_file(change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the JSON of a small free pad with something changed in it."""
    file = json.loads(json.dumps(FREE_JSON))
    change(file)
    return json.dumps(file).encode()


def change_lines(change: Callable[[list[str]], object]) -> bytes:
    """Return the CSV of the same pad with something changed in its lines; the first hand is on line 12."""
    text = format_csv(free((3, -3), (1, None), names=("Ada", "Bela"))).decode("utf-8-sig").splitlines()
    change(text)
    return "\r\n".join(text).encode()


def replace_in_line(line: int, old: str, new: str) -> bytes:
    def change(text: list[str]) -> None:
        assert old in text[line - 1]
        text[line - 1] = text[line - 1].replace(old, new)

    return change_lines(change)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda file: file["hands"][0].update(points=[3, 3]), "hands[0]: The points must be 3, -3, not 3, 3."),
        (lambda file: file["hands"][1].update(account={"points": [True]}), "hands[1]: A hand has one whole number"),
        (lambda file: file["hands"][1].update(account={"points": [1, 2]}), "hands[1]: A hand has one whole number"),
        (lambda file: file["hands"][1].update(account={"points": "1"}), "hands[1]: A hand has one whole number"),
        (lambda file: file["hands"][1].update(account={}), "hands[1]: A hand has one whole number"),
        (lambda file: file["hands"][0].update(account={"points": [10**31, 0]}), "hands[0]: Points have at most 30"),
        (lambda file: file["hands"][1].update(points=[1.5]), "hands[1].points[0]: 1.5 is not a whole"),
        (lambda file: file["hands"][1].update(points=[10**40]), "hands[1].points[0]: 10000"),
        (lambda file: file["hands"][1].update(points=["1"]), "hands[1].points[0]: Input should be a valid integer."),
        (lambda file: file["hands"][1].update(players=[1, 1]), "hands[1]: Name each player of the hand once"),
        (lambda file: file["hands"][1].update(players=[3]), "hands[1]: Name each player of the hand once"),
        (lambda file: file["hands"][1].update(players=[]), "hands[1]: Any game needs 1 to 24 players, not 0."),
        (lambda file: file["hands"][1].update(dealer=2), "hands[1]: The dealer must have played."),
        (lambda file: file["hands"][1].update(points=[]), "hands[1]: Each player of the hand needs points"),
        (lambda file: file["hands"][1].update(played="yesterday"), "hands[1].played: Write a day as"),
        (lambda file: file["hands"][1].update(played="2026-05-01T18:30:00"), "hands[1].played: Write a day"),
        (lambda file: file["hands"][1].update(played="0001-01-01T00:00:00+23:00"), "hands[1].played: Write a day"),
        (lambda file: file["hands"][1].update(number=7), "hands[1].number: This must be hand 2."),
        (lambda file: file["hands"][1].update(state="x"), "hands[1].state: Input should be 'counts',"),
        (lambda file: file["hands"][1].update(by=4), "hands[1].by: Extra inputs are not permitted."),
        (lambda file: file["hands"][1].pop("account"), "hands[1].account: Field required."),
        (lambda file: file.update(hands=FREE_JSON["hands"] * 251), "hands: List should have at most 500 items"),
        (lambda file: file.update(players=FREE_JSON["players"] * 13), "players: List should have at most 24 items"),
        (lambda file: file["players"][1].update(name="ADA"), "players: Two players are called ADA."),
        (lambda file: file["players"][1].update(name="\u200b\0\u2800"), "players: Player 2 has no readable name."),
        (lambda file: file["players"][1].update(name="\ud800"), "players[1].name: Input should be a valid string"),
        (lambda file: file["players"][1].update(number=1), "players[1].number: This must be player 2."),
        (lambda file: file["players"][1].update(start=10**30), "players: Points to start with have at most 30 digits"),
        (lambda file: file["players"][1].update(start="7"), "players[1].start: Input should be a valid integer."),
        (lambda file: file["options"].update(wins="none"), "options: wins cannot be none"),
        (lambda file: file["options"].update(wins={"a": [1]}), "options: wins cannot be"),
        (lambda file: file["options"].update(more=1), "options: Any game has no option more."),
        (lambda file: file.update(game="../x"), "game: There is no game “../x”."),
        (lambda file: file.update(format="else"), "Not a score pad"),
        (lambda file: file.update(version=2), "version: Unknown version: only version 1 can be read."),
        (lambda file: file.update(status="away"), "status: Input should be 'open' or 'finished'."),
        (lambda file: file.update(name=5), "name: Input should be a valid string."),
    ],
)  # fmt: skip
def test_json_errors_name_their_path(change: Callable[[dict[str, Any]], object], said: str) -> None:
    assert [fault.replace("\\", "")[: len(said)] for fault in read_faults(change_file(change))] == [said]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "The file is empty."),
        (b"\n", "line 1: Not a score pad: it does not begin with"),
        (b"%PDF-1.3 ...", "Import the CSV or JSON from *Export*"),
        (b"PK\x03\x04 ...", "Save the spreadsheet as “CSV UTF-8” first."),
        (b"{", "line 1, letter 2: Not JSON"),
        (b"[1]", "Not a score pad"),
        (b"\xff\xfe\xff", "Not UTF-8 text"),
        (b"\xe9t\xe9", "Not UTF-8 text"),
        (b'{"a\0": 1}', "The file is not text."),
        (b"[" * 100_000, "Nested too deep"),
        (b"[" * 30 + b"]" * 30, "[0][0][0][0][0][0][0][0][0][0][0][0]: Nested too deep"),
        (b'{"a": {"b": 1, "b": 2}}', "a: “b” stands twice."),
        (json.dumps(dict.fromkeys(map(str, range(21)))).encode(), "More than 20 values."),
        (b'{"a": NaN}', "a: NaN is not a whole number"),
        (b'{"a": 1e999}', "a: 1e999 is not a whole number"),
        (b'{"a": ' + b"9" * 100_000 + b"}", "a: 999999"),
        (b" " * (MAX_FILE_BYTES + 1), "The file is too large: at most 2 MB."),
    ],
)
def test_files_that_are_none(data: bytes, said: str) -> None:
    assert [fault.replace("\\", "")[: len(said)] for fault in read_faults(data)] == [said]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (replace_in_line(12, ",3,", ",4,"), "line 14: Ada's hands add up to 5, not 4."),
        (replace_in_line(12, ",3,", ",=3,"), "line 12: “=3” is not a whole number"),
        (replace_in_line(12, ",3,", ",1.2E+29,"), "line 12: “1.2E+29” is not a whole number"),
        (replace_in_line(12, ",3,", ",٣,"), "line 12: “٣” is not a whole number"),
        (replace_in_line(12, "1970-01-01T00:01:00.007Z", "1.1.1970"), "line 12: Write a day as"),
        (replace_in_line(12, "yes", "no"), "line 12: Counts must be “yes” or “struck"),
        (replace_in_line(12, "Ada", "Cleo"), "line 12: The dealer “Cleo” did not play this hand."),
        (replace_in_line(12, "1 2", "1"), "line 12: “Sat” must name the columns"),
        (replace_in_line(12, "1 2", "1 2 x"), "line 12: “Sat” must name the columns"),
        (replace_in_line(12, "1 2", "1 1"), "line 12: “Sat” must name the columns"),
        (replace_in_line(12, "1 2,", "1 2,[]"), "line 12: “Told” must be a JSON object."),
        (replace_in_line(12, "1 2,", "1 2,{"), "line 12: Not JSON"),
        (replace_in_line(12, "1 2,", '1 2,{"points": []}'.replace('"', '""')), "line 12: Not JSON"),
        (replace_in_line(12, "1 2,", "1 2,,more"), "line 12: 9 cells for 8 columns."),
        (replace_in_line(12, "1,1970", '"1"x,1970'), "line 12: Unreadable cells"),
        (replace_in_line(13, "2,1970", "3,1970"), "line 13: This must be hand 2."),
        (replace_in_line(11, "yes", "si"), "line 11: Plays must be"),
        (replace_in_line(10, "Told", "More"), "line 10: The headings must be"),
        (replace_in_line(10, "Ada", "A," * 24), "line 10: A pad has at most 24 players."),
        (replace_in_line(10, "Hand", "Bla"), "The row of players is missing"),
        (replace_in_line(5, "wins", "ties"), "line 8: The option ties stands twice."),
        (replace_in_line(4, "open", "ajar"), "line 4: Status must be"),
        (replace_in_line(3, "Name", "Nane"), "line 3: Unknown heading “Nane”."),
        (replace_in_line(2, "free", "fre"), "game: There is no game “fre”."),
        (replace_in_line(1, "pad,1", "pad,2"), "line 1: Unknown version: only version 1 can be read."),
        (change_lines(lambda text: text.extend([text[11]] * 600)), "line 15: This must be hand"),
        (b"Eldest Hand score pad,1\r\n" * 2000, "Too many rows: at most 1000."),
        (b"Eldest Hand score pad,1\r\n" + b"x" * 200_000, "line 2: Unreadable cells"),
    ],
)  # fmt: skip
def test_csv_errors_name_their_line(data: bytes, said: str) -> None:
    assert read_faults(data)[0].replace("\\", "")[: len(said)] == said


def test_the_first_faults_are_listed_all_are_written_and_the_others_counted() -> None:
    file = json.loads(format_json(large(3, 60)))
    for hand in file["hands"]:
        hand["points"][0] += 1
    with pytest.raises(ImportRefused) as caught:
        read_pad(json.dumps(file).encode())
    assert (len(caught.value.faults), caught.value.more, caught.value.left_out) == (60, 0, 40)
    assert caught.value.sentence.endswith("- and 40 more")
    assert [line.partition(":")[0] for line in caught.value.report().splitlines()[1:]] == [
        f"hands[{place}]" for place in range(60)
    ]


def test_a_message_of_faults_is_as_long_as_discord_takes_it() -> None:
    names = [{"number": 1, "name": "x", "state": "[*_" * 90} for _ in range(24)]
    hands = [{**FREE_JSON["hands"][0], "players": [1] * 24, "points": ["x"] * 24} for _ in range(500)]
    with pytest.raises(ImportRefused) as caught:
        read_pad(json.dumps({**FREE_JSON, "players": names, "hands": hands}).encode())
    long = refuse_file("*" * 500, "[" * 500), ImportRefused((Fault("[" * 100, "*" * 300),) * 1000, 5)
    for error in (caught.value, *long):
        assert 40 < len(error.sentence) <= 1900
    assert (len(caught.value.faults), caught.value.more) == (1000, 500 * 24 + 24 - 1000)
    assert len(long[1].report()) < 500_000
    assert long[1].report().endswith("\nand 5 more\n")


def test_typed_text_is_escaped() -> None:
    with pytest.raises(ImportRefused) as caught:
        read_pad(change_file(lambda file: file["players"][1].update(**{"name": "*x*", "@everyone `": 1})))
    assert "@everyone" not in caught.value.sentence
    assert "\\`" in caught.value.sentence
    assert "@everyone `" in caught.value.report()


def test_a_game_that_carries_on_is_checked_hand_by_hand() -> None:
    file = json.loads(format_json(VOREN))
    number = VOREN.counted[2].number
    file["hands"][number - 1]["points"][0] += 3
    assert [fault.split(":")[0].replace("\\", "") for fault in read_faults(json.dumps(file).encode())] == [
        f"hands[{number - 1}]"
    ]


def test_hands_after_a_refused_hand_are_not_refused() -> None:
    file = json.loads(format_json(VOREN))
    number = VOREN.counted[0].number
    file["hands"][number - 1]["account"]["tricks"][0] = 9
    texts = read_faults(json.dumps(file).encode())
    assert [text.split(":")[0].replace("\\", "") for text in texts] == [f"hands[{number - 1}]"]
    assert "seat" not in texts[0].lower()


@pytest.mark.parametrize("key", ["seats", "ante", "limit", "dealer", "owed", "last"])
def test_nothing_that_the_pad_knows_can_be_told(key: str) -> None:
    file = json.loads(format_json(VOREN))
    file["hands"][0]["account"][key] = 3
    assert read_faults(json.dumps(file).encode())[0].replace("\\", "").endswith(f"Unknown entry “{key}”.")


def test_a_struck_hand_is_held_to_the_rules_too() -> None:
    file = json.loads(format_json(VOREN))
    file["hands"][0].update(state="struck")
    file["hands"][0]["account"]["stayed"] = "all"
    assert (
        read_faults(json.dumps(file).encode())[0].replace("\\", "").startswith("hands[0]: The field stayed is a list.")
    )


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 40) | st.sampled_from(["", "3S", "ask", "5S", "JOKER", "x" * 400]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["a", "void", "tricks"]), inner),
    max_leaves=8,
)
TELLS = ["points", "dealt", "left", "out", "stayed", "tricks", "wolf_exempt", "void", "hands", "words", "order",
         "card_points", "bonuses", "gallowglass", "call", "dealer", "seats", "last", "rule"]  # fmt: skip


@given(
    st.sampled_from([FREE_GAME_ID, *GAMES]),
    st.integers(0, 6),
    st.dictionaries(st.sampled_from(TELLS), VALUES, max_size=5),
    st.lists(st.integers(-9, 9), max_size=6),
)
def test_any_file_is_read_or_refused(game: str, count: int, told: dict[str, Any], points: list[int]) -> None:
    players = [{"number": number, "name": f"P{number}", "state": "in"} for number in range(1, count + 1)]
    hand = {"number": 1, "played": "2026-05-01T18:30:00Z", "state": "counts", "players": [*range(1, count + 1)]}
    file = {**FREE_JSON, "game": game, "options": {}, "players": players}
    file["hands"] = [{**hand, "dealer": 1, "account": told, "points": points}]
    with suppress(ImportRefused):
        assert len(read_pad(json.dumps(file).encode()).hands) == 1


@given(st.data())
def test_no_change_of_a_byte_is_more_than_a_refusal(data: st.DataObject) -> None:
    pad = random_pad(
        Random(data.draw(st.integers(0, 50))), data.draw(st.sampled_from([FREE_GAME_ID, "five_crowns", "voren"]))
    )
    file = bytearray(data.draw(st.sampled_from([format_json, format_csv]))(pad))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(file) - 1))
        file[place : place + data.draw(st.integers(0, 3))] = data.draw(
            st.binary(max_size=3) | st.sampled_from([b'"', b"9"])
        )
    with suppress(ImportRefused):
        read_pad(bytes(file))


def test_the_largest_pad_is_read() -> None:
    assert len(read_pad(format_json(large(24, 500))).hands) == 500
    assert len(read_pad(format_csv(large(24, 500))).hands) == 500


@pytest.mark.parametrize(
    "played", ["9999-12-31T23:59:59-12:00", "2026-11-27", "2026-11-26T12:00:01Z", "1969-12-31", "1969-12-31T23:59:59Z"]
)
@pytest.mark.parametrize("way", ["json", "csv"])
def test_no_hand_of_a_file_was_played_before_1970_or_is_yet_to_be(played: str, way: str) -> None:
    assert [fault.rpartition(": ")[2] for fault in read_faults(make_dated_file(played, way))] == [NO_TIME]


@pytest.mark.parametrize("played", ["1970-01-01", "2026-11-26", "2026-11-26T12:00:00Z", "2026-11-27T02:00:00+14:00"])
@pytest.mark.parametrize("way", ["json", "csv"])
def test_a_hand_of_a_file_was_played_from_1970_to_tomorrow(played: str, way: str) -> None:
    pad_hand = read_pad(make_dated_file(played, way), clock).hands[0]
    assert pad_hand.day == (played if len(played) == 10 else None)
    assert 0 <= pad_hand.played <= clock() + 24 * 3600 * 1000


def clock() -> int:
    """Return noon of 25 November 2026 (ms)."""
    return 1_795_608_000_000


def make_dated_file(played: str, file_format: str) -> bytes:
    """Return a file whose first hand was played at that time."""
    if file_format == "json":
        return change_file(lambda file: file["hands"][0].update(played=played))
    return replace_in_line(12, "1970-01-01T00:01:00.007Z", played)


@pytest.mark.parametrize("number", ["3.0", "3e0", "30E-1", "3.000"])
def test_a_number_without_a_fraction_is_whole_in_json(number: str) -> None:
    text = json.dumps(FREE_JSON).replace('"points": [3, -3]', f'"points": [{number}, -3.0]')
    assert f"[{number}, -3.0]" in text
    text = text.replace('"version": 1', '"version": 1.0').replace('"dealer": 1', '"dealer": 1.0')
    assert [hand.points for hand in read_pad(text.encode()).hands] == [(3, -3), (1,)]


@pytest.mark.parametrize("number", ["3.5", "1e40", "1e999999999", "0." + "0" * 40])
def test_others_are_not(number: str) -> None:
    assert (
        f"{number[:40]} is not a whole number"
        in read_faults(json.dumps(FREE_JSON).replace("[3, -3]", f"[{number}, -3]").encode())[0]
    )


@pytest.mark.parametrize("zeros", [".0", ",00"])
def test_a_number_that_a_spreadsheet_wrote_with_zeros_is_whole(zeros: str) -> None:
    text = format_csv(free((3, -3), (1, None), names=("Ada", "Bela"))).decode("utf-8-sig").replace(",", ";")
    text = text.replace(";3;-3;", f";3{zeros};-3{zeros};").replace("\n1;", f"\n1{zeros};")
    assert text.count(f"{zeros};") == 3
    assert [hand.points for hand in read_pad(text.encode()).hands] == [(3, -3), (1,)]
    assert "is not a whole number" in read_faults(text.replace(f"3{zeros}", "3.000").encode())[0]


def test_names_that_read_the_same_are_one_name() -> None:
    """In Unicode's two spellings, and in wide letters."""
    for two in (("Jos\u00e9", "Jose\u0301"), ("Ada", "\uff21\uff44\uff41")):
        players = [player | {"name": name} for player, name in zip(FREE_JSON["players"], two, strict=True)]
        assert read_faults(json.dumps(FREE_JSON | {"players": players}).encode()) == [
            f"players: Two players are called {two[1]}."
        ]
        assert list(unique_names(free((1, 2), names=two)).values()) == [two[0], f"{two[1]} (2)"]
