"""Runs the command and exchanges lines with it.

One thread does everything: the one that asks for the next result. It writes when the command can
take more, and reads when the command has answered, so neither waits for the other for ever. The
caller's iterable is read in the caller's thread, as cursors of databases demand.
"""

import itertools
import os
import pathlib
import selectors
import shutil
import signal
import subprocess
import tempfile
from typing import (
    IO, Any, Callable, Dict, Generator, Iterable, Iterator, List, Mapping, Optional, Sequence,
    Tuple,
)

# A block ends at this many bytes, however few lines it has. This bounds the memory.
_BLOCK_BYTES = 1 << 18
_READ_BYTES = 1 << 16
# As much of the command's error text as a message shows, from its end.
_ERROR_BYTES = 1 << 14


class Error(Exception):
    """The command cannot be run, has ended too early or refused a line, or an element is not JSON.

    Attributes:
        line: The number of the line, from 1, or None if no line is to blame. It counts the elements
            of the iterable.
        status: The exit status of the command, negative if a signal ended it; None if it runs.
        stderr: What the command wrote to standard error.
    """

    def __init__(
        self,
        message: str,
        line: Optional[int] = None,
        status: Optional[int] = None,
        stderr: str = "",
    ) -> None:
        super().__init__(message)
        self.line = line
        self.status = status
        self.stderr = stderr

    def __reduce__(self):
        # Spark and multiprocessing send exceptions to other processes.
        return Error, (str(self), self.line, self.status, self.stderr)


class Refused(Error):
    """The form refuses an edit or a question, which changes nothing. The session goes on.

    Attributes:
        message: What is wrong.
        hint: What to do, or None.
        code: A stable word for the kind of refusal, such as "noOption". Docs/Protocols.md lists
            them.
        tag: The row or section to blame, or None.
        id: The id of that row or section if it has no tag, or None.
        shown: What to show the user at the field, in the language of the form; None if a user
            cannot cause the refusal.
        key: The key of the line that did not fit, "opening" or "after", if the code is "stale".
        sequence: How often the form has been changed, or None.
    """

    def __init__(
        self,
        error: str,
        message: Optional[str] = None,
        hint: Optional[str] = None,
        code: str = "malformed",
        tag: Optional[str] = None,
        id: Optional[str] = None,
        shown: Optional[str] = None,
        key: Optional[str] = None,
        sequence: Optional[int] = None,
    ) -> None:
        super().__init__(error)
        self.message = error if message is None else message
        self.hint = hint
        self.code = code
        self.tag = tag
        self.id = id
        self.shown = shown
        self.key = key
        self.sequence = sequence

    def __reduce__(self):
        return Refused, (
            str(self), self.message, self.hint, self.code, self.tag, self.id, self.shown, self.key,
            self.sequence)


def command() -> str:
    """Returns the path of the command.

    It is the one that pip has installed with this package, or what the environment variable
    FORMEVAL names, or the formeval on PATH.

    Raises:
        Error: There is no command.
    """
    found = _installed() or os.environ.get("FORMEVAL") or shutil.which("formeval")
    if not found:
        raise Error(
            "the command formeval is not found: install the wheel of this package, name the binary "
            "in the environment variable FORMEVAL, or put it on PATH"
        )
    return found


def _installed() -> Optional[str]:
    """The path of the command of the wheel that this package is from; None if it is from none."""
    site = pathlib.Path(__file__).absolute().parents[1]
    # Of an environment, the package is in lib/python3.X/site-packages, and the command in bin. With
    # --target, bin stands beside the package.
    for folder in (site, *list(site.parents)[2:3]):
        path = folder / "bin" / "formeval"
        # In a clone, bin may be that of the system, with a command of another version.
        if path.is_file() and any(site.glob("formgraph-*.dist-info")):
            return str(path)
    return None


def start(
    words: Sequence[str], errors: IO[bytes], folder: Optional[str] = None, bufsize: int = -1
) -> subprocess.Popen:
    """Starts the command with pipes to it, in a folder if one is given.

    Raises:
        Error: The command cannot be started.
    """
    try:
        return subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=folder,
            bufsize=bufsize,
        )
    except OSError as error:
        raise Error(f"the command formeval cannot be started: {error}") from error


def error_file() -> IO[bytes]:
    """A file for what the command says; in memory if the system can, since no disk may be writable."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("formeval"), "w+b")
    return tempfile.TemporaryFile()


def refuse_single(name: str, value: Any) -> None:
    """Raises a TypeError for one element where many are expected."""
    # All of these can be iterated over: for keys, letters and numbers.
    if isinstance(value, (Mapping, str, bytes, bytearray)):
        raise TypeError(
            f"{name} must be a list or another iterable, not one {type(value).__name__}; "
            f"put it in a list: [{name}]"
        )


def exchange(
    words: Sequence[str],
    elements: Iterable[Any],
    line_of: Callable[[Any], bytes],
    read_ahead: int,
    folder: Optional[str] = None,
) -> Generator[Tuple[bytes, Optional[Error]], None, None]:
    """Runs the command and yields for each element the command's answer, a line of output.

    `line_of` makes the line of input for an element. It is not blank, since the command does not
    answer blank lines, and has no line break. If `line_of` fails, the command is asked about None
    instead, which keeps the order, and the Error stands beside the answer. At most `read_ahead`
    elements are taken before their answers are yielded.

    If the iterable raises an exception, the elements before it are answered first.
    """
    unwritten: Dict[int, Error] = {}
    with error_file() as errors:
        process = start(words, errors, folder, bufsize=0)
        try:
            answered = 0
            asked = _Input(process.stdin, _lines(elements, line_of, unwritten), read_ahead)
            for line in _answers(process, asked):
                answered += 1
                asked.waiting -= 1
                yield line, unwritten.pop(answered, None)
            # If every line is answered, the status says nothing more: the process is killed below,
            # because it may wait for an end of its input that does not come. A process that was
            # forked from this one has the pipe, too.
            if asked.is_open or asked.waiting or not answered:
                status = process.wait()
                if asked.is_open or asked.waiting or status:
                    raise ended(status, errors, answered + 1) from asked.failure
            if asked.failure is not None:
                raise asked.failure
        finally:
            # If the generator is closed early, the command still runs.
            if process.poll() is None:
                process.kill()
            process.stdin.close()
            process.stdout.close()
            process.wait()


def _lines(
    elements: Iterable[Any], line_of: Callable[[Any], bytes], unwritten: Dict[int, Error]
) -> Iterator[bytes]:
    """Yields a line for each element, and puts an Error in `unwritten` if there is none."""
    for number, element in enumerate(elements, 1):
        try:
            line = line_of(element)
        except Exception as error:  # What an element is made of may raise anything.
            unwritten[number] = Error(f"line {number}: {error}", number)
            unwritten[number].__cause__ = error
            line = line_of(None)
        yield line


def ended(status: int, errors: IO[bytes], line: Optional[int] = None) -> Error:
    """The Error of a process that has ended too early."""
    size = errors.seek(0, os.SEEK_END)
    errors.seek(max(0, size - _ERROR_BYTES))
    text = errors.read().decode("utf-8", "replace").strip()
    if status < 0:
        try:
            how = f"was ended by {signal.Signals(-status).name}"
        except ValueError:
            how = f"was ended by signal {-status}"
    else:
        how = f"ended with status {status}"
    message = f"formeval {how}" + ("" if line is None else f" before it answered line {line}")
    return Error(f"{message}: {text}" if text else message, line, status, text)


class _Input:
    """The lines for the command, in blocks.

    A block is taken when at most half of `read_ahead` lines wait for their answers. So the command
    has work while the next block is made.
    """

    def __init__(self, pipe, lines: Iterator[bytes], read_ahead: int) -> None:
        if read_ahead < 1:
            raise ValueError("read_ahead must be 1 or more")
        self.pipe = pipe
        self.lines = lines
        self.block_lines = (read_ahead + 1) // 2
        self.most_waiting = read_ahead // 2
        # How many lines have been taken and not been answered.
        self.waiting = 0
        self.block = memoryview(b"")
        # False once every line has been written.
        self.is_open = True
        # What the iterable has raised, which ends the lines.
        self.failure: Optional[Exception] = None
        os.set_blocking(pipe.fileno(), False)

    def write(self) -> bool:
        """Writes what the pipe takes now; returns whether the pipe is full."""
        while self.is_open:
            if not self.block:
                if self.waiting > self.most_waiting:
                    return False
                self._take_block()
                if not self.block:
                    self.is_open = False
                    return False
            try:
                self.block = self.block[os.write(self.pipe.fileno(), self.block) :]
            except BlockingIOError:
                return True
            except BrokenPipeError:
                # The command has ended. Its answers so far are still read.
                return False
        return False

    def _take_block(self) -> None:
        taken: List[bytes] = []
        size = 0
        try:
            for line in itertools.islice(self.lines, self.block_lines):
                taken.append(line)
                size += len(line)
                if size >= _BLOCK_BYTES:
                    break
        except Exception as error:
            self.failure = error
        self.waiting += len(taken)
        self.block = memoryview(b"".join(line + b"\n" for line in taken))


def _answers(process: subprocess.Popen, asked: _Input) -> Iterator[bytes]:
    """Yields the lines of the command's output until it ends."""
    output = process.stdout.fileno()
    pieces: List[bytes] = []
    with selectors.DefaultSelector() as selector:
        selector.register(output, selectors.EVENT_READ)
        was_full = False
        while True:
            is_full = asked.write()
            if is_full and not was_full:
                selector.register(process.stdin, selectors.EVENT_WRITE)
            elif was_full and not is_full:
                selector.unregister(process.stdin)
            was_full = is_full
            if not asked.is_open:
                # So the command sees the end of its input. Closing twice does no harm.
                process.stdin.close()
            if not any(key.fd == output for key, _ in selector.select()):
                continue
            data = os.read(output, _READ_BYTES)
            if not data:
                return
            if b"\n" not in data:
                pieces.append(data)
                continue
            first, *others = data.split(b"\n")
            pieces.append(first)
            yield b"".join(pieces)
            pieces = [others.pop()]
            yield from others
            if not asked.is_open and not asked.waiting:
                return
