// Answers in the notation of an XForm: its primary instance, filled in. What stands in the file is
// read into the nested answers of the form, and nested answers are written as the file would have
// them: nodes in the order of the original, its namespaces and attributes, and no node that is not
// relevant.

public import FormFile
import Foundation
public import Predicate

/// The notation of answers of a form that was imported from an XForm.
public struct XFormAnswers: Sendable {
  typealias Index = XFormNodes.Index

  /// The root of the primary instance in the file of the form.
  private let data: XMLTree.Element
  private let nodes: XFormNodes
  /// The nodes by their names, for each node around them.
  private let children: [[String: Index]]
  /// Whether a row, section or list stands for the node, or for a node inside it.
  private let isHeld: [Bool]
  /// Whether a formula gives the number of items of the list.
  private let isCounted: [Bool]
  /// Whether a condition decides whether the node, or a node around it, is relevant.
  private let isConditional: [Bool]
  /// The types of the rows: what a formula gives may be another type than that of the node.
  private let rowTypes: [XFormNodes.ValueType]

  /// Keeps what an XForm says of its instance.
  ///
  /// - Parameters:
  ///   - data: The root of the primary instance.
  ///   - nodes: Its nodes, each before the nodes inside it.
  ///   - counted: The lists that have as many items as a formula says.
  ///   - conditional: The nodes with a condition of their own that says whether they are relevant.
  ///   - rowTypes: The types of the rows, by node.
  init(
    _ data: XMLTree.Element, _ nodes: XFormNodes, counted: Set<Int>, conditional: Set<Int>,
    rowTypes: [XFormNodes.ValueType]
  ) {
    self.rowTypes = rowTypes
    self.data = data
    self.nodes = nodes
    children = nodes.nodes.map { node in
      Dictionary(
        node.children.map { (nodes.nodes[$0].name, $0) }, uniquingKeysWith: { old, _ in old })
    }
    var isHeld = nodes.nodes.map { $0.tag != nil }
    for index in nodes.nodes.indices.reversed() where isHeld[index] {
      if let parent = nodes.nodes[index].parent { isHeld[parent] = true }
    }
    self.isHeld = isHeld
    isCounted = nodes.nodes.indices.map(counted.contains)
    var isConditional = nodes.nodes.indices.map(conditional.contains)
    for index in nodes.nodes.indices {
      if let parent = nodes.nodes[index].parent, isConditional[parent] {
        isConditional[index] = true
      }
    }
    self.isConditional = isConditional
  }

  /// Whether some bytes may be an instance: the first character is `<`.
  public static func mayRead(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.lazy.drop { XMLCharacters.isBlank($0) || JSONReader.byteOrderMark.contains($0) }
      .first { _ in true } == UInt8(ascii: "<")
  }

  // MARK: - Reading

  /// Reads an instance.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - maximumBytes: The largest size of the file.
  ///   - isOfUser: Whether only what people are asked for is taken, and the form gives the rest.
  /// - Returns: The answers in objects, as `FormDefinition.answers` has them. Texts that are no
  ///   value of their node's type stay texts, so that the form refuses them with a reason.
  /// - Throws: That the file is no XML, or has another node than the form.
  /// - Complexity: O(n) in the size of the file.
  public func values(
    in bytes: some Sequence<UInt8>, maximumBytes: Int, isOfUser: Bool = false
  ) throws(Problem) -> ValueDictionary {
    let root = try XMLReader.read(Array(bytes), maximumBytes: maximumBytes).root
    let name = nodes.nodes[0].name
    guard root.name.local == name else {
      throw Problem(
        .unknownName,
        "these are answers of \(Problem.quoted(root.name.local)), and the form asks for those of "
          + Problem.quoted(name), range: root.name.range)
    }
    return try members(of: root, 0, isOfUser)
  }

  /// What stands in an element of a group or an item.
  ///
  /// The recursion is bounded by the reader.
  private func members(
    of element: XMLTree.Element, _ index: Index, _ isOfUser: Bool
  ) throws(Problem) -> ValueDictionary {
    var values = ValueDictionary()
    for list in nodes.nodes[index].children
    where nodes.nodes[list].content == .list && isHeld[list] && !isCounted[list] {
      values[nodes.nodes[list].name] = .array([])
    }
    for inner in element.elements where inner.javaRosa("template") == nil {
      let name = inner.name.local
      guard let child = children[index][name] else {
        throw Problem(
          .unknownName, "\(nodes.path(of: index)) has no node \(Problem.quoted(name))",
          range: inner.name.range)
      }
      guard isHeld[child] else { continue }
      switch nodes.nodes[child].content {
      case .list:
        let item = try Value.dictionary(members(of: inner, child, isOfUser))
        guard case .array(let items)? = values[name] else {
          values[name] = .array([item])
          continue
        }
        values[name] = .array(items + [item])
      case _ where values[name] != nil:
        throw Problem(
          .duplicate, "\(nodes.path(of: child)) stands here twice, and it does not repeat",
          range: inner.name.range)
      case .group: values[name] = try .dictionary(members(of: inner, child, isOfUser))
      case .value where isOfUser && !nodes.nodes[child].isAsked: break
      case .value: values[name] = rowTypes[child].value(of: inner.text)
      }
    }
    return values
  }

  // MARK: - Writing

  /// Writes answers as an instance.
  ///
  /// A node that people are asked for is relevant if its row is shown. A node that nobody is asked
  /// for is left out if it is empty and a condition says whether it is relevant.
  ///
  /// - Parameters:
  ///   - shown: The answers of the rows that are shown, in objects, in JSON's notation of days and
  ///     times.
  ///   - all: The same with those of hidden rows.
  /// - Returns: XML without line breaks between its elements.
  /// - Complexity: O(n) in the size of the answers and of the instance.
  public func instance(of shown: ValueDictionary, all: ValueDictionary) -> String {
    var text = ""
    write(data, Answer(0, .dictionary(shown), .dictionary(all)), isRoot: true, into: &text)
    return text
  }

  /// What is written of a node.
  private struct Answer {
    let node: Index
    /// The value in what is shown; nil: nothing there.
    let shown: Value?
    let all: Value?

    init(_ node: Index, _ shown: Value?, _ all: Value?) {
      (self.node, self.shown, self.all) = (node, shown, all)
    }

    /// A part of both.
    func part(_ node: Index, _ name: String) -> Answer {
      func part(_ value: Value?) -> Value? {
        if case .dictionary(let members)? = value { members[name] } else { nil }
      }
      return Answer(node, part(shown), part(all))
    }
  }

  /// Writes an element with an answer.
  ///
  /// The recursion is bounded by the depth of the form's file.
  private func write(
    _ element: XMLTree.Element, _ answer: Answer, isRoot: Bool = false, into text: inout String
  ) {
    let before = text.endIndex
    openTag(of: element, isRoot: isRoot, into: &text)
    let start = text.endIndex
    text += ">"
    if case .value(let type) = nodes.nodes[answer.node].content {
      text += type.text(of: answer.shown ?? answer.all ?? .null).escapedInXML
    } else {
      writeMembers(of: element, answer, into: &text)
    }
    guard text.index(after: start) == text.endIndex else {
      text += "</\(element.name.written)>"
      return
    }
    let isLeftOut =
      nodes.nodes[answer.node].content == .group && isConditional[answer.node]
      && answer.shown == nil
    text.removeSubrange((isLeftOut ? before : start)...)
    if !isLeftOut { text += "/>" }
  }

  private func writeMembers(
    of element: XMLTree.Element, _ answer: Answer, into text: inout String
  ) {
    var written: Set<String> = []
    for inner in element.elements {
      let name = inner.name.local
      guard let child = children[answer.node][name] else { continue }
      guard isHeld[child] else {
        // Nothing in the form stands for it, so it is as the original has it.
        writeAsItIs(inner, into: &text)
        continue
      }
      guard written.insert(name).inserted else { continue }
      let part = answer.part(child, name)
      switch nodes.nodes[child].content {
      case .list:
        guard case .array(let items)? = part.shown else { continue }
        var all: [Value] = []
        if case .array(let items)? = part.all { all = items }
        for (index, item) in items.enumerated() {
          write(
            inner, Answer(child, item, all.indices.contains(index) ? all[index] : item), into: &text
          )
        }
      case .group: write(inner, part, into: &text)
      case .value:
        let isRelevant =
          nodes.nodes[child].isAsked
          ? part.shown != nil
          : !isConditional[child] || part.all.map { !$0.isNull } ?? false
        if isRelevant { write(inner, part, into: &text) }
      }
    }
  }

  private func openTag(
    of element: XMLTree.Element, isRoot: Bool = false, into text: inout String
  ) {
    text += "<\(element.name.written)"
    for attribute in element.attributes where !attribute.isTemplate {
      text += " \(attribute.name.written)=\"\(attribute.value.string.escapedInXML)\""
    }
    if isRoot { text += declarations }
  }

  private func writeAsItIs(_ element: XMLTree.Element, into text: inout String) {
    openTag(of: element, into: &text)
    text += ">"
    for child in element.children {
      switch child {
      case .element(let inner): writeAsItIs(inner, into: &text)
      case .text(let inner): text += inner.string.escapedInXML
      }
    }
    text += "</\(element.name.written)>"
  }

  /// The declarations of the prefixes that stand in the instance and are declared around it.
  private var declarations: String {
    var namespaces: [String: String] = [:]
    var declared: Set<String> = []
    func add(_ element: XMLTree.Element) {
      for attribute in element.attributes {
        if attribute.name.namespace == XMLNamespaces.declarations {
          declared.insert(attribute.name.local)
        } else if !attribute.isTemplate {
          namespaces[attribute.name.prefix] = attribute.name.namespace
        }
      }
      namespaces[element.name.prefix] = element.name.namespace
      for inner in element.elements { add(inner) }
    }
    add(data)
    return namespaces.filter { prefix, namespace in
      !prefix.isEmpty && !declared.contains(prefix) && namespace != XMLNamespaces.xml
    }
    .sorted { $0.key < $1.key }
    .map { " xmlns:\($0.key)=\"\($0.value.escapedInXML)\"" }.joined()
  }
}

extension XMLTree.Attribute {
  /// Whether the attribute says that its element is a template, which answers do not have.
  fileprivate var isTemplate: Bool {
    name.local == "template" && name.namespace == XFormNamespace.javaRosa
  }
}

// MARK: - Values

extension XFormNodes.ValueType {
  /// The value that a text in an instance stands for; the text itself if it is none of the type.
  func value(of text: String) -> Value {
    guard !text.isEmpty else { return .null }
    switch self {
    case .whole: return Int64(text).map { .int($0) } ?? .string(text)
    case .decimal:
      guard let number = Double(text), number.isFinite else { return .string(text) }
      return .double(number)
    case .truth:
      switch text {
      case "true", "1": return .bool(true)
      case "false", "0": return .bool(false)
      default: return .string(text)
      }
    case .choices: return .array(text.words.map(Value.string))
    case .time:
      // JavaRosa shows `10:30:00.000+01:00` in the zone of the device; here that is UTC.
      let date = DateText.date(from: "1970-01-01T\(text)")
      return .string(date.map(DateText.timeText) ?? text)
    case .day: return .string(String(text.prefix(10)))
    case .text, .instant, .choice, .other: return .string(text)
    }
  }

  /// The text that stands for a value in an instance, as JavaRosa writes it.
  func text(of value: Value) -> String {
    switch value {
    case .null: return ""
    case .bool(let value): return self == .truth ? (value ? "1" : "0") : "\(value)"
    case .int(let number): return self == .decimal ? "\(number).0" : "\(number)"
    case .double(let number):
      guard self != .decimal, let whole = Int64(exactly: number) else {
        return javaText(of: number)
      }
      return "\(whole)"
    case .string(let text):
      guard self == .time, let time = DateText.time(from: text) else { return text }
      return String(javaText(of: time).dropFirst("1970-01-01T".count))
    case .date(let date): return javaText(of: date)
    case .array(let members): return members.map { text(of: $0) }.joined(separator: " ")
    default: return value.description
    }
  }
}

/// A point in time as JavaRosa writes it, with milliseconds: `2024-05-01T10:20:30.000Z`.
private func javaText(of date: Date) -> String {
  let rounded = Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000)
  let parts = DateText.text(of: rounded).dropLast().split(separator: ".")
  let milliseconds = parts.count > 1 ? String(parts[1].prefix(3)) : "000"
  return "\(parts[0]).\(milliseconds)Z"
}

/// A number as Java writes it: `1.5`, `1.0E7`, `1.0E-4`.
private func javaText(of number: Double) -> String {
  let size = number.magnitude
  guard number.isFinite, size != 0, size < 1e-3 || size >= 1e7 else { return "\(number)" }
  let parts = "\(size)".split(separator: "e")
  let halves = parts[0].split(separator: ".")
  let written = halves.joined()
  let digits = String(written.drop { $0 == "0" })
  let power =
    halves[0].count - (written.count - digits.count) - 1
    + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  var rest = digits.dropFirst()
  while rest.last == "0" { rest.removeLast() }
  return "\(number < 0 ? "-" : "")\(digits.prefix(1)).\(rest.isEmpty ? "0" : rest)E\(power)"
}

extension String {
  /// The text between tags or quotes of XML.
  ///
  /// A character that XML does not have becomes U+FFFD.
  fileprivate var escapedInXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
