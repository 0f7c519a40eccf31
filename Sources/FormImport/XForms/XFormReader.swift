// Reads an XForm: the tree of its XML becomes a tree of nodes, then a form. The nodes say how
// answers are nested. The body says in which order people see the nodes, and in which words.
//
//   model/instance   XFormReader+Nodes.swift     body    XFormReader+Body.swift
//   nodes            XFormReader+Members.swift   itext   XFormReader+Texts.swift

import FormFile
import Predicate

/// Reads one XForm.
struct XFormReader {
  typealias Index = XFormNodes.Index
  typealias Place = SourceMap.Place

  let limits: FormLimits
  var log = ImportLog()
  var nodes = XFormNodes(nodes: [])
  /// What the file says of each node, by its index.
  var facts: [Facts] = []
  /// The nodes by their parents and names.
  var children: [ChildName: Index] = [:]
  var binds: [String: Index] = [:]
  /// What people see, by container.
  ///
  /// Each node is the container of its index; groups without a node follow.
  var containers: [[Entry]] = []
  var itext = XFormTexts()
  var instances: [String: XFormInstance] = [:]
  /// The items that can be chosen, by the instance and the name of their values.
  var distinctItems: [String: [XMLTree.Element]] = [:]
  /// What the translator made of the relevance and of the formula of each node.
  var relevance: [Index: XPathTranslation] = [:]
  var formulas: [Index: XPathTranslation] = [:]
  /// The nodes that a condition around them reads, so that hiding must not take their values.
  var kept: Set<Index> = []
  var inputs: [String: InputDefinition] = [:]
  /// What each row without a formula holds, and whether a new item has a value for it.
  var starts: [Index: (kind: ValueKind, hasValue: Bool)] = [:]
  var tableCellsLeft: Int
  /// Whether a formula looks for a text of `itext` by its id.
  var readsTexts = false
  /// The tags of all nodes, in lowercase.
  lazy var tagNames = Set(nodes.nodes.compactMap { $0.tag?.lowercased() })
  lazy var translator = XPathTranslator(nodes)

  /// What the file says of a node beside its name.
  struct Facts {
    /// The node in the template, or else the first one.
    var element: XMLTree.Element
    /// The further nodes of the same name in the same parent: the items of a list have them.
    var further: [XMLTree.Element] = []
    var hasTemplate = false
    /// The attributes of its binds, and their positions by name.
    var bind: [XMLTree.Attribute] = []
    var bindIndices: [String: Int] = [:]
    /// The element of the body that shows the node: a control, a group or a repeat.
    var control: XMLTree.Element?
    /// The group around a repeat, which has the label of the list.
    var header: XMLTree.Element?
    var isPlaced = false
    /// What sets the node when it comes, and when another node changes.
    var setters: [Action] = []
  }

  struct ChildName: Hashable {
    let parent: Index
    let name: String
  }

  /// What stands in a container.
  enum Entry {
    case node(Index)
    /// A group of the body without a node, or with one that holds a value.
    case group(container: Int, XMLTree.Element, Index?)
  }

  /// A `setvalue` of the model or of a control.
  struct Action {
    let element: XMLTree.Element
    /// The control that sets it off; nil for an action at the start.
    let source: Index?
    let target: Index
  }

  private init(_ limits: FormLimits) {
    self.limits = limits
    tableCellsLeft = limits.tableCells
  }

  /// Reads the form of a file.
  ///
  /// - Complexity: O(n) in the size of the file, beside what the translator takes.
  static func read(
    _ tree: XMLTree, named name: String, within limits: FormLimits
  ) -> (document: FormDocument, report: ImportReport?, answers: XFormAnswers?) {
    var reader = XFormReader(limits)
    guard let form = reader.form(tree.root) else {
      let source = FormSource(name: name, bytes: tree.bytes, map: SourceMap())
      return (FormDocument(source, FormDefinition(), problems: reader.log.problems), nil, nil)
    }
    let source = FormSource(name: name, bytes: tree.bytes, map: form.map)
    let isRefused = reader.log.problems.contains { $0.severity == .error }
    let needs = ImportReport.needs(of: form.definition)
    return (
      FormDocument(source, form.definition, problems: reader.log.problems),
      isRefused ? nil : reader.log.report(of: "XForms", needs: needs), reader.answers()
    )
  }

  private mutating func form(
    _ root: XMLTree.Element
  ) -> (definition: FormDefinition, map: SourceMap)? {
    let head = root.child("head")
    guard let model = (head ?? root).child("model"),
      let primary = model.elements.first(where: { $0.name.local == "instance" }),
      let data = primary.elements.first
    else {
      log.add(
        .error, .missing, "this XForm has no model with an instance", at: root.startRange,
        hint: "the nodes that are answered stand in model/instance")
      return nil
    }
    readNodes(data)
    loseRest(of: root, but: [], ["head", "model", "body"], of: 0)
    if let head { loseRest(of: head, but: [], ["title", "model"], of: 0) }
    itext = XFormTexts(model.child("itext"), &log)
    readModel(model, primary)
    if let body = root.child("body") {
      readBody(body)
    } else {
      log.add(.warning, .missing, "this XForm has no body, so it asks nothing", at: root.startRange)
    }
    for part in [model.child("itext"), root.child("body")] {
      part.map { countReadings(inTextsOf: $0) }
    }
    finishNodes()
    translateNodes()
    return emit(head, model, data, root.child("body"))
  }

  /// How answers are written: as the primary instance.
  private mutating func answers() -> XFormAnswers {
    let nodes = nodes.nodes.indices
    let rowTypes = nodes.map { translator.type(of: $0) }
    return XFormAnswers(
      facts[0].element, self.nodes,
      counted: Set(nodes.filter { facts[$0].control?.javaRosa("count") != nil }),
      conditional: Set(nodes.filter { bind("relevant", of: $0) != nil }), rowTypes: rowTypes)
  }

  private mutating func emit(
    _ head: XMLTree.Element?, _ model: XMLTree.Element, _ data: XMLTree.Element,
    _ body: XMLTree.Element?
  ) -> (definition: FormDefinition, map: SourceMap) {
    var emitter = FormEmitter()
    var form = FormDefinition(
      languages: itext.tags, whenHidden: .nil, answers: .nested)
    if let title = head?.child("title"), !title.text.isEmpty {
      form.texts.title = .verbatim(title.text)
      let place = Place(title.startRange, path: "title")
      log.add(.carried, .detail, "title", place, "title")
      emitter.put(JSONPath([.key("title")]), at: place)
    }
    emitter.put(JSONPath(), at: Place(data.startRange, path: nodes.path(of: 0)))
    form.sections = emitter.sections(members(of: 0), at: JSONPath([.key("sections")]))
    form.inputs = inputs.values.sorted { $0.name < $1.name }
    form.tables = tables(&emitter)
    form.extra = extra(ofForm: model, data, body)
    return (form, emitter.map)
  }

  /// What the host gets back of the form: the attributes of the instance, the model and the body.
  private mutating func extra(
    ofForm model: XMLTree.Element, _ data: XMLTree.Element, _ body: XMLTree.Element?
  ) -> Value? {
    var extra = Extra()
    for attribute in data.ownAttributes { putAside(attribute, "instance", of: 0, &extra) }
    for attribute in model.ownAttributes { putAside(attribute, "model", of: 0, &extra) }
    for attribute in body?.ownAttributes ?? [] { putAside(attribute, "body", of: 0, &extra) }
    if let submission = model.child("submission") {
      for attribute in submission.ownAttributes { putAside(attribute, "submission", of: 0, &extra) }
    }
    return extra.value
  }
}

// MARK: - What is put aside

extension XFormReader {
  /// What the host gets back with a member: texts, or objects of texts.
  struct Extra {
    private var own: [(String, Value)] = []
    private var groups: [(String, [(String, Value)])] = []
    private var names: Set<[String?]> = []

    /// Keeps a value, or a value of a group such as `media`; of equal names the first counts.
    mutating func put(_ name: String, in group: String? = nil, _ value: Value) {
      guard names.insert([group, name]).inserted else { return }
      guard let group else {
        own.append((name, value))
        return
      }
      if let index = groups.firstIndex(where: { $0.0 == group }) {
        groups[index].1.append((name, value))
      } else {
        groups.append((group, [(name, value)]))
      }
    }

    var value: Value? {
      guard !own.isEmpty || !groups.isEmpty else { return nil }
      return .dictionary(
        ValueDictionary(own + groups.map { ($0, .dictionary(ValueDictionary($1))) }))
    }
  }

  /// Keeps an attribute for the host, because nothing in the form acts on it.
  mutating func putAside(
    _ attribute: XMLTree.Attribute, _ group: String?, of node: Index, _ extra: inout Extra
  ) {
    let name = attribute.name.written
    extra.put(name, in: group, .string(attribute.value.string))
    log.add(
      .putAside, .detail, group.map { "\($0)/@\(name)" } ?? name, place(attribute, of: node),
      "extra." + (group.map { "\($0)." } ?? "") + name)
  }

  /// The place of an attribute that says something of a node.
  func place(_ attribute: XMLTree.Attribute, of node: Index) -> Place {
    Place(attribute.range, path: "\(nodes.path(of: node))/@\(attribute.name.written)")
  }

  /// The place of an element that says something of a node, such as its label.
  func place(_ element: XMLTree.Element, of node: Index) -> Place {
    Place(element.startRange, path: "\(nodes.path(of: node))/\(element.name.written)")
  }
}
