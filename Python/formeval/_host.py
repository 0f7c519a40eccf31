"""What the host app does in a session: it sets inputs and the time, and answers rules."""

from typing import Any, Callable, Mapping, Optional

from ._source import Date


class Host:
    """The host app of a session, which `host` of the session is.

    It may change what the user may not, also if the form makes all other edits as the user. Each
    method returns what has changed, as `Session.edit` does. In `formeval.aio` each is awaited.
    """

    def __init__(self, edit: Callable[[Mapping[str, Any]], Any]) -> None:
        self._edit = edit

    def set(self, values: Optional[Mapping[str, Any]] = None, /, **by_name: Any) -> Any:
        """Sets inputs of the form, and rows."""
        return self._edit({"set": {**(values or {}), **by_name}})

    def set_language(self, language: str) -> Any:
        """Sets the language that the user reads, such as "de-CH"; the form must declare languages."""
        return self._edit({"set": {"language": language}})

    def set_now(self, now: Date) -> Any:
        """Sets what `now()` gives from here on."""
        return self._edit({"now": now})

    def resolve(self, results: Mapping[str, Any]) -> Any:
        """Answers the questions of asynchronous rules, by token.

        True or None accepts the value of the row, False or the text of a message rejects it. The
        questions are `pendingValidations` of the state, and `pending` of a change set says which
        began and ended.
        """
        return self._edit({"resolve": results})
