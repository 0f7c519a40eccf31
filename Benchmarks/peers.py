#!/usr/bin/env python3
"""Measures edits of a form beside engines of other forms.

    Scripts/bench peers [--quick] [--rounds N]

One form in the language of each engine: questions with a whole number each, another question that
shows while the number is large, and sums of ten numbers with a sum of all. A script sets one number
after the other. Beside us stand JavaRosa, the engine of ODK Collect, and survey-core, that of
SurveyJS. Both come in packages of PyPI, pyxform and wagtail-surveyjs, which are put into a folder
that goes in the end; they need a JDK and node. What is not there is named as missing.

Each engine prints which questions show and what the sums are at the end, and they must say the same.
The figure is the CPU time of an edit in the second half of a script. Ours is that of the whole
process, with the reading and writing of a line of JSON for each edit, less the same with half of the
edits. The others are called in their own process, without any text. The best of the rounds counts,
and a row that varies too much has no ratio.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = {"pyxform": "4.5.0", "wagtail-surveyjs": "0.3.1"}
# The median round of a row may be so many times the best one.
VARIES = 1.5


def sums(count):
    """The names of sums and what each adds."""
    parts = [(f"s{at // 10}", [f"q{number}" for number in range(at, min(at + 10, count))])
             for at in range(0, count, 10)]
    return parts + [("total", [name for name, _ in parts])]


def script(count, edits):
    """Pairs of a question and its number, the same each time; no number is set twice in a row."""
    pick = random.Random(1)
    held = [0] * count
    for _ in range(edits):
        number = pick.randrange(count)
        held[number] = (held[number] + pick.randint(1, 8)) % 10
        yield number, held[number]


# The form in each language


def our_form(count):
    rows = [row for number in range(count) for row in (
        {"tag": f"q{number}", "type": "int", "value": 0},
        {"tag": f"c{number}", "type": "text", "visible": f"$q{number} > 6"})]
    rows += [{"tag": name, "type": "int", "calculated": " + ".join(f"${part}" for part in parts)}
             for name, parts in sums(count)]
    return json.dumps({"sections": [{"rows": rows}]})


def xform(count):
    nodes = "".join(f"<q{n}>0</q{n}><c{n}/>" for n in range(count))
    nodes += "".join(f"<{name}/>" for name, _ in sums(count))
    binds = "".join(
        f'<bind nodeset="/data/q{n}" type="int"/>'
        f'<bind nodeset="/data/c{n}" relevant="/data/q{n} &gt; 6"/>' for n in range(count))
    binds += "".join(
        f'<bind nodeset="/data/{name}" type="int" calculate="'
        + " + ".join(f"/data/{part}" for part in parts) + '"/>' for name, parts in sums(count))
    inputs = "".join(
        f'<input ref="/data/{kind}{n}"><label>{kind}{n}</label></input>'
        for n in range(count) for kind in "qc")
    return ('<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml">'
            f"<h:head><h:title>f</h:title><model><instance><data id='f'>{nodes}</data></instance>"
            f"{binds}</model></h:head><h:body>{inputs}</h:body></h:html>")


def survey(count):
    elements = [element for n in range(count) for element in (
        {"type": "text", "inputType": "number", "name": f"q{n}", "defaultValue": 0},
        {"type": "text", "name": f"c{n}", "visibleIf": f"{{q{n}}} > 6"})]
    elements += [{"type": "expression", "name": name,
                  "expression": " + ".join(f"{{{part}}}" for part in parts)}
                 for name, parts in sums(count)]
    return json.dumps({"elements": elements})


# The engines. Each prints, as JSON, the seconds of an edit and the state at the end.

JAVA = """
import java.io.*;
import java.lang.management.*;
import java.nio.file.*;
import java.util.*;
import org.javarosa.core.model.*;
import org.javarosa.core.model.data.*;
import org.javarosa.core.model.instance.*;
import org.javarosa.model.xform.XFormsModule;
import org.javarosa.xform.util.XFormUtils;

public class Peer {
  public static void main(String[] words) throws Exception {
    new XFormsModule().registerModule();
    FormDef form = XFormUtils.getFormFromInputStream(new FileInputStream(words[0]));
    form.initialize(true, new InstanceInitializationFactory());
    TreeElement root = form.getMainInstance().getRoot();
    Map<String, TreeReference> places = new HashMap<>();
    for (int at = 0; at < root.getNumChildren(); at++) {
      places.put(root.getChildAt(at).getName(), root.getChildAt(at).getRef());
    }
    List<String> lines = Files.readAllLines(Paths.get(words[1]));
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long start = 0;
    for (int at = 0; at < lines.size(); at++) {
      if (at == lines.size() / 2) start = clock.getCurrentThreadCpuTime();
      String[] edit = lines.get(at).split(" ");
      form.setValue(new IntegerData(Integer.parseInt(edit[1])), places.get("q" + edit[0]), true);
    }
    double seconds = (clock.getCurrentThreadCpuTime() - start) / 1e9 / (lines.size() - lines.size() / 2);
    StringBuilder shown = new StringBuilder(), sums = new StringBuilder();
    for (int at = 0; at < root.getNumChildren(); at++) {
      TreeElement element = root.getChildAt(at);
      String name = element.getName();
      if (name.startsWith("c") && element.isRelevant()) shown.append(",\\"" + name + "\\"");
      if (name.startsWith("s") || name.equals("total")) {
        sums.append(",\\"" + name + "\\":" + element.getValue().getDisplayText());
      }
    }
    System.out.println("{\\"seconds\\":" + seconds + ",\\"shown\\":[" + shown.substring(1) + "],\\"sums\\":{"
        + sums.substring(1) + "}}");
  }
}
"""

NODE = """
const fs = require("fs"), [code, form, script] = process.argv.slice(2);
// The package asks for a page of a browser when it is read. An empty one is enough for its engine.
const none = () => null, empty = () => [], ignored = () => {};
const node = () => ({ style: {}, sheet: { insertRule: ignored }, childNodes: [], classList: { add: ignored }, content: {}, appendChild: ignored,
  removeChild: ignored, insertBefore: ignored, setAttribute: ignored, getAttribute: none, cloneNode: node,
  addEventListener: ignored, getElementsByTagName: empty, querySelectorAll: empty });
const page = { ...node(), nodeType: 9, createElement: node, createTextNode: node, createComment: node,
  createDocumentFragment: node, getElementById: none, querySelector: none, head: node(), body: node(),
  documentElement: node(), styleSheets: [] };
const jquery = Object.assign(() => ({}), { fn: { extend: ignored }, event: {}, cleanData: ignored });
const browser = { window: global, document: page, navigator: { userAgent: "", language: "en" },
  addEventListener: ignored, HTMLElement: class {}, Node: class {}, requestAnimationFrame: ignored,
  getComputedStyle: () => ({ getPropertyValue: () => "" }) };
for (const [name, value] of Object.entries(browser)) {
  Object.defineProperty(global, name, { value, configurable: true, writable: true });
}
const module_ = { exports: {} };
new Function("module", "exports", "require", fs.readFileSync(code, "utf8"))(module_, module_.exports, () => jquery);
const library = module_.exports, Model = library.SurveyModel ?? library.Model;
const model = new Model(JSON.parse(fs.readFileSync(form, "utf8")));
const edits = fs.readFileSync(script, "utf8").trim().split("\\n").map(line => line.split(" ").map(Number));
let start;
edits.forEach(([question, number], at) => {
  if (at === edits.length >> 1) start = process.cpuUsage();
  model.setValue("q" + question, number);
});
const { user, system } = process.cpuUsage(start), all = model.getAllQuestions();
console.log(JSON.stringify({
  seconds: (user + system) / 1e6 / (edits.length - (edits.length >> 1)),
  shown: all.filter(one => one.name[0] === "c" && one.isVisible).map(one => one.name),
  sums: Object.fromEntries(all.filter(one => one.getType() === "expression").map(one => [one.name, one.value])) }));
"""


class Peers:
    def __init__(self, command, folder):
        self.command, self.folder = command, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def fetch(self, package):
        """The folder with the files of a package; None if it cannot be had."""
        version = PACKAGES[package]
        said = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", self.folder,
             f"{package}=={version}"], capture_output=True, check=False)
        wheels = [name for name in os.listdir(self.folder)
                  if name.startswith(package.replace("-", "_")) and name.endswith(".whl")]
        if said.returncode != 0 or not wheels:
            return None
        with zipfile.ZipFile(self.path(wheels[0])) as wheel:
            wheel.extractall(self.path(package))
        return self.path(package)

    @staticmethod
    def run(*words):
        said = subprocess.run(words, capture_output=True, check=False, text=True)
        if said.returncode != 0:
            sys.exit(f"FAILED: {' '.join(words)}\n{said.stderr[-2000:]}")
        return json.loads(said.stdout.strip().splitlines()[-1])

    def javarosa(self):
        """A function that runs JavaRosa on a form and a script; why not, if it cannot."""
        if not shutil.which("javac"):
            return "a JDK is missing"
        package = self.fetch("pyxform")
        if package is None:
            return "pyxform cannot be had"
        jar = os.path.join(package, "pyxform", "validators", "odk_validate", "bin", "ODK_Validate.jar")
        self.write("Peer.java", JAVA)
        subprocess.run(["javac", "-cp", jar, "-d", self.folder, self.path("Peer.java")], check=True)

        def run(count, lines):
            form = self.write("form.xml", xform(count))
            return self.run("java", "-cp", f"{jar}:{self.folder}", "Peer", form, lines)
        return run

    def surveyjs(self):
        if not shutil.which("node"):
            return "node is missing"
        package = self.fetch("wagtail-surveyjs")
        if package is None:
            return "wagtail-surveyjs cannot be had"
        code = os.path.join(package, "wagtailsurveyjs", "static", "wagtailsurveyjs", "js", "vendor",
                            "survey.jquery.js")
        driver = self.write("peer.js", NODE)

        def run(count, lines):
            return self.run("node", driver, code, self.write("survey.json", survey(count)), lines)
        return run

    def ours(self, count, lines):
        form = self.write("form.json", our_form(count))
        with open(lines, encoding="utf-8") as file:
            edits = [line.split() for line in file]

        def timed(edits):
            given = self.write("lines", "".join(
                json.dumps({"set": {f"q{question}": int(number)}}) + "\n"
                for question, number in edits) + '{"state": true}\n')
            with open(self.path("output"), "wb") as output:
                process = subprocess.Popen([self.command, form, "--edits", given], stdout=output)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode not in (0, 1):
                sys.exit(f"FAILED: formeval ended with {process.returncode}")
            return usage.ru_utime + usage.ru_stime

        half = timed(edits[:len(edits) // 2])
        seconds = (timed(edits) - half) / (len(edits) - len(edits) // 2)
        with open(self.path("output"), encoding="utf-8") as file:
            rows = json.loads(file.read().splitlines()[-1])["state"]["sections"][0]["rows"]
        return {"seconds": seconds,
                "shown": [row["tag"] for row in rows if row["tag"][0] == "c" and not row["hidden"]],
                "sums": {row["tag"]: row["value"] for row in rows if row.get("calculated")}}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", help="the command, built for release")
    parser.add_argument("--quick", action="store_true", help="small forms and few edits")
    parser.add_argument("--rounds", type=int, default=5, help="how often each engine takes its turn")
    options = parser.parse_args()
    differs = False
    with tempfile.TemporaryDirectory() as folder:
        peers = Peers(options.command, folder)
        engines = {"JavaRosa 5.1": peers.javarosa(), "survey-core 1.9.84": peers.surveyjs()}
        for name, engine in engines.items():
            if isinstance(engine, str):
                print(f"{name}: {engine}")
        there = {"ours": peers.ours} | {
            name: engine for name, engine in engines.items() if not isinstance(engine, str)}
        print(f"{'questions':>9}  {'engine':<20} {'µs an edit':>12} {'/ ours':>10}")
        for count in (50,) if options.quick else (50, 500):
            lines = peers.write("script", "".join(
                f"{question} {number}\n"
                for question, number in script(count, 200 if options.quick else 4_000)))
            results = {name: [] for name in there}
            for _ in range(1 if options.quick else options.rounds):
                for name, engine in there.items():
                    results[name].append(engine(count, lines))
            best = {name: min(one["seconds"] for one in found) for name, found in results.items()}
            for name, found in results.items():
                times = sorted(one["seconds"] for one in found)
                spread = times[len(times) // 2] / times[0]
                same = all((one["shown"], one["sums"]) == (
                    results["ours"][0]["shown"], results["ours"][0]["sums"]) for one in found)
                differs = differs or not same
                ratio = (f"{best[name] / best['ours']:.1f}" if spread <= VARIES
                         else f"VARIES: the median round takes {spread:.1f}x the best one")
                print(f"{count:>9}  {name:<20} {best[name] * 1e6:>12.1f} "
                      f"{ratio if same else 'DIFFER: not the same state':>10}", flush=True)
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
