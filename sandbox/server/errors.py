"""Discord's refusals: status, code and sentence of each, and the nested form errors of code 50035."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

Json = dict[str, Any]
Path = tuple[str | int, ...]


class Problem(NamedTuple):
    """One of Discord's refusals: the HTTP status, Discord's own code and its sentence."""

    status: int
    code: int
    message: str


GENERAL = Problem(404, 0, "404: Not Found")
UNAUTHORIZED = Problem(401, 0, "401: Unauthorized")
METHOD_NOT_ALLOWED = Problem(405, 0, "405: Method Not Allowed")
UNKNOWN_APPLICATION = Problem(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = Problem(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Problem(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Problem(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Problem(404, 10008, "Unknown Message")
UNKNOWN_USER = Problem(404, 10013, "Unknown User")
UNKNOWN_EMOJI = Problem(404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = Problem(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Problem(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = Problem(404, 10063, "Unknown application command")
TOO_MANY_EMOJIS = Problem(400, 30008, "Maximum number of emojis reached (2000)")
TOO_MANY_COMMANDS = Problem(400, 30032, "Maximum number of application commands reached (100).")
TOO_MANY_OLD_EDITS = Problem(
    429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."
)
ENTITY_TOO_LARGE = Problem(413, 40005, "Request entity too large. Try sending something smaller.")
TOO_MANY_FOLLOWUPS = Problem(400, 40094, "This interaction has reached the maximum number of follow-up messages")
ALREADY_ACKNOWLEDGED = Problem(400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = Problem(403, 50001, "Missing Access")
OTHERS_MESSAGE = Problem(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Problem(400, 50006, "Cannot send an empty message")
MISSING_PERMISSIONS = Problem(403, 50013, "Missing Permissions")
CLOSED_TO_DIRECT = Problem(403, 50007, "Cannot send messages to this user")
WRONG_CHANNEL_TYPE = Problem(400, 50024, "Cannot execute action on this channel type")
INVALID_WEBHOOK_TOKEN = Problem(401, 50027, "Invalid Webhook Token")
INVALID_FORM = Problem(400, 50035, "Invalid Form Body")
THREAD_ARCHIVED = Problem(400, 50083, "Thread is archived")
INVALID_JSON = Problem(400, 50109, "The request body contains invalid JSON.")
THREAD_EXISTS = Problem(400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = Problem(400, 160005, "Thread is locked")
TOO_MANY_THREADS = Problem(400, 160006, "Maximum number of active threads reached")


class ApiError(Exception):
    """A request of the bot is refused as Discord would refuse it.

    `errors` is Discord's nested form error; `retry_after` (seconds) goes with status 429; `share` marks a global limit.
    """

    def __init__(
        self,
        problem: Problem,
        errors: Json | None = None,
        *,
        retry_after: float | None = None,
        share: bool = False,
    ) -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.errors = errors
        self.retry_after = retry_after
        self.share = share

    def body(self) -> Json:
        """Return the JSON body of the answer."""
        body: Json = {"message": self.problem.message, "code": self.problem.code}
        if self.errors:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body["retry_after"] = self.retry_after
            body["global"] = self.share
        return body


class Refused(Exception):
    """A request that the Discord client would refuse. The text is the sentence that the person reads."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


class Form:
    """Collects the mistakes of one body by the path of the field, in Discord's nested form."""

    __slots__ = ("errors",)

    def __init__(self) -> None:
        self.errors: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Note that the field at `path` is wrong."""
        place = self.errors
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        """Raise `ApiError` (50035) if anything was noted."""
        if self.errors:
            raise ApiError(INVALID_FORM, self.errors)

    def required(self, path: Path) -> None:
        """Note a missing field."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def text(self, value: Any, path: Path, low: int, high: int) -> bool:
        """Whether `value` is a text of `low` to `high` characters; notes what is wrong otherwise."""
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return False
        if low <= len(value) <= high:
            return True
        if len(value) > high and not low:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        elif not value:
            self.required(path)
        else:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        return False

    def number(self, value: Any, path: Path, low: int, high: int) -> bool:
        """Whether `value` is an integer from `low` to `high`; notes what is wrong otherwise."""
        if not isinstance(value, int) or isinstance(value, bool):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return False
        if low <= value <= high:
            return True
        if value < low:
            self.add(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        else:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        return False

    def choice(self, value: Any, path: Path, choices: frozenset[int] | frozenset[str]) -> bool:
        """Whether `value` is one of `choices`; notes what is wrong otherwise."""
        if isinstance(value, int | str) and not isinstance(value, bool) and value in choices:
            return True
        allowed = ", ".join(str(choice) for choice in sorted(choices, key=str))
        self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of ({allowed}).")
        return False

    def flag(self, value: Any, path: Path) -> bool:
        """Whether `value` is true or false; notes what is wrong otherwise."""
        if isinstance(value, bool):
            return True
        self.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return False

    def items(self, value: Any, path: Path, low: int, high: int) -> list[Any]:
        """Return `value` as a list of `low` to `high` items; an empty list, noted, if it is none."""
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")
            return []
        items = cast("list[Any]", value)
        if not low <= len(items) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            if len(items) > high:
                return []
        return items
