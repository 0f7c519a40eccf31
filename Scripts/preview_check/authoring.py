"""What authors need: any page, sample answers, pictures, long choices; and every language."""

import json
import pathlib
import re
import subprocess

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .forms import AUTHORS, AUTOCOMPLETE, FAILING, OTHER_SCRIPTS
from .page import COMMAND, PICTURES, Page, example, expect


def graphs():
    """The pictures that Graphviz draws in the inspector."""
    boxes = "return [...document.querySelectorAll(`.picture .node`)].map(one => one.id)"
    with Page(example("clinic"), flags=("--now", "2024-05-01T10:00:00Z")) as page:
        page.click("summary", "Picture of the last edit")
        page.type("First name", "Ana", Keys.TAB)
        page.type("Date of birth of Ana", "03012012", Keys.TAB)
        page.until(lambda: "nil → 12" in page.script(
            "return document.querySelector('[aria-label=\"Last edit\"]').textContent"))
        expect("boxes", len(page.script(boxes)) > 3)
        page.picture("clinic-ripple")
        page.click("summary", "Picture of what decides it, and what it decides")
        expect("the picture fits", page.script("""const box = document.querySelector('.picture');
            return box.scrollWidth <= box.clientWidth"""))
        page.click("[aria-label='Last edit']")
        expect("a click opens it large", page.script("""return document.querySelector('dialog').open
            && document.querySelector('dialog svg').getBoundingClientRect().width
              > document.querySelector('.picture svg').getBoundingClientRect().width"""))
        page.axe("a large picture", names=False)  # All else is inert.
        page.picture("clinic-large")
        page.script("[...document.querySelectorAll('dialog .node')].find(one => "
                    "one.textContent.includes('nil → 12')).dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        expect("a row of it closes it", page.script("return document.querySelector('dialog').open"), False)
        page.click("button", "Open large")
        page.browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        expect("Escape closes it", lambda: page.script("return document.querySelector('dialog').open"), False)
        page.until(lambda: page.script(
            "return document.querySelectorAll('.picture svg').length") == 2)
        page.until(lambda: page.text("pre[aria-label=Why]").startswith("age is 12"))
        page.axe("two pictures")
        expect("an arrow says what the author wrote, with its condition", lambda: any(
            "visible: $age" in one for one in page.script("""return [...document.querySelectorAll(
              '.picture .edge')].map(one => one.textContent)""")))
        page.picture("clinic-around")


def authors(folder):
    """What authors need: any page, controls that people know, long choices. In four languages."""
    form = pathlib.Path(folder, "authors.json")
    form.write_text(json.dumps(AUTHORS))
    photo = pathlib.Path(folder, "photo.png")
    photo.write_bytes(b"")
    for place, language in enumerate(AUTHORS["languages"]):
        with Page(form, flags=("--input", f"language={language}")) as page:
            author(page, language, photo)


def author(page, language, photo):
    row = lambda tag: page.found(lambda: next(
        one for one in page.browser.find_elements(By.CSS_SELECTOR, ".row[data-id]")
        if page.script("""return import('./renderer.js').then(({ form }) =>
            form.members.get(arguments_).tag)""".replace("arguments_", json.dumps(
                one.get_attribute("data-id")))) == tag))
    control = lambda tag, css="input, select, textarea": row(tag).find_element(By.CSS_SELECTOR, css)
    word = lambda name: page.script(
        f"return import('./renderer.js').then(({{ form }}) => form.word('{name}'))")
    on_page = lambda: page.script("return import('./renderer.js').then(({ form }) => form.state.page)")
    pages = [page_["title"][language] for page_ in AUTHORS["pages"]]
    name = f"author in {language}"
    if language != "en":
        page.resize(390, 900)

    # Any page.
    page.click("nav button", pages[3])
    expect(f"{name}: a user stays", on_page(), 0)
    expect(f"{name}: a user sees why", page.text(".summary a") != "")
    listed = lambda: page.texts("nav button")
    expect(f"{name}: hidden pages are not listed", listed(), [*pages[:2], pages[3]])
    page.click("#inspector .toggle", "Open any page")
    expect(f"{name}: all pages are listed", listed(), pages)
    page.click("nav button", pages[3])
    expect(f"{name}: any page", on_page(), 3)
    page.click("nav button", pages[2])
    expect(f"{name}: a hidden page is refused", [on_page(), page.text("[role=status]")],
           [3, f"{pages[2]}: this page shows nothing now"])
    page.axe(f"{name}, the last page")
    page.reload()
    expect(f"{name}: the mode stays", listed, pages)
    expect(f"{name}: so does the page", on_page(), 3)
    page.click("nav button", pages[0])

    # Controls that people know.
    for tag, wanted in AUTOCOMPLETE.items():
        expect(f"{name}: autocomplete of {tag}", control(tag).get_attribute("autocomplete"), wanted)
    control("name").send_keys("Ana", Keys.ENTER)
    page.settle()
    focus = lambda: page.script("""return import('./renderer.js').then(({ form }) =>
        form.members.get(document.activeElement.closest('[data-id]')?.dataset.id)?.tag)""")
    expect(f"{name}: Enter follows next", focus, "phone")
    page.browser.switch_to.active_element.send_keys("1", Keys.ENTER)
    page.settle()
    expect(f"{name}: Enter goes to the following row", focus, "notes")
    page.browser.switch_to.active_element.send_keys("1", Keys.ENTER, "2")
    page.settle()
    expect(f"{name}: Enter in several lines is a line", page.values()["notes"], "1\n2")
    page.script("""document.querySelector('input[autocomplete=name]').focus();
        document.activeElement.onkeydown({ key: 'Enter', isComposing: true, preventDefault() {} })""")
    expect(f"{name}: an Enter that ends a word stays", focus(), "name")
    page.axe(f"{name}, the first page")

    # Long choices, other answers, files.
    page.click("nav button", pages[1])
    texts = lambda tag: page.found(lambda: [one.text for one in row(tag).find_elements(
        By.CSS_SELECTOR, ".options label:not(.own)")])
    expect(f"{name}: all options and none", texts("country")[0::23], [word("none"), texts("country")[23]])
    expect(f"{name}: a word for it", row("country").find_element(
        By.CSS_SELECTOR, ".search label").text, word("search"))
    control("country", "[type=search]").send_keys("OSTERR")
    expect(f"{name}: found without accents", [texts("country"), row("country").find_element(
        By.CSS_SELECTOR, "output").text], [["Österreich"], "1 / 23"])
    row("country").find_element(By.CSS_SELECTOR, ".options label").click()
    page.settle()
    expect(f"{name}: chosen", page.values()["country"], "at")
    search = control("country", "[type=search]")
    for typed, wanted in (("日", "日本"), ("مصر", "مِصر"), ("STRASSE", "Straße"), ("बाल", "बाल"), ("11 ", 11),
                          ("बल", 1), ("nothing", 1)):
        search.send_keys(Keys.CONTROL, "a")
        search.send_keys(typed)
        found = texts("country")
        expect(f"{name}: found by {typed}", len(found) if isinstance(wanted, int) else wanted in found, wanted if isinstance(wanted, int) else True)
    expect(f"{name}: what is chosen stays in sight", texts("country"), ["Österreich"])
    page.axe(f"{name}, a search")
    search.send_keys(Keys.CONTROL, "a", Keys.DELETE)
    row("country").find_element(By.CSS_SELECTOR, ".options label").click()
    page.settle()
    expect(f"{name}: nothing chosen again", page.values()["country"], None)
    control("seen", "[type=search]").send_keys("111")
    row("seen").find_element(By.CSS_SELECTOR, ".options label").click()
    page.settle()
    for tag in ("seen", "few"):
        own = row(tag).find_element(By.CSS_SELECTOR, ".own")
        expect(f"{name}: the other answer of {tag} has its word", own.text, word("other"))
        expect(f"{name}: it fits", page.script("""const own = arguments[0].getBoundingClientRect();
            return own.left >= 0 && own.right <= document.documentElement.clientWidth""", own))
        own.find_element(By.CSS_SELECTOR, "input").send_keys("Mars", Keys.TAB)
        page.settle()
    expect(f"{name}: other answers", [page.values()[one] for one in ("seen", "few")], [["111", "Mars"], "Mars"])
    shown = lambda: page.script("return arguments[0].files[0]?.name ?? ''", control("photo"))
    control("photo").send_keys(str(photo))
    page.settle()
    expect(f"{name}: the name of a file", [page.values()["photo"], shown()], ["photo.png", "photo.png"])
    page.reload()
    expect(f"{name}: the name after a reload", shown, "photo.png")
    page.click("#form button.small", word("remove"))
    expect(f"{name}: no file", [page.values()["photo"], shown()], [None, ""])
    page.click("#inspector button", "Undo")
    expect(f"{name}: the file again", shown, "photo.png")
    page.axe(f"{name}, the second page")
    expect(f"{name}: the page fits", page.script("""return document.documentElement.scrollWidth
        <= document.documentElement.clientWidth"""))
    page.picture(f"author-{language}")
    if language in OTHER_SCRIPTS:
        found = page.script(r"""const found = [];
            const walk = node => { for (const one of node.childNodes) {
              if (one.nodeType === 1 && one.localName !== 'header') walk(one);
              else if (one.nodeType === 3) found.push(...one.data.match(/[A-Za-z]{2,}/g) ?? []); } };
            walk(document.querySelector('#form'));
            return found.filter(one => !['Mars', 'sterreich', 'Stra', 'photo', 'png'].includes(one));""")
        expect(f"{name}: no Latin letters", found, [])


def regions(folder):
    """Languages that the form declares and the browser does not know, and the other way round."""
    form = pathlib.Path(folder, "regions.json")
    rows = [{"tag": "size", "type": "decimal", "value": -1234.5}, {"tag": "phone", "type": "phone"},
            {"tag": "sw", "type": "switch"},
            {"tag": "region", "type": "text", "hidden": "$sw != true"}]
    chosen = "return document.querySelector('header select').value"
    lacks = "The form has no texts in 'fr'; people read Deutsch."
    for declared, asked, selected, said in (
            (["none", "de"], "language=none", "none", ""),
            (["x-private", "de"], "language=de-AT", "de", ""),
            (["de", "ar"], "language=ar-EG", "ar", ""),
            (["zh", "zh-Hant"], "language=zh-HK", "zh-Hant", ""),
            (["en", "zh-Hans"], "language=zh-TW", "zh-Hans", ""),
            (["de", "ar"], "language=fr", "de", lacks),
            (["de", "ar"], 'language:="fr"', "de", lacks),
            (["de", "ar"], "--input=language=fr", "de", lacks)):
        form.write_text(json.dumps({"languages": declared, "sections": [{"rows": rows}]}))
        with Page(form, flags=(asked,) if asked.startswith("--") else ("--input", asked)) as page:
            name = f"{asked} of {declared}"
            expect(f"{name}: the language that people read", page.script(chosen), selected)
            expect(f"{name}: the author knows", page.script(
                "return document.querySelector('#inspector > div > .error').textContent"), said)
            expect(f"{name}: numbers and telephones run from left to right", page.script(
                "return [...document.querySelectorAll('#form input:not([type])')].map(one => one.dir)"
                ".concat([...document.querySelectorAll('#form input[type=text]')].map(one => one.dir))"),
                ["ltr", "ltr"])
            page.click(".toggle .title", "sw")
            page.until(lambda: "$sw != true is now false" in page.text("#inspector > div > ol"))
            expect(f"{name}: a condition in the words of the command",
                   "+ region shown $sw != true is now false" in page.text("#inspector > div > ol"))
            form.write_text("{")
            page.until(lambda: page.text("#status"))
            expect(f"{name}: an error runs from left to right", page.script(
                "return getComputedStyle(document.querySelector('#status pre')).direction"), "ltr")


def sentences(folder):
    """What an edit changed in the words of the command, and refusals in the language that is chosen."""
    form = pathlib.Path(folder, "sentences.json")
    form.write_text(json.dumps({"languages": ["en", "de"], "pages": [
        {"sections": ["first", "more", "list"]}, {"tag": "late", "sections": ["last"], "visible": "$sw == YES"}],
        "sections": [
        {"tag": "first", "rows": [
            {"tag": "sw", "type": "switch", "title": "Sw"}, {"tag": "n", "type": "int", "title": "N", "rules": [
                {"type": "smallerThan", "value": 9, "severity": "warning"}]},
            {"tag": "day", "type": "date", "title": "Day"}, {"type": "label", "title": "Odd", "visible": "$sw == YES"},
            {"tag": "twice", "type": "int", "calculated": "$n * 2"}, {"tag": "alone", "type": "text"}]},
        {"tag": "more", "visible": "$sw == YES", "rows": [{"tag": "inner", "type": "text"}]},
        {"tag": "list", "kind": "multivalued", "value": [{}], "template": {"rows": [
            {"tag": "part", "type": "text", "visible": "$sw == YES"}]}},
        {"tag": "last", "rows": [{"tag": "end", "type": "text"}]}]}))
    with Page(form) as page:
        log = lambda: page.script("return [...document.querySelectorAll('#inspector > div > ol div')]"
                                  ".map(one => one.textContent)")
        page.click(".toggle .title", "Sw")
        for line in ("+ Odd  shown $sw == YES is now true", "+ more  shown $sw == YES is now true",
                     "+ inner  shown because of its section", "+ end  shown because of its page",
                     "+ list[0].part  shown $sw == YES is now true"):
            expect(f"a sentence: {line}", lambda: line in log())
        page.type("N", "12", Keys.TAB)
        expect("a calculated value has its formula", lambda: "twice  2 → 24 = $n * 2" in log())
        expect("a warning is no error", [one for one in log() if one.startswith("! ")], ["! n  warning  Must be less than 9."])
        page.script("document.querySelector('#members').value = [...document.querySelectorAll('#members option')]"
                    ".find(one => one.text === 'sw Sw').value; document.querySelector('#members').onchange()")
        expect("a row without causes", lambda: page.text("pre[aria-label=Why]").startswith("can change"))
        page.type("N", "abc", Keys.TAB)
        page.type("Day", "05", Keys.TAB, Keys.TAB, Keys.TAB)
        expect("refused", [page.error("N"), page.error("Day")], ["Must be a whole number.", "Must be a date."])
        page.browser.find_element(By.CSS_SELECTOR, "header select").send_keys("d")
        page.settle()
        expect("refused in the other language", lambda: [page.error("N"), page.error("Day")], [
            "Bitte eine ganze Zahl angeben.", "Bitte ein Datum angeben."])
        expect("the texts stay", [page.property("N"), page.script(
            "return arguments[0].validity.badInput", page.control("Day"))], ["abc", True])


def samples(folder):
    """Sample answers of `--state` and of scenarios, and edits that are copied as a test."""
    form, state, test = (pathlib.Path(folder, name) for name in ("sampled.json", "state.json", "test.json"))
    form.write_text(json.dumps(AUTHORS))
    state.write_text(json.dumps({"version": 1, "values": {"name": "Ana", "phone": "1"}}))
    test.write_text(json.dumps([{"name": "two", "as": "user", "inputs": {"language": "de"}, "steps": [
        {"enter": {"name": "Bea"}}, {"expect": {"values": {"name": "Bea"}}}, {"page": "next"},
        [{"set": {"country": "at"}}, {"select": {"seen": "101"}}]]}, {"name": "odd", "answers": {"name": "Di"}, "steps": [{"page": 9}]},
        {"name": "wrong", "answers": {"name": 5}, "steps": []}]))
    flags = ("--state", str(state), "--test", str(test))
    with Page(form, flags=flags) as page:
        expect("the form opens with the state", page.property("Name"), "Ana")
        page.click("summary", "Sample answers")
        chosen = lambda text: page.found(lambda: next(
            one for one in page.browser.find_elements(By.CSS_SELECTOR, "#inspector option")
            if one.text == text)).click()
        names = lambda: page.script("""return [...document.querySelectorAll('#inspector details option')]
            .map(one => one.text)""")
        expect("samples by name", names, ["state.json", "test.json: two", "test.json: odd", "test.json: wrong"])
        chosen("test.json: two")
        steps = lambda: page.texts("ol.samples li button")
        expect("its steps", steps, [
            '{"enter":{"name":"Bea"}}', '{"expect":{"values":{"name":"Bea"}}}', '{"page":"next"}',
            '[{"set":{"country":"at"}},{"select":{"seen":"101"}}]'])
        page.click("#inspector button", "Next step")
        expect("a step in another language", [page.property("Name des Gastes"), page.script(
            "return document.documentElement.lang")], ["Bea", "de"])
        page.click("ol.samples button", '{"page":"next"}')
        expect("up to a step", page.text("nav [aria-current]"), "Ort")
        page.axe("samples")
        page.click("#inspector button", "Fill in")
        expect("all steps", [page.values()[one] for one in ("name", "country", "seen")],
               ["Bea", "at", ["101"]])
        page.picture("samples")
        page.click("#inspector button", "Copy as test")
        recorded = lambda: page.text("pre[aria-label=JSON]")
        expect("a test", lambda: recorded().startswith("{"))
        copied = pathlib.Path(folder, "copied.json")
        copied.write_text(recorded())
        ran = subprocess.run([COMMAND, str(form), "--test", str(copied)], capture_output=True, text=True)
        expect("the copied test passes", (ran.returncode, "1 passed" in ran.stdout), (0, True))
        expect("it has the steps", ['"country": "at"' in recorded().replace('":"', '": "'),
                                    '"as": "user"' in recorded()], [True, True])
        chosen("test.json: odd")
        page.click("#inspector button", "Fill in")
        expect("a refused step", lambda: page.text("#inspector details .error"),
               "step 1: the form has no page 9: it has 4 pages; the first page is 0")
        expect("the answers are not a step", page.script("return document.querySelector('ol.samples').start"), 0)
        chosen("test.json: wrong")
        page.click("#inspector button", "Fill in")
        expect("refused answers", lambda: page.text("#inspector details .error"),
               "answers: 'name' holds text, not 5")
        chosen("state.json")
        page.click("#inspector button", "Fill in")
        expect("a state", [page.property("Name"), page.property("Phone")], ["Ana", "1"])
        page.type("Phone", "234", Keys.TAB)
        page.click("#inspector button", "Copy as test")
        expect("a test that begins with a state", lambda: '"state"' in recorded())
        copied.write_text(recorded())
        ran = subprocess.run([COMMAND, str(form), "--test", str(copied)], capture_output=True, text=True)
        expect("it passes", (ran.returncode, "1 passed" in ran.stdout), (0, True))
        expect("what is typed is one step", recorded().count('"enter"'), 1)
        page.type("Name", "Dora", Keys.TAB)
        page.click("#inspector button", "Undo")
        page.click("#inspector button", "Copy as test")
        expect("a test with the start and each step, also after an undo", lambda: [
            recorded().count(word) for word in ('"state"', '"enter"', '"undo"', '"Dora"')],
            [1, 2, 1, 2])
        copied.write_text(recorded())
        ran = subprocess.run([COMMAND, str(form), "--test", str(copied)], capture_output=True, text=True)
        expect("it passes after an undo", (ran.returncode, "1 passed" in ran.stdout), (0, True))
        state.write_text(json.dumps({"version": 1, "values": {"name": "Cleo", "gone": 1}}))
        page.click("#inspector button", "Fill in")
        page.click("#inspector button", "Start again")
        expect("the state as it is now", lambda: page.property("Name"), "Cleo")
        expect("what does not fit", lambda: "gone" in page.text("#inspector details .error"))
        state.write_text("{")
        page.click("summary", "Sample answers")
        page.click("summary", "Sample answers")
        expect("a file that is broken", lambda: "is not JSON" in page.text("#inspector details .error"))
        state.unlink()


def languages(folder):
    """Every message in every language, in its direction and on a narrow page: no text is English."""
    form = pathlib.Path(folder, "failing.json")
    form.write_text(json.dumps(FAILING))
    # The list of languages has them all, and the names of rows are single letters.
    texts = lambda: set(page.script(r"""const found = [];
        const walk = node => { for (const one of node.childNodes) {
          if (one.nodeType === 1 && one.localName !== 'header') {
            for (const text of [one.ariaLabel, one.placeholder, one.title]) add(text ?? '');
            walk(one);
          } else if (one.nodeType === 3) add(one.data); } };
        const add = text => found.push(...text.match(/\p{L}{2,}.*/gu) ?? []);
        walk(document.querySelector('#form'));
        return found;"""))
    errors = lambda: page.script("return document.querySelectorAll('#form .error:not([hidden])').length")
    with Page(form) as page:
        page.click("button.main", "→")
        english, count = texts(), errors()
        expect("every row and list has an error", count >= 17)
        expect("each message is said", " ".join(english).count("Must ") > 20)
        names = page.script("return [...document.querySelectorAll('header option')].map(one => one.text)")
        expect("languages have their own names",
               [name for name in ("Deutsch", "العربية", "日本語") if name not in names], [])
        page.resize(390, 800)
        for language in FAILING["languages"][1:]:
            page.script(f"""return import('./renderer.js').then(({{ form }}) =>
                form.ask({{ set: {{ language: '{language}' }} }}))""")
            page.settle()
            expect(f"{language}: language and direction", page.script(
                "return document.documentElement.lang + ' ' + document.documentElement.dir"),
                f"{language} {'rtl' if language == 'ar' else 'ltr'}")
            expect(f"{language}: all errors", errors(), count)
            # These words are not English alone.
            expect(f"{language}: no English text", texts() & english - {"No", "Pages"}, set())
            if language in OTHER_SCRIPTS:
                expect(f"{language}: no Latin letters", [
                    text for text in texts() if re.search("[A-Za-z]{2}", text.replace("URL", ""))], [])
            if language in ("ar", "de", "ja"):
                page.axe(f"every message in {language}, 390 pixels wide")
                expect(f"{language}: the page fits", page.script("""return document.documentElement
                    .scrollWidth <= document.documentElement.clientWidth"""))
                page.browser.save_screenshot(str(PICTURES / f"failing-{language}.png"))
