"""The errors of tables."""

from __future__ import annotations

from data.engine.errors import StoreError
from data.leagues.records import LeaguePlace
from data.tables.records import EventRecord


class UnknownTable(StoreError):
    """There is no table of that number."""

    sentence = "There is no such table."
    hint = "No such table."


class SequenceTaken(StoreError):
    """Another writer has moved this table on since the caller last read it: read the log again, then decide again."""

    sentence = "The table has moved on. Please look at it again."
    hint = "The event's number is taken by another writer."


class DuplicateInteraction(StoreError):
    """This interaction has already made its event: `record` is what it made. Answer as the first time."""

    sentence = "That has already been done."
    hint = "The interaction has been handled before."

    def __init__(self, record: EventRecord) -> None:
        super().__init__(f"interaction {record.interaction} is event {record.seq} of table {record.table}")
        self.record = record


class ServerIsFull(StoreError):
    """A server has as many tables under way as it may have: `tables` of them."""

    sentence = "This server has as many tables under way as I keep at a time."
    hint = "The limit of tables under way in a server is reached."

    def __init__(self, tables: int) -> None:
        super().__init__(f"{tables} tables in a server")
        self.tables = tables


class HostIsBusy(StoreError):
    """A person has opened as many tables that are under way as one may: those numbered `tables`."""

    sentence = "You have as many tables under way as I keep for one person at a time."
    hint = "The limit of tables under way that one person opened is reached."

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(f"tables {', '.join(map(str, tables))} of one person")
        self.tables = tables


class PersonIsKeptOut(StoreError):
    """Moderators keep a person, the user `user`, from the tables of this server."""

    sentence = "The moderators of this server keep that player from its tables."
    hint = "Somebody was to be seated whom moderators keep from the tables of their server."

    def __init__(self, user: int) -> None:
        super().__init__(f"user {user} is kept from the tables of a server")
        self.user = user


class DealTried(StoreError):
    """A person has had their one try at the deal of this number."""

    sentence = "You have had your try at this hand."
    hint = "Everybody has one try."

    def __init__(self, deal: int) -> None:
        super().__init__(f"a second try at deal {deal}")
        self.deal = deal


class LeagueTableOpened(StoreError):
    """The table of a league at that place is open already."""

    sentence = "That table of the league is open already."
    hint = "A league has one table at each of its places."

    def __init__(self, place: LeaguePlace) -> None:
        super().__init__(f"table {place.number} of group {place.group} of league {place.league}")


class ThreadIsTaken(StoreError):
    """A table is under way in the thread where another was to be opened: `table`."""

    sentence = "A table is under way in this thread."
    hint = "There is one table under way in a thread."

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table} in its thread")
        self.table = table
