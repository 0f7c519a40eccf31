"""Lets the command write edits of the page as a scenario for `--test`."""

import asyncio
import json
import tempfile
from typing import Any, Dict, List, Sequence

SECONDS = 10


async def recorded(words: Sequence[str], flags: Sequence[str], body: bytes) -> str:
    """The scenario of an object with `lines`, perhaps after a `state` and at a time `now`.

    Raises a ValueError that says why there is none.
    """
    lines, state, now = _read(body)
    # A user's edits are recorded as such; a line of the host, for example one that sets an input,
    # makes all of them the host's. An undo is nobody's.
    made = [line[0] for line in lines if not line[0].keys() & {"undo", "redo"}]
    is_user = made and all(one.get("as") == "user" for one in made)
    steps = [[{key: one[key] for key in one if key != "as"} for one in line] for line in lines]
    texts = [json.dumps(step if len(step) > 1 else step[0]) for step in steps]
    flags = _without_now(flags) if now else flags
    command = [*words, "--edits", "-", "--record", *flags, *(["--now", now] if now else [])]
    if is_user and "--as-user" not in flags:
        command.append("--as-user")
    # The last --input counts, and each overrides the inputs of a state.
    for name, value in (state or {}).get("inputs", {}).items():
        command += ["--input", f"{name}:={json.dumps(value)}"]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        if state is not None:
            json.dump(state, file)
            file.flush()
            command += ["--state", file.name]
        return await _run(command, "\n".join(texts).encode())


async def _run(command: List[str], lines: bytes) -> str:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        text, errors = await asyncio.wait_for(process.communicate(lines), SECONDS)
    except asyncio.TimeoutError:
        process.kill()
        await process.wait()
        raise ValueError(f"the edits took longer than {SECONDS} seconds") from None
    if not text.startswith(b"{"):
        raise ValueError(errors.decode("utf-8", "replace").strip() or "nothing was recorded")
    return text.decode()


def _without_now(flags: Sequence[str]) -> List[str]:
    """The flags without the time, which may be given once."""
    return [flag for before, flag in zip(["", *flags], flags)
            if not flag.startswith("--now") and before != "--now"]


def _read(body: bytes) -> Any:
    """Each line as a list of objects, the state and the time."""
    try:
        given: Dict[str, Any] = json.loads(body)
        lines = [line if isinstance(line, list) else [line] for line in given["lines"]]
        state, now = given.get("state"), given.get("now")
        if not isinstance((state or {}).get("inputs", {}), dict) or not isinstance(now or "", str):
            raise TypeError
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise ValueError("not a list of lines") from None
    if not all(line and all(isinstance(one, dict) for one in line) for line in lines):
        raise ValueError("not a list of lines")
    return lines, state, now
