"""Forms as the command reads them: from a file."""

import contextlib
import datetime
import os
import tempfile
from typing import Any, Iterator, List, Mapping, Optional, Tuple, Union

from ._json import json_text
from ._process import Error, command

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, Mapping[str, Any]]
Date = Union[str, datetime.date]

# What errors call a form that is a dict.
_NAME = "<dict>"


@contextlib.contextmanager
def reading(form: Source) -> Iterator[Tuple[List[str], Optional[str]]]:
    """Yields the words that run the command on a form, and the folder in which; None is this one.

    A form in a dict is in a file as long as the context is open. The command runs in the folder of
    that file, so that errors show the name of the file and no path.
    """
    path = command()
    if not isinstance(form, Mapping):
        file = os.fspath(form)
        # A path that begins with a dash would look like a flag.
        yield [path, os.path.join(os.curdir, file) if file.startswith("-") else file], None
        return
    try:
        temporary = tempfile.TemporaryDirectory(prefix="formeval-")
    except OSError as error:
        raise Error(
            f"the form is a dict, which needs a folder for temporary files: {error}; name one in the "
            "environment variable TMPDIR, or give the path of a form"
        ) from error
    with temporary as folder:
        with open(os.path.join(folder, _NAME), "w", encoding="ascii") as file:
            file.write(json_text(form))
        # The path of the command may be seen only from here.
        yield [os.path.abspath(path) if os.path.dirname(path) else path, _NAME], folder


def reading_words(
    trailing_commas: bool, untrusted: bool, stubs: Optional[Mapping[str, str]]
) -> List[str]:
    """The flags that reading a form needs."""
    words = ["--trailing-commas"] if trailing_commas else []
    words += ["--untrusted"] if untrusted else []
    for name, formula in (stubs or {}).items():
        words += ["--stub", f"{name}={formula}"]
    return words


def input_words(inputs: Optional[Mapping[str, Any]]) -> List[str]:
    """The flags for inputs of a form."""
    return [
        word
        for name, value in (inputs or {}).items()
        for word in ("--input", f"{name}:={json_text(value)}")
    ]


def now_words(now: Optional[Date]) -> List[str]:
    """The flag for the current time."""
    if now is None:
        return []
    return ["--now", now if isinstance(now, str) else now.isoformat()]
