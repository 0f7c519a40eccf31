// An XML document that has been read: a flat list of its elements and texts in the order of the
// file. An element is a place in the document, as a JSONElement is; names and texts are made when
// somebody asks. Comments and processing instructions are not kept: text goes on behind them.
//
//   file    <a x="1">b<c/>d</a>
//   nodes   a | "b" | c | "d"

/// An XML document with the places of everything in it.
final class XMLTree: Sendable {
  /// The file.
  let bytes: [UInt8]
  /// The elements and the texts between tags, in the order of the file; the root is the first.
  fileprivate let nodes: [Node]
  fileprivate let attributes: [AttributeEntry]
  fileprivate let texts: XMLTexts
  /// The namespaces by number; 0 is no namespace.
  fileprivate let namespaces: [String]
  private let rootEntry: ElementEntry

  /// Only the reader makes trees: all entries are within the file.
  init(
    bytes: [UInt8], root: ElementEntry, nodes: [Node], attributes: [AttributeEntry],
    texts: XMLTexts, namespaces: [String]
  ) {
    self.bytes = bytes
    rootEntry = root
    self.nodes = nodes
    self.attributes = attributes
    self.texts = texts
    self.namespaces = namespaces
  }

  /// The element around all others.
  var root: Element { Element(tree: self, entry: rootEntry) }

  // MARK: - Entries

  /// The place of a name.
  struct NameEntry: BitwiseCopyable, Sendable {
    let start: UInt32
    /// The number of its bytes with its prefix and the colon.
    let length: UInt16
    /// The number of bytes of its prefix; 0 if it has none.
    let prefixLength: UInt16
    /// The number of its namespace.
    var namespace: UInt32 = 0
  }

  /// The place of an attribute.
  struct AttributeEntry: BitwiseCopyable, Sendable {
    var name: NameEntry
    let value: XMLTexts.Entry
  }

  /// The place of an element or of a text.
  enum Node: BitwiseCopyable, Sendable {
    case element(ElementEntry)
    case text(XMLTexts.Entry)
  }

  /// The place of an element.
  struct ElementEntry: BitwiseCopyable, Sendable {
    let name: NameEntry
    /// The index of its first attribute.
    let attributes: UInt32
    let attributeCount: UInt16
    /// The index of the first node inside it.
    let first: UInt32
    /// The index of the node after everything inside it.
    var next: UInt32 = 0
    /// The offset after its end tag.
    var end: UInt32 = 0
  }
}

// MARK: - Elements

extension XMLTree {
  /// An element of a document.
  struct Element: Sendable {
    let tree: XMLTree
    fileprivate let entry: ElementEntry
  }

  /// What stands directly inside an element.
  enum Child: Sendable {
    case element(Element)
    /// All text between two tags, never empty.
    case text(Text)
  }

  /// An attribute of an element.
  struct Attribute: Sendable {
    let name: Name
    let value: Text

    /// The range of the attribute in the file, with its name and both quotes.
    var range: Range<Int> { name.range.lowerBound..<(value.range.upperBound + 1) }
  }
}

extension XMLTree.Element {
  /// The name of the element.
  var name: XMLTree.Name { XMLTree.Name(tree: tree, entry: entry.name) }

  /// The range in the file from the start tag to the end tag.
  var range: Range<Int> { (Int(entry.name.start) - 1)..<Int(entry.end) }

  /// The attributes in the order of the file.
  ///
  /// Declarations of namespaces are among them, in the namespace `XMLNamespaces.declarations`: they
  /// say what prefixes in an XPath mean.
  var attributes: [XMLTree.Attribute] {
    let first = Int(entry.attributes)
    return tree.attributes[first..<(first + Int(entry.attributeCount))].map {
      XMLTree.Attribute(
        name: XMLTree.Name(tree: tree, entry: $0.name),
        value: XMLTree.Text(tree: tree, entry: $0.value))
    }
  }

  /// The elements and texts directly inside the element, in the order of the file.
  ///
  /// - Complexity: O(n) in their number.
  var children: [XMLTree.Child] {
    var children: [XMLTree.Child] = []
    var child = Int(entry.first)
    while child < entry.next {
      switch tree.nodes[child] {
      case .element(let entry):
        children.append(.element(XMLTree.Element(tree: tree, entry: entry)))
        child = Int(entry.next)
      case .text(let entry):
        children.append(.text(XMLTree.Text(tree: tree, entry: entry)))
        child += 1
      }
    }
    return children
  }
}

// MARK: - Names and texts

extension XMLTree {
  /// The name of an element or of an attribute.
  struct Name: Sendable {
    fileprivate let tree: XMLTree
    fileprivate let entry: NameEntry

    /// The name without its prefix.
    var local: String {
      let start = entry.prefixLength == 0 ? 0 : Int(entry.prefixLength) + 1
      return String(decoding: tree.bytes[range].dropFirst(start), as: UTF8.self)
    }

    /// The prefix as it is written; empty if there is none.
    var prefix: String {
      String(decoding: tree.bytes[range].prefix(Int(entry.prefixLength)), as: UTF8.self)
    }

    /// The namespace; empty if the name is in no namespace.
    var namespace: String { tree.namespaces[Int(entry.namespace)] }

    /// The range of the name in the file, with its prefix.
    var range: Range<Int> {
      Int(entry.start)..<(Int(entry.start) + Int(entry.length))
    }
  }

  /// An attribute value, or a text between two tags.
  struct Text: Sendable {
    fileprivate let tree: XMLTree
    fileprivate let entry: XMLTexts.Entry

    /// The text, with its references decoded and its line breaks as `\n`.
    ///
    /// In an attribute value, line breaks and tabs are blanks.
    var string: String { tree.texts.string(entry, in: tree.bytes) }

    /// The range of the text in the file; of an attribute value, without quotes.
    var range: Range<Int> { sourceRange(of: 0..<Int(entry.length)) }

    /// The offset in the file for a UTF-8 offset in the text, which is between two characters.
    ///
    /// An offset outside of the text stands for the nearest one. In `value="a &lt; 5"`, offset 4 of
    /// the text is the 5, seven bytes after the `a`.
    func sourceOffset(at offset: Int) -> Int {
      tree.texts.sourceOffset(at: offset, isEnd: false, of: entry)
    }

    /// The range in the file for a part of the text, given in UTF-8 offsets between characters.
    func sourceRange(of part: Range<Int>) -> Range<Int> {
      let start = sourceOffset(at: part.lowerBound)
      guard !part.isEmpty else { return start..<start }
      let end = tree.texts.sourceOffset(at: part.upperBound, isEnd: true, of: entry)
      return start..<max(start, end)
    }
  }
}
