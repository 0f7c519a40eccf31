// Trees as short texts, so that a test says in one line what must be read.

@testable import FormImport

extension XMLTree.Element {
  /// The element with everything inside it: `{u}a(@b="1" "text" c())`.
  ///
  /// Declarations of namespaces stand in it as `{xmlns}`.
  var outline: String {
    let attributes = attributes.map { "@\($0.name.expanded)=\($0.value.string.inQuotes)" }
    let children = children.map { child in
      switch child {
      case .element(let element): element.outline
      case .text(let text): text.string.inQuotes
      }
    }
    return "\(name.expanded)(\((attributes + children).joined(separator: " ")))"
  }

  /// The elements directly inside the element.
  var elements: [XMLTree.Element] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The texts directly inside the element.
  var texts: [XMLTree.Text] {
    children.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The element and all those inside it.
  var all: [XMLTree.Element] { [self] + elements.flatMap(\.all) }
}

extension String {
  /// The text in quotes, with its quotes and white space escaped.
  fileprivate var inQuotes: String {
    let escapes: [Unicode.Scalar: String] = ["\"": "\\\"", "\n": "\\n", "\r": "\\r", "\t": "\\t"]
    return "\"\(unicodeScalars.map { escapes[$0] ?? String($0) }.joined())\""
  }
}

extension XMLTree.Name {
  fileprivate var expanded: String {
    switch namespace {
    case "": local
    case XMLNamespaces.declarations: "{xmlns}\(local)"
    case XMLNamespaces.xml: "{xml}\(local)"
    default: "{\(namespace)}\(local)"
    }
  }
}

extension XMLTree {
  /// The part of the file in a range.
  func spelling(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
