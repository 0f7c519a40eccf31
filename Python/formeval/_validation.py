"""Validates answers against a form."""

import contextlib
import json
import os
from typing import Any, Callable, Generator, Iterable, List, Mapping, Optional, Sequence

from ._dates import conversions, convert
from ._json import answer_line
from ._process import Error, command, exchange, refuse_single
from ._source import Date, Path, Source, input_words, now_words, reading, reading_words


def validate(
    form: Source,
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
    values of the form, calculated ones too. In `values` a day is a `datetime.date`, a time of day
    is a `datetime.time`, and a point in time is text. If answers cannot be set, for example because
    a tag is unknown, the result has `refused` in place of `errors` and `values`. Docs/Protocols.md
    describes every key. There is one result for each element of `answers`.

    Nothing runs before the first result is asked for. Closing the generator ends the process.

    Args:
        form: The path of the form, or the form as a dict. The form in a dict cannot read tables
            from files beside it.
        answers: Dicts of values by tag, or JSON text. Days, times of day and points in time may be
            `date`, `time` and `datetime` objects; a `datetime` without a time zone is in UTC. None
            and blank text are refused like other mistakes.
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
    known_by = reading_words(trailing_commas, untrusted, stubs)
    words: List[str] = ["--answers", "-", *known_by]
    words += ["--as-host"] if as_host else []
    words += ["--include-hidden"] if include_hidden else []
    words += input_words(inputs)
    if migration is not None:
        # The command reads a form in a dict in another folder.
        path = os.path.abspath(migration) if isinstance(form, Mapping) else os.fspath(migration)
        words += ["--migration", path]
    words += ["--strict"] if strict else []
    words += now_words(now)
    # Text is a sequence too. It stands for its words, not for its letters.
    words += [] if only is None else ["--only", only if isinstance(only, str) else ",".join(only)]
    words += ["--changed"] if changed else []
    words += ["--threads", str(threads)]
    command()  # So that it is missed here, and not only when the first result is asked for.
    return _results(form, known_by, words, answers, as_text, on_error, read_ahead)


def _results(
    form: Source,
    known_by: List[str],
    words: List[str],
    answers: Iterable[Any],
    as_text: bool,
    on_error: Optional[Callable[[Error], Any]],
    read_ahead: int,
) -> Generator[Any, None, None]:
    with reading(form) as (run, folder):
        known = {} if as_text else conversions([*run, *known_by], folder)
        lines = exchange([*run, *words], answers, answer_line, read_ahead, folder)
        with contextlib.closing(lines):
            for line, error in lines:
                if error is None:
                    yield line.decode("utf-8") if as_text else convert(json.loads(line), known)
                elif on_error is None:
                    raise error
                else:
                    yield on_error(error)
