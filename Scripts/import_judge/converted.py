"""The form that the command makes of an XForm: which row stands for which node, and its states."""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Python" / "tests"))

from replica import Replica  # noqa: E402

COMMAND = os.environ.get("FORMEVAL") or str(ROOT / ".build" / "debug" / "formeval")
POSITION = re.compile(r"\[(\d+)\]")


def asked(*words):
    """What the command prints for a form, as JSON; ValueError with its first error otherwise."""
    result = subprocess.run([COMMAND, *map(str, words)], capture_output=True, check=False)
    try:
        return json.loads(result.stdout)
    except ValueError:
        lines = result.stderr.decode().splitlines()
        errors = [line for line in lines if ": error: " in line] or lines
        raise ValueError(errors[0] if errors else f"status {result.returncode}") from None


class Paths:
    """Which node each tag stands for: the names of the nested answers are those of the nodes."""

    def __init__(self, form, root):
        # The parts of a node's path by the address without positions. A position of a list stands
        # between two parts.
        self.parts = {}
        for section in form["sections"]:
            self._add_section(section, "", ["/" + root])
        self.addresses = {"".join(parts): address for address, parts in self.parts.items()}

    def _add_section(self, section, prefix, parts):
        tag = section.get("tag")
        name = section.get("name", tag)
        if name is not None:
            parts = [*parts[:-1], f"{parts[-1]}/{name}"]
        if tag is not None:
            self.parts[prefix + tag] = parts
        if section.get("kind") == "multivalued":
            section = section.get("template", {})
            prefix, parts = f"{prefix}{tag}.", [*parts, ""]
        for row in section.get("rows", []):
            if "tag" in row:
                name = row.get("name", row["tag"])
                self.parts[prefix + row["tag"]] = [*parts[:-1], f"{parts[-1]}/{name}"]
        for inner in section.get("sections", []):
            self._add_section(inner, prefix, parts)

    def path(self, address):
        """The path of the node that an address stands for, with positions from 1; or None."""
        positions = [f"[{int(position) + 1}]" for position in POSITION.findall(address)]
        parts = self.parts.get(POSITION.sub("", address))
        if parts is None:
            return None
        # The address of an item has one position more than its list.
        parts = parts + [""] * (len(positions) + 1 - len(parts))
        return "".join(part + position for part, position in zip(parts, [*positions, ""]))

    def address(self, path):
        """The address of a node of which the path has positions; or None."""
        address = self.addresses.get(POSITION.sub("", path))
        if address is None:
            return None
        positions = [int(position) - 1 for position in POSITION.findall(path)]
        *lists, last = address.split(".")
        if len(lists) > len(positions):
            return None
        placed = [f"{tag}[{position}]" for tag, position in zip(lists, positions)]
        return ".".join([*placed, last])


class Session:
    """The form while it is filled in."""

    def __init__(self, file, paths, now):
        self.paths = paths
        self.process = subprocess.Popen(
            [COMMAND, str(file), "--edits", "-", "--now", now, "--seed", "judge"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.replica = Replica(self.ask({"state": True})["state"])

    def ask(self, line):
        """The answer to a line."""
        try:
            self.process.stdin.write(json.dumps(line, ensure_ascii=False) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        answer = self.process.stdout.readline()
        if not answer:
            raise ValueError(f"the command ends with status {self.process.wait()} at {line}")
        return json.loads(answer)

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def edit(self, edit):
        """Makes an edit of the judge's as the user; the reason if it cannot be made, or None."""
        [(verb, path)] = [(verb, edit[verb]) for verb in ("set", "add", "remove") if verb in edit]
        item = POSITION.findall(path)[-1:]
        address = self.paths.address(path)
        if address is None:
            return "no row or list stands for the node"
        if verb == "set":
            row = self.rows().get(path)
            if row is None:
                return "no row stands for the node"
            line = {"set": {address: value_of(edit["value"], row, self.replica.state)}}
        else:
            list_edit = {"section": address, "at": int(item[0]) - 1}
            line = {"insert" if verb == "add" else "remove": [list_edit]}
        answer = self.ask({"as": "user", **line})
        if "error" in answer:
            return answer["error"]
        self.replica.apply(answer)
        return None

    def rows(self):
        """The rows by the paths of their nodes."""
        return {path: row for path, row in self._members() if "sections" not in row}

    def members(self):
        """Rows, sections and lists by the paths of their nodes; items by their position."""
        return dict(self._members())

    def _members(self):
        for section in self.replica.state["sections"]:
            yield from self._named(section)
            for row in section.get("rows", []):
                yield from self._named(row)
            for item in section.get("items", []):
                for row in item["rows"]:
                    yield from self._named(row)

    def _named(self, member):
        address = member.get("address") or member.get("name") or member.get("tag")
        path = self.paths.path(address) if address else None
        if path is not None:
            yield path, member


def value_of(text, row, state):
    """The value of a row that an answer in JavaRosa's notation stands for."""
    kind = row["type"]
    if text is None:
        return None
    if kind == "multipleSelector":
        return [option_of(word, row, state) for word in text.split()]
    if options_of(row, state):
        return option_of(text, row, state)
    try:
        if kind == "int":
            return int(text)
        if kind in ("decimal", "stepper", "slider"):
            number = float(text)
            return int(number) if number.is_integer() else number
    except ValueError:
        return text
    if kind in ("switch", "check"):
        return text in ("1", "true", "OK")
    if kind == "time":
        return text[:8] if text[6:8] != "00" else text[:5]
    return text


def options_of(row, state):
    """All options of a row."""
    source = state.get("optionSources", {}).get(row.get("optionSource"))
    return source if source is not None else row.get("allOptions") or []


def option_of(text, row, state):
    """The value of the option that has a text."""
    return next((option["value"] for option in options_of(row, state)
                 if shown(option["value"]) == text), text)


def shown(value):
    """A value as the text of an instance."""
    if value is None or isinstance(value, str):
        return value or None
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, list):
        return " ".join(map(str, map(shown, value))) or None
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
