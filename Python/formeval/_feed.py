"""What waits for a subscriber of a session: the state, and then each change set, in order.

Whoever makes an edit puts its change set in, and waits for no subscriber. So a feed is bounded: a
subscriber who is too far behind gets the state anew in place of the change sets.
"""

import collections
import json
import threading
from typing import Any, Callable, Deque, Dict, Optional

# As many change sets wait for a subscriber at most.
_LONGEST = 1000


class Feed:
    """The answers that a subscriber has not read.

    `put`, `restart` and `end` are called by whoever has the lock of the pipe, so a feed has the
    answers in the order in which the command gave them.

    Attributes:
        is_behind: Whether the subscriber needs the state before anything else.
        is_ended: Whether nothing is put in any more.
    """

    def __init__(self, wake: Callable[[], Any]) -> None:
        """`wake` is called, in any thread, when there is something new."""
        self.is_behind = True
        self.is_ended = False
        self._error: Optional[Exception] = None
        self._lines: Deque[bytes] = collections.deque()
        self._lock = threading.Lock()
        self._wake = wake

    def put(self, line: bytes) -> None:
        """Puts in the answer to an edit."""
        with self._lock:
            if len(self._lines) == _LONGEST:
                self._lines.clear()
                self.is_behind = True
            if not self.is_behind:
                self._lines.append(line)
        self._wake()

    def restart(self, line: bytes) -> None:
        """Puts in the answer that has the state; what waits is older."""
        with self._lock:
            self._lines = collections.deque([line])
            self.is_behind = False

    def end(self, error: Optional[Exception] = None) -> None:
        """Ends the feed; what waits is still read, and then the error is raised."""
        with self._lock:
            if not self.is_ended:
                self.is_ended, self._error = True, error
        self._wake()

    def take(self) -> Optional[Dict[str, Any]]:
        """The oldest answer, which nobody else has; None if none waits."""
        with self._lock:
            if not self._lines:
                if self._error is not None:
                    raise self._error
                return None
            line = self._lines.popleft()
        answer = json.loads(line)
        answer.pop("session", None)
        return answer
