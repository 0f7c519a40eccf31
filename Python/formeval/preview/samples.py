"""Sample answers for the page: saved states, and scenarios with their steps."""

import json
import pathlib
from typing import Any, Dict, List, Sequence

Sample = Dict[str, Any]


class Samples:
    """The files of `--state` and `--test`, which are read anew each time that the page asks."""

    def __init__(self, states: Sequence[pathlib.Path], tests: Sequence[pathlib.Path]) -> None:
        self.states, self.tests = list(states), list(tests)

    def check(self) -> None:
        """Raises a ValueError that names a file which cannot be read."""
        for path in [*self.states, *self.tests]:
            _read(path)

    def first(self) -> Dict[str, Any]:
        """How a session opens: with the first state, if there is one that can be read."""
        for path in self.states[:1]:
            try:
                return {"state": _read(path)}
            except ValueError:
                pass
        return {}

    def all(self) -> List[Sample]:
        """Each sample with its `name`, how it opens the form, its `steps`, or what is wrong."""
        found: List[Sample] = []
        for path in self.states:
            try:
                found.append({"name": path.name, "open": {"state": _read(path)}, "steps": []})
            except ValueError as error:
                found.append({"name": path.name, "error": str(error)})
        for path in self.tests:
            try:
                scenarios = _read(path)
            except ValueError as error:
                found.append({"name": path.name, "error": str(error)})
                continue
            for scenario in scenarios if isinstance(scenarios, list) else [scenarios]:
                found.append(_scenario(scenario, path.name))
        return found


def _read(path: pathlib.Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise ValueError(f"cannot read '{path}': {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"'{path}' is not JSON: {error}") from None


def _scenario(scenario: Any, file: str) -> Sample:
    if not isinstance(scenario, dict) or not isinstance(scenario.get("steps"), list):
        return {"name": file, "error": f"{file} has a scenario without 'steps'"}
    name = f"{file}: {scenario.get('name') or '(without a name)'}"
    opens = {key: scenario[key] for key in ("now", "inputs", "state") if key in scenario}
    sample = {
        "name": name, "open": opens, "as": scenario.get("as"), "steps": list(scenario["steps"])}
    if scenario.get("answers"):
        # The host gives them before the first step, whoever makes the steps.
        sample["steps"].insert(0, {"as": "host", "set": scenario["answers"]})
        sample["hasAnswers"] = True
    return sample
