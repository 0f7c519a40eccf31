"""Writes Python values as lines of JSON for the command."""

import base64
import datetime
import decimal
import json
from typing import Any, Mapping, Union


def _plain(value: Any) -> Any:
    """What stands for a value that the json module does not know."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, decimal.Decimal):
        return _number(value)
    # A number of NumPy. Its arrays and its dates have the method `item` too.
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    if kind in ("b", "i", "u", "f") and getattr(value, "shape", None) == ():
        return value.item()
    raise TypeError(f"a value of the type {type(value).__name__} cannot be written as JSON")


def _number(value: decimal.Decimal) -> Union[int, float]:
    """A double, but an integer from 2⁵³ to 2⁶³, where doubles do not hold all whole numbers."""
    number = float(value)
    return int(value) if 2**53 <= abs(number) <= 2**63 and value == int(value) else number


def _answer(value: Any) -> Any:
    if isinstance(value, datetime.time) and value.tzinfo is not None:
        raise ValueError("a time of day has no time zone; remove it with replace(tzinfo=None)")
    # Dates and times of day are text in answers. A datetime is a date too.
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return _plain(value)


def _operand(value: Any) -> Any:
    # Predicates know kinds of values that JSON does not have.
    if isinstance(value, datetime.date):
        return {"$date": value.isoformat()}
    if isinstance(value, (bytes, bytearray)):
        return {"$data": base64.b64encode(value).decode("ascii")}
    if isinstance(value, (set, frozenset)):
        return {"$set": list(value)}
    return _plain(value)


_answer_encoder = json.JSONEncoder(separators=(",", ":"), default=_answer)
_operand_encoder = json.JSONEncoder(separators=(",", ":"), default=_operand)


def json_text(value: Any) -> str:
    """The JSON of a form or of an input."""
    return _answer_encoder.encode(value)


def operand_text(value: Any) -> str:
    """The JSON of a value that a predicate reads."""
    return _operand_encoder.encode(value)


def answer_line(value: Any) -> bytes:
    """The line for a set of answers. Text is JSON already."""
    if not isinstance(value, (str, bytes)):
        return _answer_encoder.encode(value).encode("ascii")
    # The command does not answer a blank line, but refuses null.
    return _single_line(value) or b"null"


def operand_line(value: Any) -> bytes:
    """The line for an object of a predicate. Text is JSON already."""
    if not isinstance(value, (str, bytes)):
        return _operand_encoder.encode(value).encode("ascii")
    line = _single_line(value)
    if not line:
        raise ValueError("the text is blank; the JSON of nothing is null")
    return line


def _single_line(text: Union[str, bytes]) -> bytes:
    """JSON text without line breaks; nothing if it is blank."""
    # Half of a surrogate pair is not valid UTF-8. The command refuses such a line.
    line = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    # JSON has two line breaks, and only one of them ends a line of the command. Both are blanks
    # between values and forbidden in strings.
    line = line.replace(b"\n", b"\r")
    return line if line.strip(b" \t\r") else b""
