"""Runs the command: `python -m formeval form.json --check` is `formeval form.json --check`.

`python -m formeval preview FORM` shows a form in a browser, and `python -m formeval import
FORM.xlsx` makes a form of an XLSForm. A form in a file called preview is `./preview`.
"""

import os
import sys

from ._process import Error, command


def preview(arguments=None) -> None:
    """Shows a form in a browser; the command `formeval-preview`."""
    try:
        from .preview import server
    except ImportError as error:
        sys.exit(f"the preview needs {error.name}: pip install 'formgraph[preview]', from the wheel")
    server.main(arguments)


def main() -> None:
    words = sys.argv[1:]
    if words[:1] == ["preview"]:
        return preview(words[1:])
    if words[:1] == ["import"]:
        from ._workbook import main as import_workbook

        return import_workbook(words[1:])
    try:
        # The command takes the place of Python, so signals and the exit status are its own.
        os.execv(command(), ["formeval", *words])
    except (Error, OSError) as error:
        said = error if isinstance(error, Error) else f"the command cannot be started: {error}"
        print(f"error: {said}", file=sys.stderr)
        sys.exit(2)  # As the command says that something it needs does not exist.


if __name__ == "__main__":
    main()
