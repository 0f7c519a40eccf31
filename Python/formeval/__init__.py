"""Validates answers against forms, keeps forms open, and evaluates predicates.

    import formeval

    for result in formeval.validate("form.json", answers):
        print(result["valid"], result["values"])

    with formeval.Form("form.json") as form, form.open() as session:
        print(session.set(age=41)["changes"])

    adults = formeval.evaluate("age >= 18", people)

The command formeval runs as a process of its own and is asked line by line over pipes.
`formeval.aio` is for asyncio. Docs/Python.md shows more, and how to use the package in Spark.
"""

from ._evaluation import evaluate
from ._form import Form, Session
from ._process import Error, Refused, command
from ._validation import validate

# Python/build-wheel compares it with the version of the command.
__version__ = "0.1.0"

__all__ = ["Error", "Form", "Refused", "Session", "command", "evaluate", "validate"]
