"""A form in the preview, in a browser, and what is expected of it."""

import importlib.util
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / ".build" / "preview"
COMMAND = os.environ.get("FORMEVAL") or str(ROOT / ".build" / "debug" / "formeval")
# Only for its file of axe-core: Playwright, which it depends on, would bring 165 MB.
AXE_PACKAGE = "axe_playwright_python"
AXE = pathlib.Path(importlib.util.find_spec(AXE_PACKAGE).origin).with_name("axe.min.js").read_text()
CONTROLS = {"button", "checkbox", "combobox", "link", "radio", "searchbox", "slider", "spinbutton",
            "switch", "textbox"}
failures = []
checks = 0


def expect(what, got, wanted=True):
    """Compares what is there; a function is asked until it gives what is wanted, for ten seconds,
    because the events of a server come when they come."""
    global checks
    checks += 1
    if callable(got):
        ask, end = got, time.monotonic() + 10
        while (got := ask()) != wanted and time.monotonic() < end:
            time.sleep(0.05)
    if got != wanted:
        failures.append(what)
        print(f"FAILED {what}: {got!r}, not {wanted!r}")


class Page:
    """A form in the preview, in a browser."""

    def __init__(self, form, dark=False, width=1250, height=900, flags=()):
        environment = {**os.environ, "FORMEVAL": COMMAND, "PYTHONPATH": str(ROOT / "Python")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "formeval", "preview", str(form), "--no-open", *flags],
            stdout=subprocess.PIPE, text=True, env=environment)
        self.address = self.process.stdout.readline().strip()
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--lang=en-US",
                     f"--window-size={width},{height}"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        # With both paths given, Selenium asks no server for a driver.
        options.binary_location = shutil.which("chromium")
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.browser = webdriver.Chrome(options, service)
        self.resize(width, height)
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        self.browser.get(self.address)
        try:
            self.until(lambda: self.script("return document.querySelector('#form h1') !== null"))
        except TimeoutException:
            print(self.browser.find_element(By.ID, "status").text)
            self.end()
            raise
        self.script("""window.sent = []; const before = window.fetch;
            const ended = () => setTimeout(() => { window.open_ -= 1; });
            window.fetch = (...given) => { window.sent.push(given); window.open_ = (window.open_ || 0) + 1;
              return before(...given).then(response => { response.clone().text().finally(ended); return response; },
                failure => { ended(); throw failure; }); };""")

    def __enter__(self):
        return self

    def compare(self):
        """Compares what the renderer keeps with the state that the form gives."""
        different = self.script("""return import('./renderer.js').then(async ({ form }) => {
          const keys = ['tag', 'id', 'type', 'title', 'subtitle', 'footer', 'help', 'placeholder', 'value', 'hidden',
            'disabled', 'required', 'valid', 'errors', 'errorDetails', 'display', 'allOptions', 'optionSource', 'disabledOptions',
            'optionGroups', 'minimum', 'maximum', 'step', 'actions', 'pending', 'canInsert', 'canDelete', 'canMove',
            'verdict', 'visible', 'complete', 'progress', 'template', 'canSubmit', 'canUndo', 'canRedo', 'language', 'direction',
            'page', 'item', 'depth', 'kind'];
          const empty = one => one === undefined || one === null || one === false || one.length === 0;
          const same = (a, b) => empty(a) && empty(b) || JSON.stringify(a) === JSON.stringify(b);
          const { state } = await form.ask({ state: true });
          window.sent?.pop();
          const found = [], look = (a, b, at) => {
            for (const key of keys) if (!same(a[key], b[key]) && !(key === 'valid' && !b.type)) found.push(`${at}.${key}: ${JSON.stringify(a[key])}, not ${JSON.stringify(b[key])}`);
            const all = state.optionSources?.[b.optionSource] ?? b.allOptions;
            if (all && !same(a.options ?? all.map(one => one.value), b.options ?? all.map(one => one.value))) found.push(`${at}.options`);
            for (const key of ['sections', 'rows', 'items', 'pages', 'pendingValidations']) {
              if (typeof (b[key] ?? [])[0] === 'string') continue;
              if ((a[key] ?? []).length !== (b[key] ?? []).length) found.push(`${at}.${key}: other many`);
              else (b[key] ?? []).forEach((one, place) => look(a[key][place], one, `${at}.${key}[${place}]`));
            }
          };
          for (const [source, options] of Object.entries(state.optionSources ?? {})) {
            if (!same(form.state.optionSources[source], options)) found.push(`${source}: ${JSON.stringify(form.state.optionSources[source])}`);
          }
          look(form.state, state, 'form');
          for (const section of state.sections) for (const one of [section, ...section.rows ?? [], ...(section.items ?? []).flatMap(item => item.rows)]) {
            const name = form.names.get(form.members.get(one.id));
            if (name !== (one.address ?? one.tag ?? one.id) && one.address) found.push(`${one.address} is called ${name}`);
          }
          return found.slice(0, 10);
        })""")
        expect("what the renderer keeps", different, [])

    def __exit__(self, failure, *_):
        try:
            if not failure and not self.script("return document.querySelector('#status').textContent"):
                self.compare()
            for entry in self.browser.get_log("browser"):
                if entry["level"] == "SEVERE" and "favicon" not in entry["message"]:
                    expect("the console", entry["message"], None)
        finally:
            self.end()

    def end(self):
        self.browser.quit()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)

    def script(self, text, *given):
        return self.browser.execute_script(text, *given)

    def until(self, true, seconds=10):
        """Waits for it; the page may draw an element anew, or not have it yet, in this moment."""
        wait = WebDriverWait(
            self.browser, seconds, 0.02, [StaleElementReferenceException, StopIteration])
        return wait.until(lambda _: true())

    def found(self, find):
        """What it finds, also if the page draws the elements anew between two of its steps."""
        return self.until(lambda: [find()])[0]

    def settle(self):
        """Waits until all lines are answered, and no answer has led to one more."""
        sent = None
        while sent != (sent := self.script("return (window.sent ?? []).length")):
            self.script("return new Promise(done => setTimeout(done, 30))")
            self.until(lambda: not self.script("return window.open_"))
            # An answer is read and drawn after its head has come.
            self.script("return import('./renderer.js').then(({ form }) => form.queue.then(() => {}))")

    def row(self, title):
        """The element of the first visible row or section with the title."""
        return next(found for found in self.browser.find_elements(
            By.XPATH, f"//*[@data-id][.//*[contains(@class, 'title')]//text()='{title}']"
            f"[not(.//*[@data-id])]") if found.is_displayed())

    def control(self, title):
        return self.row(title).find_element(By.CSS_SELECTOR, "input, select, textarea, button")

    def property(self, title, name="value"):
        return self.found(lambda: self.control(title).get_property(name))

    def text(self, css):
        return self.found(lambda: self.browser.find_element(By.CSS_SELECTOR, css).text)

    def texts(self, css):
        return self.found(
            lambda: [one.text for one in self.browser.find_elements(By.CSS_SELECTOR, css)])

    def type(self, title, *keys):
        def enter():
            control = self.control(title)
            self.script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].focus()", control)
            if control.get_property("type") in ("text", "textarea"):
                control.send_keys(Keys.CONTROL, "a")
        self.found(enter)
        self.browser.switch_to.active_element.send_keys(*keys)
        self.settle()

    def click(self, css, text=None):
        def click():
            found = next(one for one in self.browser.find_elements(By.CSS_SELECTOR, css)
                         if one.is_displayed() and (text is None or one.text == text))
            self.script("arguments[0].scrollIntoView({block: 'center'})", found)
            found.click()
        self.found(click)
        self.settle()

    def run_copied(self, *questions):
        """Runs what the inspector copies, and some questions after it."""
        self.click("#inspector button", "Copy as command")
        command = self.text("pre[aria-label=JSON]")
        command = command.removesuffix("END") + "".join(line + "\n" for line in questions) + "END"
        return subprocess.run(["bash", "-c", command.replace("formeval", COMMAND, 1)],
                              stdout=subprocess.PIPE, text=True).stdout

    def reload(self):
        self.browser.refresh()
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "#form h1"))

    def error(self, title):
        return self.found(
            lambda: self.row(title).find_element(By.CSS_SELECTOR, ".error, .warning").text)

    def focused(self):
        return self.script("""const one = document.activeElement, row = one.closest('[data-id]');
            return [one.tagName, one.ariaLabel || one.labels?.[0]?.textContent || one.textContent]
              .map(text => text.trim().replace(' (required)', '')).join(' ').slice(0, 60)""")

    def values(self):
        self.compare()
        return self.script("""return import('./renderer.js').then(async ({ form }) =>
            (await form.ask({ values: true })).values)""")

    def resize(self, width, height):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def picture(self, name, folder=PICTURES):
        folder.mkdir(parents=True, exist_ok=True)
        self.browser.save_screenshot(str(folder / f"{name}.png"))

    def axe(self, what, names=True):
        if not self.script("return window.axe !== undefined"):
            self.script(AXE)
        found = self.browser.execute_async_script("""const done = arguments[0];
            axe.run(document, { resultTypes: ['violations'] }).then(result =>
              done(result.violations.map(one => [one.id, one.nodes[0].html.slice(0, 200)])))""")
        expect(f"axe: {what}", found, [])
        if names:
            self.names(what)

    def names(self, what):
        """Compares names and descriptions in the accessibility tree with the texts of the state."""
        wanted = self.script("""return import('./renderer.js').then(({ form }) => {
          const wanted = [], join = texts => texts.filter(Boolean).join(' ').replace(/\\s+/g, ' ').trim();
          const want = (one, ...texts) => { one.dataset.number = wanted.length; wanted.push(texts); };
          for (const { member: row, refusal, typing, element } of form.views.values()) {
            if (!row?.type || !element.checkVisibility()) continue;
            const label = form.label(row), isCell = form.around.get(row).kind === 'matrix';
            const name = join([label, row.required && !row.calculated && `(${form.word('required')})`]);
            const errors = refusal ? [!typing && refusal] : row.errors;
            const description = join([row.subtitle, row.help, row.selectorTitle, ...errors, row.pending
              && `${form.word('waits')} …`, row.footer]);
            const inputs = [...element.querySelectorAll('input, select, textarea')].filter(one => one.checkVisibility());
            const other = one => one.type === 'search' ? 'search' : one.className;
            const own = one => ['other', 'search'].includes(other(one)) ? `${label}: ${form.word(other(one))}` : one.parentNode.lastChild.textContent;
            if (isCell) inputs.forEach(one => want(one, one.className === 'other' ? own(one) : `${label}: ${own(one)}`, description));
            else if (row.type === 'button') want(element.querySelector('button'), label, description);
            else if (element.tagName === 'FIELDSET') {
              want(element, name, description);
              inputs.forEach(one => want(one, own(one), ''));
            } else if (inputs.length) want(inputs[0], name, description);
            for (const [place, one] of element.querySelectorAll('.actions button').entries()) {
              const { name, title = name } = row.actions?.[place] ?? { title: form.word('tap') };
              want(one, `${title}: ${label}`, '');
            }
          }
          return wanted; })""")
        call = self.browser.execute_cdp_cmd
        numbers, nodes = {}, [call("DOM.getDocument", {"depth": -1})["root"]]
        while nodes:
            node = nodes.pop()
            nodes += node.get("children", [])
            words = node.get("attributes", [])
            if "data-number" in words[::2]:
                numbers[node["backendNodeId"]] = int(words[words.index("data-number") + 1])
        met = {}
        for node in call("Accessibility.getFullAXTree", {})["nodes"]:
            texts = [" ".join(node.get(key, {}).get("value", "").split())
                     for key in ("name", "description")]
            if node.get("backendDOMNodeId") in numbers:
                met[numbers[node["backendDOMNodeId"]]] = texts
            elif node.get("role", {}).get("value") in CONTROLS:
                expect(f"{what}: a control has a name", texts[0] != "")
        for number, texts in enumerate(wanted):
            expect(f"{what}: name and description", met.get(number), texts)
        self.script("""for (const one of document.querySelectorAll('[data-number]')) delete one.dataset.number""")


def example(name):
    return ROOT / "Examples" / f"{name}.json"


def another(page, line):
    """Another window of the session edits the form; waits until this one shows it."""
    page.script("""return import('./renderer.js').then(async ({ form }) => {
        const { sequence } = form, body = JSON.stringify({ session: form.session, generation: form.generation, line: arguments_ });
        await fetch('line', { method: 'POST', body, headers: { 'X-Formeval': 'another' } });
        while (form.sequence === sequence) await new Promise(done => setTimeout(done, 10)); })"""
                .replace("arguments_", json.dumps(line)))
    page.settle()
