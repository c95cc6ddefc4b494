"""The list of docstrings that are too long or begin a sentence vaguely."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import docstrings

MODULE = '''"""What a module holds."""

LIMIT = 3
"""Pages of a book. That is all."""


class Book:
    """A book of pages."""

    title: str
    """Whoever reads it sees this."""

    def pages(self) -> int:
        """%s"""
        return 0

    def cover(self) -> str:
        """The cover: What is on it. Says that it is new."""
        return "What is read here is no docstring."
'''


def test_docstrings_of_modules_classes_functions_and_fields_are_found() -> None:
    result = dict(docstrings.docstrings(MODULE % "How many."))
    assert result == {
        1: "What a module holds.",
        4: "Pages of a book. That is all.",
        8: "A book of pages.",
        11: "Whoever reads it sees this.",
        14: "How many.",
        18: "The cover: What is on it. Says that it is new.",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x" * docstrings.MAX_LETTERS, []),
        ("x" * (docstrings.MAX_LETTERS + 1), ["241 letters"]),
        ("The pages that are open.", []),
        ("Raises Stale if it is gone. Raises Stale\nif it is gone.", ["a sentence stands twice"]),
        ("Whatever is open.", []),
        ("The pages.\n\nWhat is open.", ['a sentence begins with "What"']),
        (
            'The "pages." That is all. Whoever reads.',
            ['a sentence begins with "That"', 'a sentence begins with "Whoever"'],
        ),
    ],
)
def test_faults_text_names_length_and_beginnings(text: str, expected: list[str]) -> None:
    assert docstrings.faults(text) == expected


@pytest.mark.parametrize("folder", ["bot", "cogs", "data", "rules", "tools", "sandbox"])
def test_no_docstring_says_a_sentence_twice(folder: str) -> None:
    paths = list((docstrings.ROOT / folder).rglob("*.py"))
    assert paths
    assert not [
        f"{path}:{line}"
        for path in paths
        for line, text in docstrings.docstrings(path.read_text(encoding="utf-8"))
        if docstrings.repeats_sentence(text)
    ]


def test_main_with_faults_lists_lines_or_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "books").mkdir()
    (tmp_path / "books" / "book.py").write_text(MODULE % ("x" * 300))
    (tmp_path / "plain").mkdir()
    assert docstrings.main([str(tmp_path / "books"), str(tmp_path / "plain")]) == 1
    lines = [line.partition("book.py")[2] for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        ':1: a sentence begins with "What"',
        ':4: a sentence begins with "That"',
        ':11: a sentence begins with "Whoever"',
        ":14: 300 letters",
    ]
    assert docstrings.main(["--count", str(tmp_path / "books"), str(tmp_path / "plain")]) == 1
    assert capsys.readouterr().out == "    4 books\n    0 plain\n"


def test_main_without_faults_returns_zero(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plain.py").write_text('"""Plain."""\n')
    assert docstrings.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""
