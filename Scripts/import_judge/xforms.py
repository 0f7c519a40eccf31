"""An XForm as its bytes have it: elements and attributes with places, and which node reads which.

Nothing here is shared with the package that the scripts judge: Expat reads the file, and a regular
expression finds the paths in XPaths.
"""
import dataclasses
import re
from xml.parsers import expat

XFORMS = "http://www.w3.org/2002/xforms"
JAVAROSA = "http://openrosa.org/javarosa"
NAMESPACES = "http://www.w3.org/2000/xmlns/"
XML = "http://www.w3.org/XML/1998/namespace"

ATTRIBUTE = re.compile(rb"""\s+([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')""")
LITERAL = re.compile(r"'[^']*'|\"[^\"]*\"")
# A path in an XPath without literals: a name alone is one, a function or an operator is not.
PATH = re.compile(
    r"(?<![\w.:)\]-])((?:current\(\)/)?(?:/|\.\./|\./)?(?:[A-Za-z_][\w.:-]*|\.\.|\*)"
    r"(?:/(?:[A-Za-z_][\w.:-]*|\.\.|\*))*|\.\.?)(?![\w.:-]*\s*\()")
OPERATORS = {"and", "or", "div", "mod"}
CONTROLS = {"input", "select", "select1", "rank", "upload", "trigger", "range", "secret",
            "textarea", "group", "repeat"}


@dataclasses.dataclass(eq=False)
class Attribute:
    """An attribute: `start` and `end` are the bytes from its name to its closing quote."""
    written: str
    namespace: str
    name: str
    value: str
    start: int
    end: int


@dataclasses.dataclass(eq=False)
class Element:
    """An element: `start` is the byte of its `<`, and `head` the byte behind its start tag."""
    written: str
    namespace: str
    name: str
    start: int
    head: int
    parent: "Element"
    attributes: list = dataclasses.field(default_factory=list)
    children: list = dataclasses.field(default_factory=list)
    # Texts directly inside: from which byte to which, and the characters.
    texts: list = dataclasses.field(default_factory=list)
    end: int = 0

    def get(self, name, namespace=""):
        """The value of an attribute, or None."""
        return next((attribute.value for attribute in self.attributes
                     if (attribute.name, attribute.namespace) == (name, namespace)), None)

    def first(self, name):
        """The first element inside with a name, or None."""
        return next((child for child in self.children if child.name == name), None)

    def all(self):
        """This element and all inside it, in the order of the file."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack += reversed(element.children)

    @property
    def text(self):
        return "".join(text for _, _, text in self.texts).strip()


def read(source):
    """The root element of a file."""
    parser = expat.ParserCreate()
    parser.buffer_text = False
    # The elements that are open, each with the namespaces that hold in it.
    open_elements = []
    scopes = [{"": "", "xml": XML, "xmlns": NAMESPACES}]
    root = None

    def began(written, values):
        nonlocal root
        start = parser.CurrentByteIndex
        scope = dict(scopes[-1])
        for name, value in values.items():
            if name == "xmlns" or name.startswith("xmlns:"):
                scope[name.partition(":")[2]] = value
        scopes.append(scope)
        prefix, _, local = written.rpartition(":")
        parent = open_elements[-1] if open_elements else None
        element = Element(written, scope.get(prefix, ""), local, start, 0, parent)
        position = start + 1 + len(written.encode())
        while found := ATTRIBUTE.match(source, position):
            name = found[1].decode()
            prefix, _, local = name.rpartition(":")
            namespace = NAMESPACES if name == "xmlns" else scope.get(prefix, "") if prefix else ""
            element.attributes.append(
                Attribute(name, namespace, local, values[name], found.start(1), found.end()))
            position = found.end()
        element.head = source.index(b">", position) + 1
        if parent:
            parent.children.append(element)
        root = root or element
        open_elements.append(element)

    def ended(_):
        element = open_elements.pop()
        element.end = max(parser.CurrentByteIndex, element.head)
        scopes.pop()

    def characters(text):
        texts = open_elements[-1].texts
        start = parser.CurrentByteIndex
        texts.append((start, start + 1, text))

    parser.StartElementHandler = began
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = characters
    parser.Parse(source, True)
    return root


def reads(xpath, context):
    """The paths of the nodes that an XPath of the node `context` names, beginning at the root."""
    found = set()
    for path in PATH.findall(LITERAL.sub("''", xpath)):
        if path in OPERATORS:
            continue
        path = path.removeprefix("current()/")
        steps = [] if path.startswith("/") else context.strip("/").split("/")
        for step in path.strip("/").split("/"):
            if step == "..":
                steps = steps[:-1]
            elif step != ".":
                steps = [*steps, step]
        found.add("/" + "/".join(steps))
    return found


class XForm:
    """The nodes of an XForm's primary instance, and what decides each."""

    # What only the host knows, or chance.
    HOST = re.compile(r"\b(random|uuid|pulldata)\s*\(|last-saved|\bod:|\bcht:|\benk:")

    def __init__(self, source):
        self.root = read(source)
        elements = list(self.root.all())
        model = next((element for element in elements if element.name == "model"), self.root)
        instances = [child for child in model.children if child.name == "instance"]
        data = instances[0].children[0] if instances and instances[0].children else model
        self.name = data.name
        # The elements that decide a node, by its path, and what their XPaths read.
        self.elements, self.read = {}, {}
        # The nodes whose values nobody can foresee.
        self.host = set()
        self._add_nodes(data, "")
        for element in elements:
            reference = element.get("nodeset") or element.get("ref") or element.get("bind")
            if reference is None or element.namespace not in (XFORMS, ""):
                continue
            for path in self._targets(element, reference.strip()):
                self._add(element, path)
        self._spread()

    def _add_nodes(self, node, path):
        path += "/" + node.name
        self.elements.setdefault(path, []).append(node)
        self.read.setdefault(path, set())
        for child in node.children:
            self._add_nodes(child, path)

    def _targets(self, element, reference):
        """The node that an element of the model or of the body is about."""
        if not reference.startswith("/"):
            around = element.parent
            while around and not (around.get("nodeset") or around.get("ref")):
                around = around.parent
            base = (around.get("nodeset") or around.get("ref")) if around else "/" + self.name
            return reads(reference, base.strip())
        return {reference}

    def _add(self, element, path):
        if element.name not in CONTROLS | {"bind", "setvalue", "setgeopoint", "recordaudio"}:
            return
        self.elements.setdefault(path, []).append(element)
        read = self.read.setdefault(path, set())
        texts = [attribute.value for attribute in element.attributes
                 if attribute.name in ("relevant", "calculate", "required", "readonly",
                                       "constraint", "value", "count")]
        if element.name in CONTROLS - {"group", "repeat"}:
            texts += [child.get("nodeset") or "" for child in element.children
                      if child.name == "itemset"]
        for text in texts:
            read |= reads(text, path)
        preload = element.get("preload", JAVAROSA)
        values = [element.get(name) or "" for name in ("calculate", "value")]
        if (preload and (preload, element.get("preloadParams", JAVAROSA)) != ("date", "today")
                or any(map(self.HOST.search, values))
                or element.name in ("setgeopoint", "recordaudio")):
            self.host.add(path)

    def _spread(self):
        """What is calculated from values that nobody can foresee is not foreseen, either."""
        while more := {path for path, read in self.read.items()
                       if path not in self.host and read & self.host}:
            self.host |= more

    def is_foreseen(self, path):
        """Whether the state of a node is the same in each run."""
        while path:
            if path in self.host:
                return False
            path = path.rpartition("/")[0]
        return True

    def deciders(self, path):
        """The elements that decide the state of a node, also over other nodes."""
        stack, seen, elements = [path], set(), []
        while stack:
            path = stack.pop()
            if path in seen or not path:
                continue
            seen.add(path)
            elements += self.elements.get(path, [])
            stack += [*self.read.get(path, ()), path.rpartition("/")[0]]
        return elements
