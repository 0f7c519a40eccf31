"""One command with many live forms, which is asked line by line.

Unlike a pipe of the package, which threads share, a process tells at once that it has ended, and
keeps the beginning of what it says then: of a thousand mistakes the first ones are shown.
"""

import asyncio
import collections
import json
from typing import Any, Deque, Optional, Sequence

# As much of the error text as a page shows: the diagnostics of some hundred mistakes.
_ERROR_BYTES = 1 << 16


class Ended(Exception):
    """The command has ended, so that it does not answer."""


class Process:
    """A command `formeval FORM --edits -`. It answers in the order of the lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._waiting: Deque["asyncio.Future[Any]"] = collections.deque()
        self._errors = b""
        # What the command said at its end.
        self.last_words = ""
        self.status: Optional[int] = None
        self.end = asyncio.gather(self._read(), self._read_errors())

    @classmethod
    async def start(cls, words: Sequence[str]) -> "Process":
        pipe = asyncio.subprocess.PIPE
        # A line holds the state of a whole form, so lines have no limit that a form can reach.
        return cls(await asyncio.create_subprocess_exec(
            *words, stdin=pipe, stdout=pipe, stderr=pipe, limit=1 << 30))

    @staticmethod
    def text(line: Any) -> bytes:
        """The JSON of a line; raises a RecursionError if it nests too deep."""
        return json.dumps(line).encode("ascii") + b"\n"

    async def ask(self, line: Any) -> Any:
        """Sends a line and gives its answer."""
        return await self.send(self.text(line))

    async def send(self, text: bytes) -> Any:
        """Sends the text of a line and gives its answer."""
        if self.last_words:
            raise Ended(self.last_words)
        # From here on nothing may fail: who waits without having asked takes another's answer.
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        try:
            self._process.stdin.write(text)
            await self._process.stdin.drain()
        except ConnectionError:
            pass  # The reader finds the end, and says so to all who wait.
        return await answer

    async def stop(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self.end

    async def _read(self) -> None:
        while line := await self._process.stdout.readline():
            answer = self._waiting.popleft()
            if not answer.done():
                try:
                    answer.set_result(json.loads(line))
                except RecursionError:
                    answer.set_result({"error": "the answer nests too deep"})
        self.status = status = await self._process.wait()
        await asyncio.sleep(0)  # Lets the reader of errors take what is there.
        said = self._errors.decode("utf-8", "replace").strip()
        by = f"by signal {-status}" if status < 0 else f"with status {status}"
        self.last_words = said or f"The command formeval was ended {by}."
        for answer in self._waiting:
            if not answer.done():
                answer.set_exception(Ended(self.last_words))

    async def _read_errors(self) -> None:
        while block := await self._process.stderr.read(_ERROR_BYTES):
            self._errors += block[:_ERROR_BYTES - len(self._errors)]
