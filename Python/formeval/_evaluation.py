"""Evaluates a predicate for many objects."""

import contextlib
import json
from typing import Any, Callable, Generator, Iterable, List, Mapping, Optional, Sequence

from ._json import operand_line, operand_text
from ._process import Error, command, exchange, refuse_single
from ._source import Date, now_words


def evaluate(
    predicate: str,
    objects: Iterable[Any],
    *,
    arguments: Sequence[Any] = (),
    variables: Optional[Mapping[str, Any]] = None,
    functions: str = "apple",
    time_zone: Optional[str] = None,
    now: Optional[Date] = None,
    untrusted: bool = False,
    threads: int = 1,
    on_error: Optional[Callable[[Error], Any]] = None,
    read_ahead: int = 1024,
) -> Generator[Any, None, None]:
    """Yields True or False for each object: whether the predicate holds for it.

    Some objects cannot be decided, for example because a text is compared with a number. Such an
    object raises an Error, which ends the generator. With `on_error`, the generator goes on: it
    calls `on_error` with the Error and yields what that returns. So `on_error=errors.append`
    collects the errors and yields None for these objects.

    Nothing runs before the first result is asked for. Closing the generator ends the process.

    Args:
        predicate: The text of the predicate, such as "age >= %@ AND name BEGINSWITH 'A'".
        objects: What the keys of the predicate read: dicts or other values, or JSON text. Dates are
            `datetime` objects, data is `bytes`; text is JSON, so a string is '"Ana"'. Blank text is
            an error.
        arguments: Values for the placeholders of the text.
        variables: Values of the variables of the text, by name without the `$`.
        functions: "apple", or "extended" for the functions beyond Apple's.
        time_zone: Where `today()` and the like read the clock; UTC if it is not given.
        now: What `now()` gives. If it is not given, the time at which the process starts.
        untrusted: Use the limits for strangers.
        threads: How many threads of the process evaluate.
        on_error: What is called for an object that cannot be decided or written as JSON.
        read_ahead: How many objects may be read before their results are yielded. With 1, each
            result is yielded before the next object is read.

    Raises:
        Error: The command is not found, the predicate is wrong, the process has died, or, without
            `on_error`, an object cannot be decided or written as JSON. The results before are
            yielded first.
    """
    refuse_single("objects", objects)
    refuse_single("arguments", arguments)
    words: List[str] = [command(), "--predicates", "-", "--functions", functions]
    words += [] if time_zone is None else ["--time-zone", time_zone]
    words += now_words(now)
    words += ["--untrusted"] if untrusted else []
    words += ["--threads", str(threads)]
    # All keys are given, and no key may be given twice. So text that is not JSON cannot add a key.
    tail = b"".join(
        b',"%s":%s' % (key, operand_text(value).encode("ascii"))
        for key, value in [
            (b"format", predicate), (b"args", list(arguments)), (b"vars", dict(variables or {}))
        ]
    )
    return _results(words, objects, tail + b"}", on_error, read_ahead)


def _results(
    words: List[str],
    objects: Iterable[Any],
    tail: bytes,
    on_error: Optional[Callable[[Error], Any]],
    read_ahead: int,
) -> Generator[Any, None, None]:
    def question(value: Any) -> bytes:
        return b'{"object":' + operand_line(value) + tail

    lines = exchange(words, objects, question, read_ahead)
    with contextlib.closing(lines):
        for number, (line, error) in enumerate(lines, 1):
            answer = json.loads(line)
            # A mistake in the predicate is the same for every object.
            is_mistake = answer.get("stage") in ("parse", "refused")
            if is_mistake or not (answer["ok"] or error):
                hint = f" ({answer['hint']})" if "hint" in answer else ""
                error = Error(f"line {number}: {answer['error']}{hint}", number)
            if error is None:
                yield answer["result"]
            elif on_error is None or is_mistake:
                raise error
            else:
                yield on_error(error)
