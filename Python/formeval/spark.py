"""Validates answers in Spark, with one process of the command for each partition.

    import formeval.spark

    lines = frame.selectExpr("to_json(struct(*)) AS answers")
    results = lines.mapInArrow(formeval.spark.validate(form), "answers string, result string")

This module does not import pyspark. It imports pyarrow when it runs, which `mapInArrow` needs too.
"""

import collections
from typing import TYPE_CHECKING, Any, Callable, Deque, Iterable, Iterator

from . import _source, _validation

if TYPE_CHECKING:
    import pyarrow


def validate(
    form: _source.Source, column: str = "answers", result: str = "result", **options: Any
) -> Callable[[Iterable["pyarrow.RecordBatch"]], Iterator["pyarrow.RecordBatch"]]:
    """Returns a function for `mapInArrow`.

    The function keeps the columns of the frame and adds one with the results, as JSON text.

    Args:
        form: The form as a dict, which Spark sends to the workers, or a path that every worker has.
        column: The name of the column with the answers, as JSON text.
        result: The name of the column that is added.
        options: Keywords of `formeval.validate`, such as `as_host=True`.

    If the command or a line fails, the task fails with an Error that has the number of the line in
    its partition, from 1.
    """

    def run(batches: Iterable["pyarrow.RecordBatch"]) -> Iterator["pyarrow.RecordBatch"]:
        import pyarrow

        # Batches whose results are not complete.
        waiting: Deque["pyarrow.RecordBatch"] = collections.deque()

        def answers() -> Iterator[Any]:
            for batch in batches:
                if batch.num_rows:
                    waiting.append(batch)
                    yield from batch.column(column).to_pylist()

        results = []
        for text in _validation.validate(form, answers(), as_text=True, **options):
            results.append(text)
            if len(results) == waiting[0].num_rows:
                batch = waiting.popleft()
                yield pyarrow.RecordBatch.from_arrays(
                    [*batch.columns, pyarrow.array(results, pyarrow.string())],
                    names=[*batch.schema.names, result],
                )
                results = []

    return run
