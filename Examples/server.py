"""A form for each visitor, in any number of windows, on Starlette, with the answers in SQLite.

    python Examples/server.py Examples/account.json answers.db 8000

needs Python 3.10, `formeval`, `starlette` and `uvicorn`. `POST /forms` opens a form and gives its key.
`POST /forms/KEY` takes edits of the user, `GET /forms/KEY/events` sends a window the state and then
each change, and `POST /forms/KEY/visitor?language=de&code=tea` sets what the user may not. A state is
saved at most a second after the first edit that is not saved: a server that is killed loses no more, and
forms go on. At most 1 000 forms are open; one more closes the form that was used longest ago.
"""

import asyncio, contextlib, datetime, json, secrets, sqlite3, sys

import formeval.aio
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

FORM, DATABASE, PORT = sys.argv[1:]
UNSAVED_SECONDS, LARGEST_BODY, MOST_SESSIONS = 0.5, 1 << 16, 1000  # A save takes a little itself.
CODE, TAKEN = "tea", ("ann", "bob")
form = formeval.aio.Form(FORM, untrusted=True, sessions=MOST_SESSIONS)
sessions, hosts, unsaved = {}, {}, {}  # The sessions in the order of their last use.
lock = asyncio.Lock()  # No visitor asks a session while it is opened, saved or closed.

def database(query, *values):
    with contextlib.closing(sqlite3.connect(DATABASE)) as connection, connection:
        return connection.execute(query, values).fetchone()

async def save(key):
    state = json.dumps(await sessions[key].save())
    await asyncio.to_thread(database, "REPLACE INTO forms VALUES (?, ?)", key, state)

async def save_soon(key):
    await asyncio.sleep(UNSAVED_SECONDS)
    async with lock:
        del unsaved[key]  # An edit from here on is saved the next time.
        if key in sessions:  # Or it was saved when it was closed.
            await save(key)

async def host(key, visitor):
    """Has what is changed saved, and answers the questions of asynchronous rules, old ones too."""
    with contextlib.suppress(formeval.Error):
        async for news in visitor.subscribe():
            if key not in unsaved:
                unsaved[key] = asyncio.create_task(save_soon(key))
            began = news.get("pending", {}).get("began", [])
            for asked in news.get("state", {}).get("pendingValidations", began):
                is_free = asked["arguments"]["SELF"].lower() not in TAKEN
                await visitor.host.resolve({asked["token"]: is_free})

@contextlib.asynccontextmanager
async def session(key, is_new=False):
    async with lock:
        if key not in sessions:
            row = await asyncio.to_thread(database, "SELECT state FROM forms WHERE key = ?", key)
            if not row and not is_new:
                raise HTTPException(404)
            while len(sessions) >= MOST_SESSIONS:
                await save(oldest := next(iter(sessions)))
                del hosts[oldest]
                await sessions.pop(oldest).close()  # Its windows ask again, and get the state.
            sessions[key] = await form.open(state=json.loads(row[0]) if row else None)
            hosts[key] = asyncio.create_task(host(key, sessions[key]))
        visitor = sessions[key] = sessions.pop(key)
        await visitor.host.set_now(datetime.datetime.now(datetime.timezone.utc))
        yield visitor

async def open_form(_):
    async with session(key := secrets.token_urlsafe(), is_new=True) as visitor:
        return JSONResponse({"key": key, "state": await visitor.state()})

async def edit(request):
    body = b""
    async for part in request.stream():
        if len(body := body + part) > LARGEST_BODY:
            raise HTTPException(413)
    try:
        async with session(request.path_params["key"]) as visitor:
            return JSONResponse(await visitor.edit(json.loads(body), as_user=True))
    except (ValueError, TypeError, RecursionError) as error:
        raise formeval.Refused(f"the body is not a line of edits: {error}")

async def events(request):
    async with session(request.path_params["key"]) as visitor:
        lines = (f"data: {json.dumps(news)}\n\n" async for news in visitor.subscribe())
        return StreamingResponse(lines, media_type="text/event-stream")

async def set_visitor(request):
    async with session(request.path_params["key"]) as visitor:
        await visitor.host.set_language(request.query_params.get("language", "en"))
        return JSONResponse(await visitor.host.set(invited=request.query_params.get("code") == CODE))

async def refuse(_, error):
    if isinstance(error, formeval.Refused):
        names = ("hint", "code", "shown", "tag", "id", "key", "sequence")
        said = {name: getattr(error, name) for name in names}
        return JSONResponse({"error": error.message, **said}, 422)
    sessions.clear()  # The process has ended: forms are opened anew, from the database.
    return JSONResponse({"error": "try again"}, 503)

if __name__ == "__main__":
    database("CREATE TABLE IF NOT EXISTS forms (key TEXT PRIMARY KEY, state TEXT)")
    routes = [Route(path, endpoint, methods=[method]) for method, path, endpoint in (
        ("POST", "/forms", open_form), ("GET", "/forms/{key}/events", events),
        ("POST", "/forms/{key}", edit), ("POST", "/forms/{key}/visitor", set_visitor))]
    app = Starlette(routes=routes, exception_handlers={formeval.Error: refuse})
    uvicorn.run(app, port=int(PORT), log_level="warning", timeout_graceful_shutdown=1)
