"""What sentences are put together with."""

from rules.sentences import capital, listed


def test_names_are_joined_as_people_do() -> None:
    assert [listed(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "nobody",
        "A",
        "A and B",
        "A, B and C",
    ]


def test_a_sentence_begins_with_a_capital() -> None:
    assert [capital(text) for text in ("stay or fold.", "Wolf", "")] == ["Stay or fold.", "Wolf", ""]
