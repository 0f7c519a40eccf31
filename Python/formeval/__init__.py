"""Validates answers against forms, and evaluates predicates, with the command formeval.

    import formeval

    for result in formeval.validate("form.json", answers):
        print(result["valid"], result["values"])

    adults = formeval.evaluate("age >= 18", people)

The command runs as a process of its own and is asked line by line over pipes. Docs/Python.md shows
more, and how to use the package in Spark.
"""

from ._evaluation import evaluate
from ._process import Error, command
from ._validation import validate

__all__ = ["Error", "command", "evaluate", "validate"]
