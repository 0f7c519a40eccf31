"""Runs `python -m formeval preview FORM`."""

import sys


def preview(arguments=None) -> None:
    """Shows a form in a browser; the command `formeval-preview`."""
    try:
        from .preview import server
    except ImportError as error:
        sys.exit(f"the preview needs {error.name}: pip install 'formgraph[preview]', from the wheel")
    server.main(arguments)


def main() -> None:
    if sys.argv[1:2] != ["preview"]:
        sys.exit("usage: python -m formeval preview FORM [flags]")
    preview(sys.argv[2:])


if __name__ == "__main__":
    main()
