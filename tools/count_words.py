"""Counts the words of the sentences in the code that people read: literals of two words and more, docstrings apart."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

FOLDERS: Final = ("bot", "cogs", "rules")
"""Where sentences stand that people read."""

WORD: Final = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
"""A word: letters of any script."""


def sentences(tree: ast.AST) -> Iterator[str]:
    """Yield the literals of a module that are no docstrings; of an f-string its fixed parts together."""
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    statement_ids = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield " ".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts | statement_ids:
            yield node.value


def words_in(folder: Path) -> int:
    """Return the words in all sentences of a folder's modules."""
    total = 0
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        counts = (len(WORD.findall(sentence)) for sentence in sentences(tree))
        total += sum(count for count in counts if count > 1)
    return total


def main(folders: Sequence[str] | None = None) -> int:
    """Print the words of each folder and of all."""
    counts = {name: words_in(Path(name)) for name in folders or sys.argv[1:] or FOLDERS}
    for name, count in counts.items():
        sys.stdout.write(f"{name}: {count}\n")
    sys.stdout.write(f"together: {sum(counts.values())}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
