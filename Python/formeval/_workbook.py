"""XLSForms: workbooks that pyxform makes an XForm of, and the cells that places in it stand for.

Nobody who writes a workbook sees the XForm, and pyxform keeps no places. So an element of the XForm
is looked up in the workbook again: a bind or a control by the names of its node and of the groups
around it, a choice by its list and its value. The attribute says which column is meant.
"""

import argparse
import bisect
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.parsers.expat
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._process import Error, command

# By an attribute or element of an XForm: the columns that it may come from.
_COLUMNS = {
    "appearance": ["appearance"], "autoplay": ["autoplay"], "calculate": ["calculation"],
    "constraint": ["constraint"], "constraintMsg": ["constraint_message"],
    "count": ["repeat_count"], "hint": ["hint"], "item": ["name"], "label": ["label"],
    "nodeset": ["choice_filter", "type"], "preload": ["type"], "readonly": ["read_only", "readonly"],
    "relevant": ["relevant", "relevance"], "required": ["required"],
    "requiredMsg": ["required_message"], "saveIncomplete": ["save_to"],
    "setvalue": ["calculation", "default"], "type": ["type"], "value": ["calculation", "default"],
}
_TAG = re.compile(rb"<[^\s/>]+")
_ATTRIBUTE = re.compile(rb"\s+(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_ROW = re.compile(r"\[row : (\d+)\] (?:On the '(\w+)' sheet, )?")
# What is looked at of a tag: an XPath may have 100 kB.
_LONGEST_TAG = 1 << 18
_PLACE = re.compile(r":(\d+):(\d+)(?=:)")


class Workbook:
    """A workbook in the notation of XLSForm, and the XForm that pyxform makes of it.

    Attributes:
        path: The path of the workbook.
        xform: The XForm.
        warnings: What pyxform warns of.
    """

    def __init__(self, path: "os.PathLike[str] | str") -> None:
        """Reads a workbook.

        Raises:
            Error: It cannot be read, or pyxform refuses it.
        """
        try:
            from pyxform.errors import PyXFormError
            from pyxform.xls2xform import convert
        except ImportError as error:
            raise Error(
                f"a workbook needs {error.name}: pip install 'formgraph[xlsform]', from the wheel"
            ) from error
        self.path = os.fspath(path)
        if not os.path.isfile(self.path):
            raise Error(f"error: there is no file '{self.path}'")
        try:
            result = convert(self.path)
        except (PyXFormError, OSError) as error:
            raise Error(_refusal(self.name, str(error))) from error
        self.xform: str = result.xform
        self.warnings: List[str] = list(result.warnings)
        self._itemsets: Optional[str] = result.itemsets
        self._places: Optional[_Places] = None

    @property
    def name(self) -> str:
        """The name of the workbook in messages."""
        return os.path.basename(self.path)

    def write(self, folder: str) -> str:
        """Writes the XForm into a folder and gives its name there.

        The lists beside the workbook are copied, because the command reads no file elsewhere.
        """
        for file in pathlib.Path(self.path).absolute().parent.glob("*.csv"):
            shutil.copyfile(file, pathlib.Path(folder, file.name))
        name = pathlib.Path(self.path).stem + ".xml"
        for file, text in ((name, self.xform), ("itemsets.csv", self._itemsets)):
            if text:
                path = pathlib.Path(folder, file)
                path.unlink(missing_ok=True)
                path.write_text(text, encoding="utf-8")
        return name

    def told(self, text: str, file: str) -> str:
        """What the command says of the XForm, with cells in place of lines and columns.

        `FORM.xml:1:1830: error: …` becomes `FORM.xlsx:survey!C12: error: …`. Pictures of the line
        in the XForm are left out.

        Args:
            text: What the command has written.
            file: The name of the XForm's file there.
        """
        self._places = self._places or _Places(self.path, self.xform)
        lines = []
        hidden = 0
        for line in text.splitlines():
            if line.startswith(f"{file}:"):
                match = _PLACE.match(line, len(file))
                cell = self._places.cell(int(match[1]), int(match[2])) if match else None
                rest = line[match.end() if match else len(file):]
                line = f"{self.name}{f':{cell}' if cell else ''}{rest}"
                hidden = 2
            elif hidden and line.startswith("  "):
                hidden -= 1  # The line of the file, and the marks below it.
                continue
            else:
                hidden = 0
            lines.append(line)
        return "".join(f"{line}\n" for line in lines)


class _Places:
    """The cells that the elements of an XForm come from."""

    def __init__(self, path: str, xform: str) -> None:
        self._sheets = _sheets(path)
        self._lines = xform.split("\n")
        self._bytes = xform.encode()
        # By byte: the sheet, the row there, and the name of the element; None is no cell.
        self._starts: List[int] = []
        self._cells: List[Optional[Tuple[str, int, str]]] = []
        self._stack: List[Dict[str, Any]] = []
        parser = xml.parsers.expat.ParserCreate()
        parser.StartElementHandler = lambda name, attributes: self._start(parser, name, attributes)
        parser.CharacterDataHandler = self._text
        parser.EndElementHandler = lambda name: self._end()
        parser.Parse(self._bytes, True)

    def cell(self, line: int, column: int) -> Optional[str]:
        """The address of the cell for a place in the XForm, such as `survey!C12`."""
        if not 0 < line <= len(self._lines):
            return None
        before = [*self._lines[:line - 1], self._lines[line - 1][:column - 1]]
        offset = len("\n".join(before).encode())
        position = bisect.bisect_right(self._starts, offset) - 1
        found = self._cells[position] if position >= 0 else None
        if not found:
            return None
        sheet, row, element = found
        start = self._starts[position]
        words = [_attribute(self._bytes[start:start + _LONGEST_TAG], offset - start), element]
        return self._sheets[sheet].cell(row, words)

    def _start(self, parser: Any, name: str, attributes: Dict[str, str]) -> None:
        local = name.split(":")[-1]
        around = self._stack[-1] if self._stack else {}
        entry = {**around, "text": "", "own": None}
        if local == "instance":
            entry["list"] = attributes.get("id")
        elif local == "item" and around.get("list"):
            # The row is known when the value of the choice is.
            entry["own"] = entry["item"] = len(self._starts)
        elif local == "name" and "item" in around:
            entry["names"] = around["item"]
        path = next(
            (attributes[key] for key in ("ref", "nodeset", "bind", "id")
             if attributes.get(key, "").startswith("/")), None)
        if path:
            row = self._row(path)
            entry["cell"] = None if row is None else ("survey", row)
        elif local in ("instance", "model", "body", "translation"):
            entry["cell"] = None
        self._stack.append(entry)
        cell = entry.get("cell")
        self._starts.append(parser.CurrentByteIndex)
        self._cells.append((*cell, local) if cell else None)

    def _text(self, text: str) -> None:
        if self._stack:
            self._stack[-1]["text"] += text

    def _end(self) -> None:
        entry = self._stack.pop()
        if "names" in entry and (sheet := self._sheets.get("choices")):
            row = sheet.choices.get((entry["list"], entry["text"].strip()))
            if row is not None:
                for place in range(entry["names"], len(self._cells)):
                    self._cells[place] = ("choices", row, "item")

    def _row(self, path: str) -> Optional[int]:
        """The row of the node that a path leads to, or of the nearest group around it."""
        survey = self._sheets.get("survey")
        if survey is None:
            return None
        steps = [step.split(":")[-1] for step in path.split(":label")[0].split("/") if step]
        return next(
            (survey.rows[key] for end in range(len(steps), 1, -1)
             if (key := tuple(steps[1:end])) in survey.rows), None)


class _Sheet:
    """A sheet with a header: its questions by the names around them, or its choices."""

    def __init__(self, title: str, lines: Sequence[Sequence[Any]]) -> None:
        self.title = title
        self.lines = lines
        self.header = [_word(cell) for cell in lines[0]] if lines else []
        self.rows: Dict[Tuple[str, ...], int] = {}
        self.choices: Dict[Tuple[str, str], int] = {}
        around: List[str] = []
        for row in range(1, len(lines)):
            kind, name = self._text(row, "type"), self._text(row, "name")
            if lists := self._text(row, "list_name"):
                self.choices.setdefault((lists, name), row)
            if re.match(r"end[_ ]", kind):
                del around[-1:]
            elif kind:
                self.rows.setdefault((*around, name), row)
                if re.match(r"begin[_ ]", kind):
                    around.append(name)

    def cell(self, row: int, words: Sequence[str]) -> str:
        """The address of the cell of a row that attributes and elements come from."""
        for word in [*(column for word in words for column in _COLUMNS.get(word, [])), "name"]:
            for column, header in enumerate(self.header):
                if header.split("::")[0] == word and self._at(row, column):
                    return f"{self.title}!{_letters(column)}{row + 1}"
        return f"{self.title}!A{row + 1}"

    def _text(self, row: int, header: str) -> str:
        return self._at(row, self.header.index(header)) if header in self.header else ""

    def _at(self, row: int, column: int) -> str:
        line = self.lines[row]
        value = line[column] if column < len(line) else None
        return "" if value is None else str(value).strip()


def _refusal(name: str, message: str) -> str:
    """A message of pyxform, with the row that it names as the place."""
    row = _ROW.match(message)
    place = f"{name}:{row[2] or 'survey'}!A{row[1]}" if row else name
    return f"{place}: error: {message[row.end() if row else 0:]}"


def _attribute(tag: bytes, offset: int) -> str:
    """The name of the attribute at an offset from the start of a tag; empty if there is none."""
    name = _TAG.match(tag)
    position = name.end() if name else 0
    while attribute := _ATTRIBUTE.match(tag, position):
        if attribute.start() <= offset < attribute.end():
            return attribute[1].decode()
        position = attribute.end()
    return ""


def _word(cell: Any) -> str:
    """A header as pyxform understands it: without regard to case, and with `_` for blanks."""
    return re.sub(r"[\s]+", "_", str(cell or "").strip().lower())


def _letters(column: int) -> str:
    """The letters of a column: A for 0, AA for 26."""
    letters = ""
    while column >= 0:
        column, letter = divmod(column, 26)
        letters = chr(ord("A") + letter) + letters
        column -= 1
    return letters


def _sheets(path: str) -> Dict[str, _Sheet]:
    """The sheets of a workbook by their names; none of a file that openpyxl does not read."""
    import openpyxl

    try:
        workbook = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except Exception:  # It has no class for all that it raises. Messages then name the workbook.
        return {}
    try:
        return {
            _word(sheet.title): _Sheet(sheet.title, [list(line) for line in sheet.values])
            for sheet in workbook.worksheets}
    finally:
        workbook.close()


def is_workbook(path: "os.PathLike[str] | str") -> bool:
    """Whether a file is a workbook, by its name."""
    return pathlib.Path(path).suffix.lower() in (".xlsx", ".xlsm", ".xls")


def main(arguments: Optional[Sequence[str]] = None) -> None:
    """Prints the form that a workbook becomes, and the report of its import to standard error."""
    parser = argparse.ArgumentParser(
        "formeval import", allow_abbrev=False,
        description="Makes a form of an XLSForm, and says what became of each place of it.",
        epilog="The form is written to standard output, and the report to standard error. "
        "Flags after FORM.xlsx, such as --strict, go to formeval.")
    parser.add_argument("workbook", metavar="FORM.xlsx", help="the workbook")
    given, flags = parser.parse_known_args(arguments)
    try:
        sys.exit(imported(given.workbook, flags))
    except (Error, OSError) as error:
        print(error if isinstance(error, Error) else f"error: {error}", file=sys.stderr)
        sys.exit(2)


def imported(path: str, flags: Sequence[str] = ()) -> int:
    """Does what `main` does, and gives the exit status of the command."""
    workbook = Workbook(path)
    for warning in workbook.warnings:
        print(f"{workbook.name}: warning: {warning}", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="formeval-") as folder:
        file = workbook.write(folder)
        for mode, stream in (("--report", sys.stderr), ("--convert", sys.stdout)):
            run = subprocess.run(
                [os.path.abspath(command()), file, mode, *flags], cwd=folder,
                capture_output=True, text=True)
            print(workbook.told(run.stdout, file) if mode == "--report" else run.stdout,
                  end="", file=stream)
            if run.returncode:
                print(workbook.told(run.stderr, file), end="", file=sys.stderr)
                return run.returncode
    return 0
