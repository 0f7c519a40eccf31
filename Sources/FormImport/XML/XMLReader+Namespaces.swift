// The namespaces of the names in a start tag, once all of its attributes are read: a declaration
// holds for the whole tag, wherever in it the declaration stands.

import FormFile
import Predicate

extension XMLReader {
  /// Whether an attribute with a name declares a namespace.
  func isDeclaration(_ name: XMLTree.NameEntry) -> Bool {
    let length = name.prefixLength > 0 ? name.prefixLength : name.length
    return length == 5 && bytes[Int(name.start)...].starts(with: "xmlns".utf8)
  }

  /// Has the declarations among the attributes of a tag in force.
  mutating func declare(from first: Int) throws(Problem) {
    for attribute in attributes[first...] where isDeclaration(attribute.name) {
      let prefix = attribute.name.prefixLength > 0 ? local(of: attribute.name) : ""
      let namespace = texts.string(attribute.value, in: bytes)
      if let problem = mistake(inDeclarationOf: prefix, as: namespace, attribute) { throw problem }
      scope.declare(prefix, as: namespace)
    }
  }

  private func mistake(
    inDeclarationOf prefix: String, as namespace: String, _ attribute: XMLTree.AttributeEntry
  ) -> Problem? {
    let range = range(of: attribute.name)
    if prefix == "xmlns" {
      return Problem(
        "the prefix 'xmlns' cannot be declared", range: range, hint: "remove the attribute")
    }
    if (prefix == "xml") != (namespace == XMLNamespaces.xml) {
      return Problem(
        "the prefix 'xml' and the namespace \(XMLNamespaces.xml) belong together",
        range: range, hint: "remove the attribute")
    }
    if namespace == XMLNamespaces.declarations {
      return Problem(
        "the namespace \(namespace) cannot be declared", range: range,
        hint: "remove the attribute")
    }
    if namespace.isEmpty, !prefix.isEmpty {
      return Problem(
        "the namespace of the prefix \(Problem.quoted(prefix)) is empty", range: range,
        hint: "write the namespace; only xmlns=\"\" without a prefix may be empty")
    }
    return nil
  }

  /// The number of the namespace of a name.
  func namespace(of name: XMLTree.NameEntry, isAttribute: Bool) throws(Problem) -> UInt32 {
    guard name.prefixLength > 0 else { return isAttribute ? 0 : scope.defaultNumber }
    let start = Int(name.start)
    let range = start..<(start + Int(name.prefixLength))
    let prefix = String(decoding: bytes[range], as: UTF8.self)
    guard let number = scope.number(of: prefix) else {
      throw Problem(
        "the prefix \(Problem.quoted(prefix)) is not declared", range: range,
        hint: "write xmlns:\(Problem.shortened(prefix))=\"…\" in this tag or in one around it")
    }
    if !isAttribute, number == XMLNamespaces.declarationsNumber {
      throw Problem(
        "an element cannot have the prefix 'xmlns'", range: range, hint: "use another prefix")
    }
    return number
  }

  /// Finds the namespaces of the attributes of a tag, which must all differ.
  mutating func resolveAttributes(from first: Int) throws(Problem) {
    for index in first..<attributes.count {
      let name = attributes[index].name
      attributes[index].name.namespace =
        name.prefixLength == 0 && isDeclaration(name)
        ? XMLNamespaces.declarationsNumber : try namespace(of: name, isAttribute: true)
    }
    guard let (earlier, later) = equalAttributes(from: first) else { return }
    let (name, other) = (attributes[later].name, attributes[earlier].name)
    let isSame = quoted(name) == quoted(other)
    throw Problem(
      "the attribute \(quoted(name)) is given twice", range: range(of: name),
      hint: isSame
        ? "remove one of them" : "the prefixes have one namespace; remove one of the attributes",
      related: [Problem.Related("it is given here", range: range(of: other))])
  }

  // MARK: - Equal attributes

  /// A name without its prefix.
  private struct ExpandedName: Hashable {
    let namespace: UInt32
    let local: ExactText
  }

  /// Two attributes of one name; nil if there are none.
  ///
  /// A few attributes are compared with one another, which costs less than a table.
  private func equalAttributes(from first: Int) -> (earlier: Int, later: Int)? {
    guard attributes.count - first > 12 else {
      for later in first..<attributes.count {
        for earlier in first..<later
        where haveEqualNames(attributes[earlier].name, attributes[later].name) {
          return (earlier, later)
        }
      }
      return nil
    }
    var known: [ExpandedName: Int] = [:]
    for later in first..<attributes.count {
      let name = attributes[later].name
      let expanded = ExpandedName(namespace: name.namespace, local: ExactText(local(of: name)))
      if let earlier = known.updateValue(later, forKey: expanded) { return (earlier, later) }
    }
    return nil
  }

  private func haveEqualNames(_ one: XMLTree.NameEntry, _ other: XMLTree.NameEntry) -> Bool {
    one.namespace == other.namespace
      && haveEqualBytes(
        UnsafeBufferPointer(rebasing: text[localRange(of: one)]),
        UnsafeBufferPointer(rebasing: text[localRange(of: other)]))
  }

  private func localRange(of name: XMLTree.NameEntry) -> Range<Int> {
    let range = range(of: name)
    return name.prefixLength == 0
      ? range : (range.lowerBound + Int(name.prefixLength) + 1)..<range.upperBound
  }

  private func local(of name: XMLTree.NameEntry) -> String {
    String(decoding: bytes[localRange(of: name)], as: UTF8.self)
  }
}
