"""What a user meets in the examples, and in forms with all types of rows."""

import json
import pathlib
import sys

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .page import Page, example, expect


def clinic():
    with Page(example("clinic"), flags=("--now", "2024-05-01T10:00:00Z")) as page:
        page.type("First name", "A")
        page.script("for (const one of document.querySelectorAll('#form input')) one.marked = true")
        page.click("button.main", "Continue")
        expect("title with errors", page.browser.title, "Error: You – New patient")
        links = page.texts(".summary a")
        expect("links of the summary", links, [
            "First name: Must have at least 2 characters.", "Date of birth of A: This field is required."])
        expect("focus on the summary", page.script(
            "return document.activeElement.className"), "summary")
        page.axe("an open summary")
        page.picture("clinic-errors")
        page.click(".summary a")
        expect("a link leads to its field", page.focused(), "INPUT First name")
        page.type("First name", "Ana")
        page.type("Date of birth of Ana", "03", Keys.TAB, Keys.TAB, Keys.TAB)
        expect("half of a date is told", page.error("Date of birth of Ana") != "")
        page.type("Date of birth of Ana", "03012012")
        expect("the summary goes with its errors", page.browser.title, "You – New patient")
        page.click("button.main", "Continue")
        expect("a page of its own", page.focused(), "H2 Who comes with Ana")
        expect("no errors on a new page", page.browser.find_elements(
            By.CSS_SELECTOR, "section:not([hidden]) .failed"), [])
        page.type("Name of the adult", "Bea")
        expect("a change in words", '→ "Bea"' in page.text("#inspector > div > ol"))
        ran = page.run_copied()
        expect("copy as command", '"new":"Bea"' in ran and '{"error"' not in ran)
        page.click("button.main", "Continue")
        page.click(".options label", "Pollen")
        page.axe("the page with a matrix")
        page.type("Height", "abc", Keys.TAB)
        page.names("a refused text")
        expect("a refused text stays", page.property("Height"), "abc")
        expect("a refused text has an error", "whole number" in page.error("Height"))
        page.click("button.main", "Continue")
        expect("no way past a refused text", page.browser.title, "Error: Health – New patient")
        page.type("Height", "1,23,4", Keys.TAB)
        expect("wrong groups are refused", "whole number" in page.error("Height"))
        page.type("Height", "150", Keys.TAB)
        page.type("Weight", "45.5", Keys.TAB)
        expect("rows that appear are announced", page.text("[role=status]"), "Shown: Body mass")
        page.click("header select")
        page.type("Weight", "1,234", Keys.TAB)
        expect("1,234 in English", page.values()["weight"], 1234)
        page.browser.find_element(By.CSS_SELECTOR, "header select").send_keys("de")
        page.settle()
        expect("lang", page.script("return document.documentElement.lang"), "de")
        expect("the German title", page.browser.title, "Gesundheit – Neu in der Praxis")
        page.type("Gewicht", "45,5", Keys.TAB)
        expect("45,5 in German", page.values()["weight"], 45.5)
        page.click("nav button", "✓ Zur Person")
        expect("controls are kept", page.script(
            "return document.querySelector('#form section input').marked"), True)
        states = [one for one in page.script("return window.sent.map(one => one[1].body)")
                  if '"state"' in one]
        expect("the whole form is not asked for again", states, [])
        page.picture("clinic-german")


def picture(folder):
    """The picture of README, as high as its page. A reload leaves only the last changes in the list."""
    with Page(example("clinic"), height=600, flags=("--now", "2024-05-01T10:00:00Z")) as page:
        page.type("First name", "Ana")
        page.type("Date of birth of Ana", "03011990")
        page.click("button.main", "Continue")
        page.click(".options label", "Pollen")
        page.type("Height", "172", Keys.TAB)
        page.browser.refresh()
        page.until(lambda: page.property("Height") == "172")
        page.type("Weight", "64.5", Keys.TAB)
        page.click(".title", "How often do you …")
        page.until(lambda: "because" in page.text("pre"))
        page.script("scrollTo(0, 0)")
        page.resize(1250, page.script("return document.documentElement.scrollHeight"))
        page.picture("preview", folder)


def tabs(name, typed, inspector):
    """Tab alone goes through all controls, each once, while rows appear."""
    with Page(example(name)) as page:
        if not inspector:
            page.click("#inspector [role=switch]")
        page.script("document.querySelector('h1').focus()")
        # An anchor after the page, so that the last Tab does not leave the document.
        met, last = [], None
        for _ in range(120):
            page.browser.switch_to.active_element.send_keys(Keys.TAB)
            page.settle()
            here = page.script("""const one = document.activeElement;
                one.number ??= window.number = (window.number || 0) + 1; return one.number""")
            if page.script("return document.activeElement.closest('#inspector') !== null"):
                break
            expect(f"{name}: the focus is not on the body", page.script(
                "return document.activeElement === document.body"), False)
            if here == last:
                continue  # The parts of a date are one.
            expect(f"{name}: each control once", here in met, False)
            met.append(last := here)
            for words, keys in typed.items():
                if words in page.focused():
                    page.browser.switch_to.active_element.send_keys(Keys.CONTROL, "a")
                    page.browser.switch_to.active_element.send_keys(keys)
                    page.settle()
        order = page.script("""return [...document.querySelectorAll('#form *')].filter(one => one.tabIndex >= 0
            && !one.disabled && one.checkVisibility() && !(one.type === 'radio')).map(one => one.number ?? one.outerHTML)""")
        expect(f"{name}: all controls in the order of the page",
               [one for one in order if one != "radio"], [one for one in met if one in order])
        page.picture(f"{name}-tabs")


def contacts():
    with Page(example("contacts")) as page:
        for number in ("099 1", "099 2"):
            page.click("button", "Add")
            page.type("Number", number) if number == "099 1" else None
        page.script("document.querySelectorAll('.item input[type=text]')[1].focus()")
        page.browser.switch_to.active_element.send_keys("099 2")
        page.settle()
        before = page.script("return document.querySelectorAll('.item')[1].marked = 7")
        page.click("button[aria-label='Move up: Phones 2']")
        expect("the order", [one["number"] for one in page.values()["phones"]], ["099 2", "099 1"])
        expect("the item is moved, not made anew", page.script(
            "return document.querySelectorAll('.item')[0].marked"), before)
        expect("the focus stays with the item", page.focused(), "BUTTON Move down: Phones 1")
        page.click("button[aria-label='Remove: Phones 1']")
        expect("the focus goes on", page.focused().startswith(("INPUT", "BUTTON")))
        page.click("#inspector button", "Undo")
        expect("the titles of items", page.texts(".item > .title"), ["Phones 1", "Phones 2"])
        expect("undo", [one["number"] for one in page.values()["phones"]], ["099 2", "099 1"])
        page.axe("contacts with items")
        page.picture("contacts")


def pizza_and_trip():
    with Page(example("pizza")) as page:
        page.click(".options label", "Large")
        page.click(".options label", "Ham")
        page.click(".options label", "Vegan")
        expect("ham is gone", page.values()["toppings"], None)
        page.click(".options label", "Mushrooms")
        expect("pizza", page.values()["toppings"], ["mushroom"])
        page.click("button.main", "Order")
        expect("sent", page.text("[role=status]"), "Sent.")
    with Page(example("trip")) as page:
        page.click("button.main", "Send")
        expect("errors of the trip", page.text(".summary a"), "Purpose: This field is required.")
        page.picture("trip")


def types(form):
    """A matrix is a table, hidden rows show in their places, and odd rows can be used."""
    with Page(form, height=4000) as page:  # Reasons are asked for rows that can be seen.
        page.script("document.querySelectorAll('#inspector [role=switch]')[1].click()")
        ghosts = "#form .hidden p"
        page.until(lambda: all("is false" in one for one in page.texts(ghosts)))
        expect("hidden rows, each with its reason", page.texts(ghosts), [
            "milk Milk · $tea == 'daily' is false", "hides Hides · $vary == YES is false",
            "inner Inner · hides: $vary == YES is false"])
        page.axe("hidden rows")
        heads = lambda: page.texts("table:first-of-type th[scope=col]")[:4]
        expect("columns", heads()[:3], ["never", "every day", "Something else"])
        page.click(".switch .options label", "Yes")
        expect("a column that came", heads(), ["never", "every day", "weekly", "Something else"])
        page.click("input[aria-label='Tea: weekly']")
        page.click(".switch .options label", "No")
        expect("the column of a chosen option stays", heads()[2], "weekly")
        page.click("input[aria-label='Tea: every day']")
        expect("the column goes", heads()[:3], ["never", "every day", "Something else"])
        other = page.browser.find_element(By.CSS_SELECTOR, "input[aria-label='Tea: Something else']")
        other.send_keys("at tea time", Keys.TAB)
        page.settle()
        page.click("input[aria-label='One: hot']")
        expect("values of a matrix", [page.values()[tag] for tag in ("tea", "same", "one", "vary")],
               ["at tea time", "at tea time", ["hot"], False])
        page.click(".switch .options label", "Not answered")
        page.click(".check .options label", "No")
        expect("an answer that is taken back", [page.values()[tag] for tag in ("vary", "agree")],
               [None, False])
        page.reload()
        expect("a switch with an answer", page.property("Agree", "type"), "checkbox")
        page.click("#inspector button", "Undo")
        expect("an answer that undo takes back", page.property("Agree", "type"), "radio")
        page.click("button", "Tap")
        expect("a disabled row is tapped", page.text("[role=status]"), "Tapped: Map")
        page.click("button", "Send")
        page.axe("all types")
        page.picture("types")


def wander(form, steps, seed):
    """Random clicks and texts: afterwards the renderer has the form's state, and all is in place."""
    with Page(form) as page:
        for step in range(steps):
            page.script("""
              let seed = arguments[0];
              const random = below => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % below; };
              const pick = list => list[random(list.length)];
              const controls = '#form :is(input:not([type=file]), select, textarea, button)';
              const all = [...document.querySelectorAll(`${controls}, #inspector [aria-disabled=false]`)]
                .filter(one => !one.disabled && one.checkVisibility());
              for (let act = 0; act < 6 && all.length; act += 1) {
                const one = pick(all);
                if (!one.isConnected || one.disabled) continue;
                one.focus();
                if (['checkbox', 'radio'].includes(one.type) || one.tagName === 'BUTTON') { one.click(); continue; }
                if (one.tagName === 'SELECT') { one.selectedIndex = random(one.length); one.onchange(); continue; }
                one.value = { date: '2020-01-0' + (1 + random(9)), time: '10:0' + random(10), range: random(9),
                  'datetime-local': '2024-05-01T10:3' + random(10) }[one.type] ?? pick(['', '1', '7', '12', 'abc', '1,5', 'Ana', 'a@b.org']);
                one.oninput?.(); one.onchange?.();
                if (random(2)) one.blur();
              }""", seed * 1000 + step)
            page.settle()
        page.compare()
        expect(f"{form.name}: rows that are shown", page.script("""return import('./renderer.js').then(({ form }) => {
          const shown = [...document.querySelectorAll('#form .row')].map(one => one.dataset.id).sort();
          const wanted = [...form.members.values()].filter(one => one.type && !one.hidden).map(one => one.id).sort();
          return [shown, wanted].map(one => one.join()); }).then(([a, b]) => a === b || `${a}, not ${b}`)"""))
        page.picture(f"wander-{form.stem}")


def large(folder):
    form = pathlib.Path(folder, "large.json")
    form.write_text(json.dumps({"sections": [{"rows": [
        {"tag": f"t{number}", "type": "text", "title": f"Row {number}"} for number in range(5000)]}]}))
    with Page(form) as page:
        shown = page.script("""return new Promise(done => { const began = performance.now();
            const wait = () => document.querySelectorAll('.row').length === 5000
              ? done(performance.now()) : setTimeout(wait, 10); wait(); })""")
        print(f"  5 000 rows: {shown:.0f} ms after the page began to load")
        if "--short" not in sys.argv:
            expect("5 000 rows within two seconds", shown < 2000)


def looks(names):
    for dark in (False, True):
        for name in names:
            with Page(example(name), dark=dark, width=320) as page:
                page.axe(f"{name}, {'dark' if dark else 'light'}")
                expect(f"{name} fits into 320 pixels", page.script(
                    "return document.documentElement.scrollWidth <= 320"))
                for button in page.browser.find_elements(By.CSS_SELECTOR, "button.main"):
                    if button.is_displayed():
                        page.script("arguments[0].click()", button)
                page.settle()
                page.axe(f"{name} with errors")
                page.picture(f"{name}-{'dark' if dark else 'light'}")
