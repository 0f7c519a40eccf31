"""What the page does when its file changes, and when another window edits its form."""

import json
import os
import pathlib
import shutil
import signal
import sys
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .page import Page, another, example, expect


def files(folder):
    """The file changes under the page; the command dies under it; two windows show one session."""
    form = pathlib.Path(folder, "form.json")
    definition = json.loads(example("clinic").read_text())
    form.write_text(json.dumps(definition))
    with Page(form) as page:
        page.type("First name", "Ana")
        definition["title"] = "<img src=x onerror=alert(1)><script>alert(2)</script>"
        began = time.monotonic()
        form.write_text(json.dumps(definition))
        page.until(lambda: definition["title"] in page.browser.title)
        if "--short" not in sys.argv:
            expect("a change shows within a second", time.monotonic() - began < 1)
        expect("the answers stay", page.property("First name"), "Ana")
        expect("the focus stays", page.focused(), "INPUT First name")
        expect("no text is HTML", page.browser.find_elements(By.CSS_SELECTOR, "#form img"), [])
        definition["title"] = "Anew"
        form.write_text(json.dumps(definition))
        ActionChains(page.browser).send_keys("bel").perform()
        page.until(lambda: page.browser.title.endswith("Anew"))
        # As if the file had changed, and the window not heard of it yet.
        page.script("return import('./renderer.js').then(({ form }) => { form.generation -= 1; })")
        ActionChains(page.browser).send_keys("la").perform()
        page.until(lambda: page.script("""return import('./renderer.js').then(async ({ form }) =>
            (await form.ask({ values: true })).values?.name)""") == "Anabella")
        expect("what is typed while the file changes stays", page.property("First name"), "Anabella")
        form.write_text('{ "sections": [ }')
        status = page.browser.find_element(By.ID, "status")
        page.until(lambda: "error" in status.text)
        page.axe("diagnostics")
        page.picture("diagnostics")
        expect("the last form that worked", page.found(
            lambda: page.control("First name").is_displayed()))
        form.write_text(json.dumps(definition))
        page.until(lambda: not status.text)
        page.found(lambda: page.control("First name").send_keys("!"))
        page.browser.refresh()
        page.until(lambda: page.script("return document.querySelector('section input')?.value"))
        expect("a reload in the middle of an edit",
               page.property("First name") in ("Anabella", "Anabella!"))
        status = page.browser.find_element(By.ID, "status")
        first = page.browser.current_window_handle
        address = page.browser.current_url
        page.browser.switch_to.new_window("tab")
        page.browser.get(address)
        page.until(lambda: page.script("return document.querySelector('section input')?.value"), 5)
        expect("a second window", page.property("First name").startswith("Ana"))
        page.type("First name", "Bo")
        page.browser.switch_to.window(first)
        page.until(lambda: page.property("First name") == "Bo")
        time.sleep(1)
        children = pathlib.Path(f"/proc/{page.process.pid}/task/{page.process.pid}/children")
        os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
        page.until(lambda: "signal 9" in status.text)
        page.picture("ended")
        status.find_element(By.TAG_NAME, "button").click()
        page.until(lambda: not status.text)
        page.until(lambda: not page.script(
            "return import('./renderer.js').then(({ form }) => form.state.canUndo)"))
        expect("a command started anew has the answers",
               page.property("First name"), "Bo")


def refused(folder):
    """Refused texts have the form's words, also when the file changes; edits are copied after a reload."""
    form = pathlib.Path(folder, "refused.json")
    definition = {
        "title": "Maße", "languages": ["en", "de"], "inputs": {"language": "en"}, "messages": {"de": {
            "required": "Bitte ausfüllen.", "wholeNumber": "Bitte eine ganze Zahl."}},
        "sections": [{"rows": [
            {"tag": "size", "type": "int", "title": "Größe", "required": True},
            {"tag": "name", "type": "text", "title": "Name"},
            {"tag": "year", "type": "int", "title": "Jahr", "calculated": "year(now())"},
            {"tag": "send", "type": "button", "title": "Senden", "submits": True}]}]}
    form.write_text(json.dumps(definition))
    with Page(form, flags=("--input", "language=de")) as page:
        page.click("button.main", "Senden")
        expect("a required row", page.error("Größe"), "Bitte ausfüllen.")
        page.type("Größe", "abc", Keys.TAB)
        expect("only the refusal, in the form's words", page.error("Größe"), "Bitte eine ganze Zahl.")
        page.click("button.main", "Senden")
        expect("the summary agrees", page.text(".summary a"), "Größe: Bitte eine ganze Zahl.")
        page.axe("a refused text")
        page.type("Name", "Ana")
        definition["title"] = "Neu"
        form.write_text(json.dumps(definition))
        page.until(lambda: "Neu" in page.browser.title)
        page.settle()
        expect("a refused text stays when the file changes", [
            page.property("Größe"), page.error("Größe"), page.focused()],
            ["abc", "Bitte eine ganze Zahl.", "INPUT Name"])
        values = lambda: json.loads(page.run_copied('{"values":true}').splitlines()[-1])["values"]
        expect("copied after a change of the file", values(), page.values())
        page.type("Größe", "5", Keys.TAB)
        page.script("return import('./renderer.js').then(({ form }) => form.ask({ now: '2020-05-01T10:00:00Z' }))")
        page.browser.find_element(By.CSS_SELECTOR, "header select").send_keys("en")
        page.settle()
        page.reload()
        page.type("Name", "Bea", Keys.TAB)
        expect("copied after a reload", values(), page.values())
        expect("all of it", page.values(), {"size": 5, "name": "Bea", "year": 2020})
        expect("in its language", '"language":"en"' in page.run_copied('{"save":true}'))
        page.click("#inspector button", "Undo")
        page.click("#inspector button", "Undo")
        page.type("Größe", "7", Keys.TAB)
        expect("copied after undo of what was before the reload", values(), page.values())
        page.type("Größe", "abc", Keys.TAB)
        page.click("#inspector button", "Start again")
        expect("nothing stays in a new session", lambda: page.property("Größe"), "")
        page.type("Name", "Cleo", Keys.TAB)
        expect("a new session is copied", values(), page.values())
        expect("without a state", "--state" not in page.text("pre[aria-label=JSON]"))


def follows(folder):
    """What the page shows beside the values is that of now: refused texts, reasons, pictures, names."""
    form = pathlib.Path(folder, "follows.json")
    definition = {
        "languages": ["en", "de"], "inputs": {"language": "en"}, "sections": [
            {"title": {"en": "Size", "de": "Maß"}, "rows": [
                {"tag": "size", "type": "int", "title": {"en": "Height", "de": "Größe"}, "value": 5},
                {"tag": "name", "type": "text", "title": "Name"},
                {"tag": "tall", "type": "label", "title": "Tall for {$name}", "visible": "$size > 9"}]},
            {"tag": "list", "kind": "multivalued", "title": "List", "value": [{"n": 1}],
             "template": {"rows": [{"tag": "n", "type": "int", "title": "Number"},
                                   {"tag": "m", "type": "int", "title": "More",
                                    "calculated": "$n + $size"}]}}]}
    definition["title"] = "Follows"
    form.write_text(json.dumps(definition))
    with Page(form) as page:
        state = lambda: [page.property("Height"), page.error("Height") != "", page.values()["size"]]
        page.type("Height", "abc", Keys.TAB)
        expect("a refused text", state, ["abc", True, None])
        page.click("#inspector button", "Undo")
        expect("undo brings a value back in place of a refused text", state, ["5", False, 5])
        page.click("#inspector button", "Redo")
        expect("redo takes it", state, ["", False, None])
        page.type("Height", "abc", Keys.TAB)
        another(page, {"set": {"name": "Ana"}})
        expect("an edit of another row leaves the text", state, ["abc", True, None])
        another(page, {"set": {"size": 7}})
        expect("another window sets a value over a refused text", state, ["7", False, 7])
        page.type("Height", "1,5,", Keys.TAB)
        another(page, {"set": {"size": 8}})
        definition["title"] = "Saved"
        form.write_text(json.dumps(definition))
        page.until(lambda: page.browser.title.endswith("Saved"))
        page.settle()
        expect("a save of the file sends no refused text again", state, ["8", False, 8])
        # What another window does while this one has not heard of it yet.
        page.type("Height", "abc", Keys.TAB)
        page.script("""return import('./renderer.js').then(({ form }) => {
            form.arrive = message => Promise.resolve(message.answer); })""")
        page.script("""return import('./renderer.js').then(({ form }) => fetch('line', { method: 'POST',
            headers: { 'X-Formeval': 'another' }, body: JSON.stringify({ session: form.session,
            generation: form.generation, line: { set: { size: 9 } } }) }))""")
        page.script("return import('./renderer.js').then(({ form }) => { delete form.arrive; return form.load(); })")
        page.settle()
        expect("a text that was refused goes with its value", state, ["9", False, 9])

        # Why, its picture and the list of rows follow each edit.
        why = lambda: page.text("pre[aria-label=Why]")
        page.script("""document.querySelectorAll('#members option')[3].selected = true;
            document.querySelector('#members').onchange()""")
        page.until(lambda: "tall is hidden" in why())
        drawn = shutil.which("dot") is not None
        picture = lambda: page.script(
            "return document.querySelector('[aria-label=\"Around the row\"]').innerHTML")
        if drawn:
            page.click("summary", "Picture of what decides it, and what it decides")
            page.until(lambda: "Tall for Ana" in picture())
        page.type("Height", "10", Keys.TAB)
        page.until(lambda: "tall is shown" in why())
        another(page, {"set": {"size": 1, "name": "Bo"}})
        page.until(lambda: "tall is hidden" in why())
        if drawn:
            page.until(lambda: "Tall for Bo" in picture())
        rows = lambda: page.texts("#members option")
        expect("the list has the texts of now", "tall Tall for Bo" in rows())
        page.browser.find_element(By.CSS_SELECTOR, "header select").send_keys("de")
        page.settle()
        expect("the list has the language of now", [one for one in rows() if "Größe" in one or "Height" in one],
               ["size Größe"])
        expect("the list still has the row", page.script(
            "return document.querySelector('#members').selectedOptions[0].textContent"),
            "tall Tall for Bo")
        definition["sections"][0]["rows"][2]["visible"] = "$size > 0"
        form.write_text(json.dumps(definition))
        page.until(lambda: "$size > 0" in why())
        # A row of an item, under its name of now; the picture is that of its template.
        page.script("""const list = document.querySelector('#members');
            [...list.options].find(one => one.textContent === 'list[0].m More').selected = true; list.onchange()""")
        page.until(lambda: why().startswith("list[0].m is 2"))
        if drawn:
            page.until(lambda: "list.m" in picture())
        another(page, {"insert": [{"section": "list", "at": 0}]})
        page.until(lambda: why().startswith("list[1].m is 2"))
        expect("the list has the places of now", [one for one in rows() if "More" in one],
               ["list[0].m More", "list[1].m More"])
        another(page, {"remove": [{"section": "list", "at": 1}]})
        page.until(lambda: why() == "")
        expect("no picture of a row that is gone", picture(), "")
