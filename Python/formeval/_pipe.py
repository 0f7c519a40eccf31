"""A process of the command that stays, and that many threads ask line by line.

A lock around the writing of a line and the reading of its answer gives each thread its own answer.
The command answers a line only when it has read all of it, so neither waits for the other for ever.
"""

import contextlib
import itertools
import json
import os
import threading
import time
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Set

from ._feed import Feed
from ._process import Error, ended, error_file, start
from ._source import Source, reading


# Lines of so many bytes together fit into every system's pipe, so writing them never waits for the
# command, which may wait for its answers to be read.
_BLOCK_BYTES = 1 << 14


class Pipe:
    """A process of the command.

    Attributes:
        feeds: The feeds of subscribers, by the name of their session. Whoever has the lock reads and
            changes it: the functions that `ask` calls.

    Raises:
        Error: The command is not found, or cannot be started.
    """

    def __init__(self, form: Source, words: Sequence[str]) -> None:
        self.started = time.monotonic()
        self.feeds: Dict[str, Set[Feed]] = {}
        self._owner = os.getpid()
        self._lock = threading.Lock()
        # Why no line is answered any more.
        self._end: Optional[Error] = None
        # Why the process is killed, if it is.
        self._order: Optional[Error] = None
        with contextlib.ExitStack() as stack:
            # The file of a form in a dict, until the process has read it.
            self._form_file = stack.enter_context(contextlib.ExitStack())
            run, folder = self._form_file.enter_context(reading(form))
            self._errors = stack.enter_context(error_file())
            self._process = start([*run, *words], self._errors, folder)
            self._files = stack.pop_all()

    def ask(
        self,
        line: bytes,
        before: Callable[[], None],
        after: Callable[[Dict[str, Any], bytes], None],
    ) -> Dict[str, Any]:
        """Returns the answer to a line.

        `before` is called when it is this line's turn. If it raises, the line is not asked. `after`
        is called with the answer and its text before another line is asked.

        Raises:
            Error: As `ask_all` does.
        """
        return self.ask_all([line], before, after)[0]

    def ask_all(
        self,
        lines: Sequence[bytes],
        before: Optional[Callable[[], None]] = None,
        after: Optional[Callable[[Dict[str, Any], bytes], None]] = None,
    ) -> List[Dict[str, Any]]:
        """Returns the answers to lines, in order. No other line comes between them.

        Raises:
            Error: The process has ended, or belongs to the process that this one was forked from.
        """
        # Nobody waits for the lock after a fork: a thread that is not here may hold it.
        if self._owner != os.getpid():
            raise Error(
                f"the session belongs to the process {self._owner}, from which this one was "
                "forked; open another session"
            )
        with self._lock:
            if self._end is not None:
                raise _gone(self._end)
            if before is not None:
                before()
            answers: List[bytes] = []
            try:
                for block in _blocks(lines):
                    answers += self._exchange(block)
                    if not answers[-1].endswith(b"\n"):
                        raise self._stop()
                self._form_file.close()
                if after is not None:
                    said = [json.loads(answer) for answer in answers]
                    for answer, text in zip(said, answers):
                        after(answer, text)
                    return said
            except BaseException:
                # The next line would get the answer to one of these, or a subscriber would miss one.
                self._stop(Error("formeval was ended because a line was interrupted"))
                raise
        return [json.loads(answer) for answer in answers]

    def runs(self) -> bool:
        """Whether the process answers lines of this one, as far as is known."""
        if self._owner != os.getpid():
            return False
        if self._end is None and self._process.poll() is not None:
            with self._lock:
                self._stop()
        return self._end is None

    def retire(self) -> None:
        """Ends the process once it has answered the line that it was asked."""
        with self._lock:
            self._stop(Error("formeval was ended because another one takes its place"))

    def close(self) -> None:
        """Ends the process, also if it has not answered yet."""
        self._order = Error("the form is closed")
        self._process.kill()
        with self._lock:
            self._stop()

    def _exchange(self, lines: List[bytes]) -> List[bytes]:
        """Writes lines and reads their answers; the last is cut or empty if the process has ended."""
        try:
            self._process.stdin.write(b"\n".join(lines) + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return [b""]
        return [self._process.stdout.readline() for _ in lines]

    def _stop(self, order: Optional[Error] = None) -> Error:
        """Kills the process if there is an order, waits for its end, and returns why it ended."""
        if self._end is None:
            if order is not None:
                self._process.kill()
            status = self._process.wait()
            self._end = self._order or order or ended(status, self._errors)
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
            self._process.stdout.close()
            self._files.close()
            for feed in itertools.chain(*self.feeds.values()):
                feed.end(_gone(self._end))
            self.feeds.clear()
        return self._end


def _gone(end: Error) -> Error:
    """The error of a session whose process has ended."""
    return Error(f"the session is gone: {end}", None, end.status, end.stderr)


def _blocks(lines: Sequence[bytes]) -> Iterator[List[bytes]]:
    """Yields lines in blocks of at most `_BLOCK_BYTES`; a longer line is a block of its own."""
    block: List[bytes] = []
    size = 0
    for line in lines:
        if block and size + len(line) >= _BLOCK_BYTES:
            yield block
            block, size = [], 0
        block.append(line)
        size += len(line) + 1
    if block:
        yield block
