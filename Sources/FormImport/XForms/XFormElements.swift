// What an XForm's elements and attributes are called, whatever prefixes the file has, and the paths
// by which they name nodes.

import FormFile
import Predicate

/// The namespaces of XForms and of what JavaRosa and ODK add to it.
enum XFormNamespace {
  static let xforms = "http://www.w3.org/2002/xforms"
  static let javaRosa = "http://openrosa.org/javarosa"
}

extension XMLTree.Element {
  /// The elements directly inside, in the order of the file.
  var elements: [XMLTree.Element] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The first element inside with a name.
  func child(_ name: String) -> XMLTree.Element? { elements.first { $0.name.local == name } }

  /// The attribute without a namespace that has a name.
  func attribute(_ name: String) -> XMLTree.Attribute? {
    attributes.first { $0.name.local == name && $0.name.namespace.isEmpty }
  }

  /// The attribute with a name such as `count` in the namespace of JavaRosa.
  func javaRosa(_ name: String) -> XMLTree.Attribute? {
    attributes.first { $0.name.local == name && $0.name.namespace == XFormNamespace.javaRosa }
  }

  /// The attributes that are not declarations of namespaces.
  var ownAttributes: [XMLTree.Attribute] {
    attributes.filter {
      $0.name.namespace != XMLNamespaces.declarations && $0.name.namespace != XMLNamespaces.xml
    }
  }

  /// The text directly inside, without blanks at its ends.
  var text: String {
    children.map { if case .text(let text) = $0 { text.string } else { "" } }.joined().trimmed
  }

  /// The texts of the elements inside by their names; of equal names the first counts.
  var texts: [String: String] {
    Dictionary(elements.map { ($0.name.local, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  /// The range of the name with the bracket before it, which stands for the element in messages.
  var startRange: Range<Int> { range.lowerBound..<name.range.upperBound }
}

extension XMLTree.Name {
  /// The name as it is written, with its prefix.
  var written: String { prefix.isEmpty ? local : "\(prefix):\(local)" }
}

/// The text in `jr:itext('…')`; nil if the XPath is something else.
func itextID(_ xpath: String) -> String? {
  let xpath = xpath.trimmed
  guard xpath.hasPrefix("jr:itext("), xpath.hasSuffix(")") else { return nil }
  let inside = String(xpath.dropFirst("jr:itext(".count).dropLast()).trimmed
  guard let quote = inside.first, quote == "'" || quote == "\"", inside.count >= 2,
    inside.last == quote
  else { return nil }
  return String(inside.dropFirst().dropLast())
}

/// The constant that an XPath is; nil if it is something else.
func constant(_ xpath: String) -> Bool? {
  switch xpath.filter({ !$0.isWhitespace }) {
  case "true()": true
  case "false()": false
  default: nil
  }
}
