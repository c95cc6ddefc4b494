"""Rate limits: generous by default, as long observed at Discord when enforced; told in its headers either way."""

from __future__ import annotations

import time
from typing import Final

from sandbox.server import limits
from sandbox.server.errors import ApiError, Problem

LIMITED: Final = Problem(429, 0, "You are being rate limited.")
VIA: Final = "1.1 google"


class RateLimits:
    """Buckets by name and major parameter. `enforced` may be changed at any time."""

    def __init__(self, *, enforced: bool = False) -> None:
        self.enforced = enforced
        self._used: dict[str, tuple[int, float]] = {}
        self._generous: dict[str, dict[str, str]] = {}

    def take(self, bucket: str, major: str) -> dict[str, str]:
        """Count a request against its bucket; gives the headers that tell it. Raises `ApiError` (429) if empty."""
        if not self.enforced:
            headers = self._generous.get(bucket)
            if headers is None:
                count, window = limits.GENEROUS_RATE
                headers = self._generous[bucket] = _headers(bucket, count, count - 1, window)
            return headers
        if bucket != "interaction":
            self._count("global", *limits.GLOBAL_RATE, share=True)
        count, window = limits.RATE_LIMITS.get(bucket, limits.GENEROUS_RATE)
        remaining, reset = self._count(f"{bucket} {major}", count, window, share=False)
        return _headers(bucket, count, remaining, reset)

    def _count(self, key: str, count: int, window: float, *, share: bool) -> tuple[int, float]:
        now = time.monotonic()
        used, end = self._used.get(key, (0, 0.0))
        if now >= end:
            if len(self._used) > 1000:
                self._used = {name: value for name, value in self._used.items() if value[1] > now}
            used, end = 0, now + window
        if used >= count:
            raise ApiError(LIMITED, retry_after=round(end - now, 3), share=share)
        self._used[key] = (used + 1, end)
        return count - used - 1, end - now


def _headers(bucket: str, count: int, remaining: int, reset: float) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "Via": VIA,
        "X-RateLimit-Limit": str(count),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": f"{time.time() + reset:.3f}",
        "X-RateLimit-Reset-After": f"{reset:.3f}",
        "X-RateLimit-Bucket": f"sandbox-{bucket}",
    }
