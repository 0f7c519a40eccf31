"""Turns the days and times of day of results into Python values.

In the JSON of a result a day is text, 2024-05-01, and so is a time of day, 14:30. Text looks the
same, so the types of the rows decide. They are read from the form as the command converts it.
"""

import datetime
import json
import subprocess
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

Convert = Callable[[Any], Any]


def conversions(words: Sequence[str], folder: Optional[str]) -> Dict[str, Convert]:
    """What to do with the values of a form, by their names. Values that stay are left out.

    `words` is the command with the form and the flags that reading the form needs, and `folder` is
    where it runs. A form that cannot be read has no conversions: the run that validates says what
    is wrong with it.
    """
    try:
        run = subprocess.run(
            [*words, "--convert"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=folder,
        )
    except OSError:
        return {}
    if run.returncode or not (b'"date"' in run.stdout or b'"time"' in run.stdout):
        return {}
    form = json.loads(run.stdout)
    return _Form(form).of_sections(form.get("sections", []), by_tag=False)


def convert(result: Dict[str, Any], known: Mapping[str, Convert]) -> Dict[str, Any]:
    """Converts the values of a result in their place."""
    if known:
        _convert_members(result.get("values"), known)
    return result


def _convert_members(values: Any, known: Mapping[str, Convert]) -> Any:
    if isinstance(values, dict):
        for name in values.keys() & known.keys():
            values[name] = known[name](values[name])
    return values


def _each(value: Any, one: Convert) -> Any:
    if isinstance(value, list):
        return [one(member) for member in value]
    return one(value)


def _date(value: Any) -> Any:
    try:
        return datetime.date.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _time(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    # Python knows microseconds, and before 3.11 reads three or six digits of them.
    whole, point, fraction = value.partition(".")
    try:
        return datetime.time.fromisoformat(whole + (point and f".{fraction[:6]:0<6}"))
    except ValueError:
        return value


_BY_TYPE: Dict[str, Convert] = {
    "date": lambda value: _each(value, _date), "time": lambda value: _each(value, _time)
}


class _Form:
    """A form whose rows are looked at."""

    def __init__(self, form: Mapping[str, Any]) -> None:
        self.tables = form.get("tables", {})
        self.is_nested = form.get("answers") == "nested"
        self.lists: Dict[str, Any] = {}
        self.find_lists(form.get("sections", []))

    def find_lists(self, sections: Sequence[Any]) -> None:
        for section in sections:
            if section.get("kind") == "multivalued" and "tag" in section:
                self.lists[section["tag"]] = section
            self.find_lists(section.get("sections", []))
            for template in _templates(section):
                self.find_lists(template.get("sections", []))

    def of_sections(self, sections: Sequence[Any], by_tag: bool) -> Dict[str, Convert]:
        """The conversions by name, or in items by tag.

        In nested answers a section with a tag or a name is an object, in items too.
        """
        known: Dict[str, Convert] = {}

        def add(row: Mapping[str, Any], change: Optional[Convert]) -> None:
            is_tag = by_tag and not self.is_nested
            name = row.get("tag") if is_tag else row.get("name", row.get("tag"))
            if name is not None and change is not None:
                known.setdefault(name, change)

        for section in sections:
            if section.get("kind") == "multivalued":
                add(section, self.of_items(section))
            elif self.is_object(section):
                add(section, self.of_object(section))
            else:
                add(section, self.of_row(section))
                for row in section.get("rows", []):
                    add(row, self.of_row(row))
                for name, change in self.of_sections(section.get("sections", []), by_tag).items():
                    known.setdefault(name, change)
        return known

    def is_object(self, section: Mapping[str, Any]) -> bool:
        """Whether nested answers have an object for a section."""
        is_named = "tag" in section or "name" in section
        return self.is_nested and is_named and section.get("kind") != "selectable"

    def of_object(self, section: Mapping[str, Any]) -> Optional[Convert]:
        inside = {"rows": section.get("rows", []), "sections": section.get("sections", [])}
        known = self.of_sections([inside], by_tag=False)
        return (lambda members: _convert_members(members, known)) if known else None

    def of_items(self, section: Mapping[str, Any]) -> Optional[Convert]:
        if "item" in section:
            return self.of_row(section["item"])
        known: Dict[str, Convert] = {}
        for template in _templates(section):
            for name, change in self.of_sections([template], by_tag=True).items():
                known.setdefault(name, change)
        if not known:
            return None
        return lambda items: _each(items, lambda item: _convert_members(item, known))

    def of_row(self, row: Mapping[str, Any]) -> Optional[Convert]:
        options = row.get("options")
        if isinstance(options, dict):
            return _BY_TYPE.get(self.type_of_options(options))
        return _BY_TYPE.get(row.get("type", ""))

    def type_of_options(self, options: Mapping[str, Any]) -> str:
        """The type of the column or of the row in items that the options are values of."""
        if "table" in options:
            columns = self.tables.get(options["table"], {}).get("columns", [])
            typed = [column for column in columns if isinstance(column, dict)]
            names = {column.get("name"): column.get("type", "") for column in typed}
        else:
            rows: List[Any] = []
            for template in _templates(self.lists.get(options.get("list"), {})):
                rows += template.get("rows", [])
            names = {row.get("tag"): row.get("type", "") for row in rows}
        return names.get(options.get("value"), "")


def _templates(section: Mapping[str, Any]) -> List[Any]:
    template = section.get("template")
    return [*section.get("templates", {}).values(), *([] if template is None else [template])]
