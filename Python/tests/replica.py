"""A form as a client keeps it: the state it got first, kept up to date by change sets alone.

The rules here are those of Docs/Protocols.md. A renderer needs no others.
"""

from typing import Any, Dict, Iterator, List, Optional

Json = Dict[str, Any]

# The texts of a member that can change; a state has the title always, the others if they are given.
_TEXTS = ("title", "subtitle", "footer", "placeholder", "help", "selectorTitle", "unit")
_BOUNDS = ("minimum", "maximum", "step", "minuteInterval")
# What a state leaves out where it is false or empty, and where it is null.
_OPTIONAL = ("dirty", "disabledOptions", "actions", "verdict", "errorDetails")
_ABSENT = ("display", "optionGroups", "options", "optionSource", "allOptions", "ownHidden",
           "ownDisabled", "collapsed")


class Replica:
    """The state of a form."""

    def __init__(self, state: Json) -> None:
        self.state = state
        self._index()

    def apply(self, answer: Json) -> None:
        """Brings the state up to date with a change set."""
        if "optionSources" in answer:
            self.state.setdefault("optionSources", {}).update(answer["optionSources"])
        if "items" in answer:
            self._apply_items(answer["items"])
        for change in answer["changes"] + answer.get("stateChanges", []):
            self._apply_change(change)
        self._settle_options()
        for key in ("canSubmit", "dirty", "canUndo", "canRedo", "language", "direction", "timeZone"):
            if key in answer:
                self.state[key] = answer[key]["new"]
        for key in ("page", "progress"):
            if key in answer:
                self.state[key] = answer[key]["new"]
        if "firstInvalid" in answer:
            self.state["firstInvalid"] = answer["firstInvalid"]["new"]
            self.state["firstInvalidId"] = answer["firstInvalid"]["newId"]
        for change in answer.get("pages", []):
            page = self.state["pages"][change["page"]]
            _set_text(page, change["attribute"], change["new"])
        self._apply_problems(answer["problems"])
        if "pending" in answer:
            self._apply_pending(answer["pending"])
        self._rename()

    # Members

    def _index(self) -> None:
        """Finds the members by their ids."""
        self.members: Dict[str, Json] = {}
        self.items: Dict[int, Json] = {}
        for section in self.state["sections"]:
            self._index_section(section)

    def _index_section(self, section: Json) -> None:
        self.members[section["id"]] = section
        for row in section.get("rows", []):
            self._index_row(row)
        for item in section.get("items", []):
            self._index_item(item)

    def _index_item(self, item: Json) -> None:
        self.items[item["id"]] = item
        for row in item["rows"]:
            self._index_row(row)

    def _index_row(self, row: Json) -> None:
        self.members[row["id"]] = row

    def rows(self) -> Iterator[Json]:
        """All rows in order."""
        for section in self.state["sections"]:
            yield from section.get("rows", [])
            for item in section.get("items", []):
                yield from item["rows"]

    # Items

    def _apply_items(self, items: Json) -> None:
        leaving: Dict[str, List[int]] = {}
        coming: Dict[str, List[Any]] = {}
        for removed in items["removed"]:
            leaving.setdefault(removed["sectionId"], []).append(removed["at"])
        for moved in items["moved"]:
            leaving.setdefault(moved["sectionId"], []).append(moved["from"])
            item = self.items[moved["id"]]
            coming.setdefault(moved["sectionId"], []).append((moved["to"], item))
        for inserted in items["inserted"]:
            item = dict(inserted)
            sections = item.pop("sections", [])
            place = item.pop("at")
            del item["section"]
            coming.setdefault(item.pop("sectionId"), []).append((place, item))
            for section in sections:
                self.state["sections"].append(section)
                self._index_section(section)
            self._index_item(item)
        for section, places in leaving.items():
            for place in sorted(places, reverse=True):
                del self.members[section]["items"][place]
        for section, members in coming.items():
            for place, item in sorted(members, key=lambda member: member[0]):
                self.members[section]["items"].insert(place, item)
        self._order_sections()
        self._index()

    def _order_sections(self) -> None:
        """Lets the sections of each item stand after its list, in the order of the items."""
        inside: Dict[Optional[int], List[Json]] = {}
        for section in self.state["sections"]:
            inside.setdefault(section.get("item"), []).append(section)
        ordered: List[Json] = []

        def add(section: Json) -> None:
            ordered.append(section)
            for item in section.get("items", []):
                for inner in inside.get(item["id"], []):
                    add(inner)

        for section in inside.get(None, []):
            add(section)
        self.state["sections"] = ordered

    def _rename(self) -> None:
        """Gives the rows and sections of items the addresses that follow from their positions."""
        first: Dict[int, bool] = {}
        addresses: Dict[int, Optional[str]] = {}
        for section in self.state["sections"]:
            item = section.get("item")
            if item is not None:
                address = addresses.get(item)
                name = address
                if item in first:
                    name = f"{address}.{section['tag']}" if address and section["tag"] else None
                first[item] = True
                section["name"] = name
                _set_optional(section, "address", name)
                for row in section.get("rows", []):
                    self._rename_row(row, address)
            own = section.get("address") if item is not None else section["tag"]
            for position, element in enumerate(section.get("items", [])):
                address = f"{own}[{position}]" if own else None
                addresses[element["id"]] = address
                for row in element["rows"]:
                    self._rename_row(row, address)
        for problem in self.state["problems"]:
            problem["tags"] = self._names(problem)
        for pending in self.state.get("pendingValidations", []):
            pending["tag"] = self.name(pending["id"])

    def _rename_row(self, row: Json, item: Optional[str]) -> None:
        if "address" in row and item:
            row["address"] = f"{item}.{row['tag']}" if row["tag"] else item

    def name(self, member: str) -> Optional[str]:
        """What a row or section is called: its address or its tag."""
        found = self.members.get(member, {})
        return found.get("address") or found.get("tag")

    def _names(self, problem: Json) -> List[str]:
        names = [self.name(member) for member in problem["ids"]]
        return [name for name in names if name is not None]

    # Changes

    def _apply_change(self, change: Json) -> None:
        attribute, new = change["attribute"], change["new"]
        if "optionSource" in change:
            self._apply_source(change)
            return
        if "id" in change:
            member = self.members.get(change["id"])
        elif "item" in change:
            member = self.items.get(change["item"])
        else:
            member = self.state if change["tag"] is None else None
        # A row that has gone tells the value it had, and an input is no part of the state.
        if member is None:
            return
        if attribute == "value":
            member["value"] = new
            _set_optional(member, "display", change.get("display"))
        elif attribute in ("hidden", "disabled"):
            member[attribute] = new
            if not new:
                member.pop("own" + attribute.capitalize(), None)
        elif attribute == "valid":
            # Of a list, the verdict says it.
            if "type" in member:
                member["valid"] = new
        elif attribute in ("errors", "verdict"):
            member[attribute] = new
            details = "errorDetails" if attribute == "errors" else "verdictDetails"
            _set_optional(member, details, change.get("errorDetails"))
            if attribute == "verdict" and not new:
                del member["verdict"]
        elif attribute == "bounds":
            for key in _BOUNDS:
                _set_optional(member, key, new.get(key))
        elif attribute == "optionTitles":
            _set_titles(member.get("allOptions", []), new)
        elif attribute in ("groupTitles", "groupFooters"):
            for group in member.get("optionGroups", []):
                key = "title" if attribute == "groupTitles" else "footer"
                if str(group["key"]) in new:
                    _set_optional(group, key, new[str(group["key"])])
        elif attribute in _TEXTS:
            _set_text(member, attribute, new)
        elif attribute in _OPTIONAL:
            _set_optional(member, attribute, new or None)
        elif attribute in _ABSENT:
            _set_optional(member, attribute, new)
        else:
            member[attribute] = new

    def _apply_source(self, change: Json) -> None:
        source, new = change["optionSource"], change["new"]
        if change["attribute"] == "optionTitles":
            _set_titles(self.state["optionSources"][source], new)
        else:
            self.state["optionSources"][source] = new

    def _settle_options(self) -> None:
        """Leaves out which options can be chosen where all can, and sources that no row has."""
        for row in self.rows():
            if "options" in row and len(row["options"]) == len(all_options(self.state, row) or []):
                del row["options"]
        used = {member.get("optionSource") for member in self.members.values()}
        sources = self.state.pop("optionSources", {})
        left = {source: options for source, options in sources.items() if source in used}
        _set_optional(self.state, "optionSources", left or None)

    def _apply_problems(self, problems: Json) -> None:
        def known(problem: Json) -> Json:
            return {key: value for key, value in problem.items() if key != "tags"}

        left = list(self.state["problems"])
        for ended in problems["ended"]:
            place = next(i for i, one in enumerate(left) if known(one) == known(ended))
            del left[place]
        self.state["problems"] = left + problems["began"]

    def _apply_pending(self, pending: Json) -> None:
        ended = {one["token"] for one in pending["ended"]}
        left = [
            one
            for one in self.state.get("pendingValidations", [])
            if one["token"] not in ended
        ]
        left += pending["began"]
        _set_optional(self.state, "pendingValidations", left or None)
        waiting = {one["id"] for one in left}
        for row in self.rows():
            _set_optional(row, "pending", True if row["id"] in waiting else None)


def all_options(state: Json, member: Json) -> Optional[List[Json]]:
    """All options of a row or a matrix, which may have them from a source; None without options."""
    if "optionSource" in member:
        return state["optionSources"][member["optionSource"]]
    return member.get("allOptions")


def _set_optional(member: Json, key: str, value: Any) -> None:
    if value is None:
        member.pop(key, None)
    else:
        member[key] = value


def _set_titles(options: List[Json], titles: List[Optional[str]]) -> None:
    # Other options are told beside their titles.
    if len(options) == len(titles):
        for option, title in zip(options, titles):
            _set_optional(option, "title", title)


def _set_text(member: Json, key: str, value: Any) -> None:
    if key != "title" and key in _TEXTS:
        _set_optional(member, key, value)
    else:
        member[key] = value


def comparable(state: Json) -> Json:
    """A state for comparing: problems and pending questions have no order that a client knows."""
    ordered = dict(state)
    for key in ("problems", "pendingValidations"):
        if key in ordered:
            ordered[key] = sorted(ordered[key], key=repr)
    return ordered


def differences(kept, said, path=""):
    """The places where two states differ, each with both."""
    if isinstance(kept, dict) and isinstance(said, dict):
        for key in sorted(kept.keys() | said.keys()):
            if key not in kept or key not in said:
                yield f"{path}.{key}: kept {kept.get(key, 'nothing')!r}, " \
                      f"said {said.get(key, 'nothing')!r}"
            else:
                yield from differences(kept[key], said[key], f"{path}.{key}")
    elif isinstance(kept, list) and isinstance(said, list) and len(kept) == len(said):
        for place, (one, other) in enumerate(zip(kept, said)):
            yield from differences(one, other, f"{path}[{place}]")
    elif kept != said or type(kept) is not type(said):
        yield f"{path}: kept {kept!r}, said {said!r}"
