"""Validates answers against a form."""

import contextlib
import datetime
import json
import os
import tempfile
from typing import (
    Any, Callable, Generator, Iterable, Iterator, List, Mapping, Optional, Sequence, Union,
)

from ._dates import conversions, convert
from ._json import answer_line, json_text
from ._process import Error, command, exchange, refuse_single

Path = Union[str, "os.PathLike[str]"]
Form = Union[Path, Mapping[str, Any]]
Date = Union[str, datetime.date]


def validate(
    form: Form,
    answers: Iterable[Any],
    *,
    as_host: bool = False,
    include_hidden: bool = False,
    inputs: Optional[Mapping[str, Any]] = None,
    stubs: Optional[Mapping[str, str]] = None,
    migration: Optional[Path] = None,
    strict: bool = False,
    trailing_commas: bool = False,
    now: Optional[Date] = None,
    only: Optional[Sequence[str]] = None,
    changed: bool = False,
    untrusted: bool = False,
    threads: int = 1,
    as_text: bool = False,
    on_error: Optional[Callable[[Error], Any]] = None,
    read_ahead: int = 1024,
) -> Generator[Any, None, None]:
    """Yields what the form says of each set of answers, in order.

    A result is a dict: `valid` is True or False, `errors` lists what is wrong, and `values` has all
    values of the form, calculated ones too. In `values` a day is a `datetime.date`, a time of day is
    a `datetime.time`, and a point in time is text. If answers cannot be set, for example because a tag is
    unknown, the result has `refused` in place of `errors` and `values`. Docs/Protocols.md describes
    every key. There is one result for each element of `answers`.

    Nothing runs before the first result is asked for. Closing the generator ends the process.

    Args:
        form: The path of the form, or the form as a dict. The form in a dict cannot read tables
            from files beside it.
        answers: Dicts of values by tag, or JSON text. Days, times of day and points in time may be
            `date`, `time` and `datetime` objects; a `datetime` without a time zone is in UTC. None and blank text are refused like other mistakes.
        as_host: Set the answers as the host app, which may also set hidden and disabled rows.
        include_hidden: Validate hidden rows too, and report their values.
        inputs: Values of the form's inputs, by name.
        stubs: Formulas for functions of the host app, such as {"isAdult(age)": "$age >= 18"}.
        migration: The path of a migration, which is applied to the answers.
        strict: Refuse answers after which a condition cannot be evaluated.
        trailing_commas: Allow a comma before a closing bracket of the form.
        now: What `now()` gives. If it is not given, the time at which the process starts.
        only: What a result has: words of "valid", "errors", "missing", "problems", "pending" and
            "values", and names of values.
        changed: Report only values that differ from the answers.
        untrusted: Use the limits for strangers.
        threads: How many threads of the process validate.
        as_text: Yield each result as the JSON text that the command prints, which is faster.
        on_error: What is called with the Error for answers that cannot be written as JSON. What it
            returns is yielded, and the generator goes on.
        read_ahead: How many elements of `answers` may be read before their results are yielded.
            With 1, each result is yielded before the next answers are read.

    Raises:
        Error: The command is not found, the form is wrong, the process has died, or, without
            `on_error`, answers cannot be written as JSON. The results before are yielded first.
    """
    refuse_single("answers", answers)
    # What reading the form needs.
    reading = (["--trailing-commas"] if trailing_commas else []) + (
        ["--untrusted"] if untrusted else []
    )
    words: List[str] = ["--answers", "-", *reading]
    words += ["--as-host"] if as_host else []
    words += ["--include-hidden"] if include_hidden else []
    for name, value in (inputs or {}).items():
        words += ["--input", f"{name}:={json_text(value)}"]
    for name, formula in (stubs or {}).items():
        reading += ["--stub", f"{name}={formula}"]
        words += reading[-2:]
    words += [] if migration is None else ["--migration", os.fspath(migration)]
    words += ["--strict"] if strict else []
    words += now_words(now)
    # Text is a sequence too. It stands for its words, not for its letters.
    words += [] if only is None else ["--only", only if isinstance(only, str) else ",".join(only)]
    words += ["--changed"] if changed else []
    words += ["--threads", str(threads)]
    return _results(form, reading, words, answers, as_text, on_error, read_ahead, command())


def now_words(now: Optional[Date]) -> List[str]:
    """The flag for the current time."""
    if now is None:
        return []
    return ["--now", now if isinstance(now, str) else now.isoformat()]


def _results(
    form: Form,
    reading: List[str],
    words: List[str],
    answers: Iterable[Any],
    as_text: bool,
    on_error: Optional[Callable[[Error], Any]],
    read_ahead: int,
    path: str,
) -> Generator[Any, None, None]:
    with contextlib.ExitStack() as stack:
        if isinstance(form, Mapping):
            form = stack.enter_context(_file(form))
        file = os.fspath(form)
        # A path that begins with a dash would look like a flag.
        file = os.path.join(os.curdir, file) if file.startswith("-") else file
        known = {} if as_text else conversions([path, file, *reading])
        lines = exchange([path, file, *words], answers, answer_line, read_ahead)
        with contextlib.closing(lines):
            for line, error in lines:
                if error is None:
                    yield line.decode("utf-8") if as_text else convert(json.loads(line), known)
                elif on_error is None:
                    raise error
                else:
                    yield on_error(error)


@contextlib.contextmanager
def _file(form: Mapping[str, Any]) -> Iterator[str]:
    """A file with the form for as long as the process needs it."""
    with tempfile.TemporaryDirectory(prefix="formeval-") as folder:
        path = os.path.join(folder, "form.json")
        with open(path, "w", encoding="ascii") as file:
            file.write(json_text(form))
        yield path
