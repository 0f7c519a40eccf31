// Translates XPaths of an XForm to our predicate language, with the meaning that JavaRosa gives
// them. What has no counterpart is lost, with its place in the XPath; what differs is told.

import Predicate

/// Translates the XPaths of one XForm.
struct XPathTranslator {
  let nodes: XFormNodes
  /// The nodes that have a condition of their own, so that they may be hidden.
  ///
  /// JavaRosa leaves hidden nodes out of the nodes that it counts and joins.
  var hideable: Set<XFormNodes.Index> = []
  /// The types of calculated nodes that nobody answers, as far as they were asked for.
  private var types: [XFormNodes.Index: XFormNodes.ValueType] = [:]
  /// What names stand for.
  let names: XPathNames

  init(_ nodes: XFormNodes) {
    self.nodes = nodes
    names = XPathNames(nodes)
  }

  /// Translates an XPath that is a condition, such as `relevant`.
  ///
  /// - Parameters:
  ///   - xpath: The XPath, with its references decoded.
  ///   - node: The node that it belongs to, which relative paths begin at.
  /// - Returns: A predicate, such as `$age > 5`.
  mutating func condition(_ xpath: String, of node: XFormNodes.Index) -> XPathTranslation {
    translate(xpath, of: node) { (writer, tree) throws(XPathError) in try writer.condition(tree) }
  }

  /// Translates an XPath that gives a value, such as `calculate`.
  ///
  /// - Returns: A formula, such as `$age + 1`. It gives a value of the type of the node, and a
  ///   whole number for a list.
  mutating func formula(_ xpath: String, of node: XFormNodes.Index) -> XPathTranslation {
    let computed = nodes.nodes[node].isComputed && nodes.nodes[node].calculate == xpath
    let known = computed ? .text : type(of: node)
    let content = nodes.nodes[node].content
    return translate(xpath, of: node, mayBeOnce: true) { (writer, tree) throws(XPathError) in
      let term = try writer.term(tree)
      guard case .value(let declared) = content else {
        return try writer.stored(term, as: .whole, tree.range)
      }
      let type = computed ? Self.type(of: term, declared: declared) : known
      return try writer.stored(term, as: type, tree.range)
    }
  }

  /// Translates the XPath of an `output` in a text, which prints the value as JavaRosa prints it.
  ///
  /// - Returns: A formula for braces in a text, such as `concat($age)`.
  mutating func output(_ xpath: String, of node: XFormNodes.Index) -> XPathTranslation {
    translate(xpath, of: node) { (writer, tree) throws(XPathError) in
      let term = try writer.term(tree)
      if term.kind == .time {
        writer.note("JavaRosa prints the day here, and not the time", tree.range)
        return .call("timeText", [term.text], .text)
      }
      // Braces around a row alone print the title of its option and group the digits of a number.
      let text = try writer.text(term, tree.range)
      return text.row == nil ? text : .call("concat", [text.text], .text)
    }
  }

  /// Translates the condition on the items of a secondary instance that are the choices of a node.
  ///
  /// - Parameters:
  ///   - xpath: What stands in the brackets of an itemset's `nodeset`, joined with `and`; paths
  ///     begin at an item of the instance, and `current()` is the node.
  ///   - instance: The id of the instance.
  ///   - node: The node of the control.
  /// - Returns: A predicate over the columns of an option and the rows of the form, as
  ///   `optionsFilter` has it.
  mutating func filter(_ xpath: String, on instance: String, of node: XFormNodes.Index)
    -> XPathTranslation
  {
    translate(xpath, of: node) { (writer, tree) throws(XPathError) in
      writer.scope = XPathWriter.Scope(place: .item(instance), variable: "SELF")
      return try writer.bracket(tree)
    }
  }

  /// The type of the value that a node holds in the form: of its formula, if it is calculated and
  /// nobody answers it, and else its own.
  ///
  /// Formulas may read each other in a chain of any length. Of a circle of formulas, each has a
  /// type.
  mutating func type(of node: XFormNodes.Index) -> XFormNodes.ValueType {
    guard case .value(let declared) = nodes.nodes[node].content else { return .text }
    guard nodes.nodes[node].isComputed else { return declared }
    settleTypes(of: [node])
    return types[node] ?? declared
  }
}

// MARK: - Translating

extension XPathTranslator {
  private typealias Write = (inout XPathWriter, XPathNode) throws(XPathError) -> XPathTerm

  /// Translates an XPath, after the types of what it reads are known.
  private mutating func translate(
    _ xpath: String, of node: XFormNodes.Index, mayBeOnce: Bool = false, _ write: Write
  ) -> XPathTranslation {
    do throws(XPathError) {
      var tree = try XPathParser.tree(of: xpath)
      let once = mayBeOnce ? valueOnce(tree, of: node) : nil
      if let once { tree = once }
      var writer = XPathWriter(self, types: types, of: node)
      var result = Self.result(&writer, tree, write)
      while !writer.unknownTypes.isEmpty {
        settleTypes(of: writer.unknownTypes)
        writer = XPathWriter(self, types: types, of: node)
        result = Self.result(&writer, tree, write)
      }
      var translation = XPathTranslation(
        changes: writer.changes, reads: writer.reads,
        readsItself: writer.readsItself || once != nil)
      translation.isOnce = once != nil || writer.makesUUID
      let term = try result.get()
      guard !writer.makesUUID || mayBeOnce else {
        throw XPathError("a UUID can only be made where a value is computed once", tree.range)
      }
      try Self.check(term, tree.range)
      translation.text = term.text
      return translation
    } catch {
      return XPathTranslation(loss: XPathTranslation.Note(error.reason, error.range))
    }
  }

  private static func result(
    _ writer: inout XPathWriter, _ tree: XPathNode, _ write: Write
  ) -> Result<XPathTerm, XPathError> {
    do throws(XPathError) {
      return .success(try write(&writer, tree))
    } catch {
      return .failure(error)
    }
  }

  /// Refuses a text that our language does not read, for example because it nests too deep.
  private static func check(_ term: XPathTerm, _ range: Range<Int>) throws(XPathError) {
    do {
      _ =
        term.isPredicate
        ? try SyntaxTree(predicate: term.text, functions: .extended)
        : try SyntaxTree(expression: term.text, functions: .extended)
    } catch {
      throw XPathError("our language cannot say this: \(error.diagnostic.message)", range)
    }
  }

  /// The value that a formula of a node computes once: of `once(x)`, `if(. = '', x, .)` and
  /// `coalesce(., x)`.
  private func valueOnce(_ tree: XPathNode, of node: XFormNodes.Index) -> XPathNode? {
    guard case .call(let name, let arguments) = tree.content else { return nil }
    if name == "once", arguments.count == 1 { return arguments[0] }
    let areSelf = arguments.map { isPath($0, to: node) }
    switch (name, areSelf.count) {
    case ("coalesce", 2): return areSelf == [true, false] ? arguments[1] : nil
    case ("if", 3) where areSelf[1] != areSelf[2]:
      guard case .operation(let sides, let symbols) = arguments[0].content,
        sides.contains(where: { isPath($0, to: node) }),
        sides.contains(where: { $0.content == .text("") }),
        symbols == [areSelf[2] ? .equal : .unequal]
      else { return nil }
      return arguments[areSelf[2] ? 1 : 2]
    default: return nil
    }
  }

  /// Whether a part is a path from a node to itself.
  private func isPath(_ part: XPathNode, to node: XFormNodes.Index) -> Bool {
    var writer = XPathWriter(self, types: [:], of: node)
    guard case .path(let path) = part.content,
      case .node(node, let lists, _)? = try? writer.target(of: path, part.range)
    else { return false }
    return lists.isEmpty
  }
}

// MARK: - Types

extension XPathTranslator {
  /// Finds the types of calculated nodes, those that they read first.
  ///
  /// A node that reads itself, by whatever way, has its own type.
  private mutating func settleTypes(of nodes: Set<XFormNodes.Index>) {
    var open = Array(nodes)
    var begun: Set<XFormNodes.Index> = []
    while let node = open.last {
      guard types[node] == nil, case .value(let declared) = self.nodes.nodes[node].content,
        let calculate = self.nodes.nodes[node].calculate
      else {
        open.removeLast()
        continue
      }
      begun.insert(node)
      let (term, unknown) = term(of: calculate, in: node)
      let missing = unknown.subtracting(begun)
      guard missing.isEmpty else {
        open += missing
        continue
      }
      types[node] = term.map { Self.type(of: $0, declared: declared) } ?? declared
      open.removeLast()
    }
  }

  /// What a formula gives, and which types it has to know for that.
  private func term(
    of calculate: String, in node: XFormNodes.Index
  ) -> (XPathTerm?, unknown: Set<XFormNodes.Index>) {
    guard let tree = try? XPathParser.tree(of: calculate) else { return (nil, []) }
    var writer = XPathWriter(self, types: types, of: node)
    let term = try? writer.term(valueOnce(tree, of: node) ?? tree)
    return (term, writer.unknownTypes)
  }

  /// The type of what a formula gives, in a node of a type.
  ///
  /// JavaRosa keeps what the formula gives. Only a truth becomes one by the type of the node, a
  /// number becomes whole, and a date a day or a time.
  private static func type(
    of term: XPathTerm, declared: XFormNodes.ValueType
  ) -> XFormNodes.ValueType {
    switch (term.kind, declared) {
    case (_, .truth): return .truth
    case (.nothing, _): return declared
    case (.whole, _), (.decimal, .whole): return declared == .day && term.day != nil ? .day : .whole
    case (.decimal, _): return .decimal
    case (.truth, _): return .truth
    case (.day, .time), (.instant, .time), (.time, _): return .time
    case (.day, .instant), (.instant, .instant): return .instant
    case (.day, _), (.instant, .day): return .day
    case (.instant, _): return .instant
    case (.choices, .choices): return .choices
    case (.text, .other), (.choice, .other): return declared
    case (.choice, .choice), (.text, .choice): return .choice
    case (.text, .choices): return .choices
    case (.text, _), (.choice, _), (.choices, _): return .text
    }
  }
}

/// What became of an XPath.
struct XPathTranslation: Sendable, Hashable {
  /// Something to tell about a part of an XPath.
  struct Note: Sendable, Hashable {
    /// The part, in UTF-8 offsets of the XPath; nil for all of it.
    var range: Range<Int>?
    /// What to tell, such as `there is no function 'area'`.
    var reason: String

    init(_ reason: String, _ range: Range<Int>? = nil) {
      self.range = range
      self.reason = reason
    }
  }

  /// The predicate or formula; nil if the XPath is lost.
  var text: String?
  /// Why the XPath is lost; nil if it is not.
  var loss: Note?
  /// What differs from JavaRosa or Enketo, each with its reason.
  var changes: [Note] = []
  /// The nodes that the XPath reads.
  var reads: Set<XFormNodes.Index> = []
  /// Whether the XPath reads the node that it belongs to.
  var readsItself = false
  /// Whether the formula has to stand in `once`: it is filled in once, or makes a UUID.
  var isOnce = false

  init(
    _ text: String? = nil, loss: Note? = nil, changes: [Note] = [],
    reads: Set<XFormNodes.Index> = [], readsItself: Bool = false
  ) {
    self.text = text
    self.loss = loss
    self.changes = changes
    self.reads = reads
    self.readsItself = readsItself
  }
}
