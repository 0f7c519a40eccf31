// Translates XPaths of an XForm to our predicate language, with the meaning that JavaRosa gives
// them. What has no counterpart is lost, with its place in the XPath; what differs is told.

/// Translates the XPaths of one XForm.
struct XPathTranslator {
  let nodes: XFormNodes

  init(_ nodes: XFormNodes) { self.nodes = nodes }

  /// Translates an XPath that is a condition, such as `relevant`.
  ///
  /// - Parameters:
  ///   - xpath: The XPath, with its references decoded.
  ///   - node: The node that it belongs to, which relative paths begin at.
  /// - Returns: A predicate, such as `$age > 5`.
  mutating func condition(_ xpath: String, of node: XFormNodes.Index) -> XPathTranslation {
    XPathTranslation(loss: XPathTranslation.Note("expressions are not read"))
  }

  /// Translates an XPath that gives a value, such as `calculate`.
  ///
  /// - Returns: A formula, such as `$age + 1`.
  mutating func formula(_ xpath: String, of node: XFormNodes.Index) -> XPathTranslation {
    XPathTranslation(loss: XPathTranslation.Note("expressions are not read"))
  }

  /// Translates the XPath of an `output` in a text, which prints the value as JavaRosa prints it.
  ///
  /// - Returns: A formula for braces in a text, such as `concat($age)`.
  mutating func output(_ xpath: String, of node: XFormNodes.Index) -> XPathTranslation {
    XPathTranslation(loss: XPathTranslation.Note("expressions are not read"))
  }

  /// Translates the condition on the items of a secondary instance that are the choices of a node.
  ///
  /// - Parameters:
  ///   - xpath: What stands in the brackets of an itemset's `nodeset`, joined with `and`; paths begin
  ///     at an item of the instance, and `current()` is the node.
  ///   - instance: The id of the instance.
  ///   - node: The node of the control.
  /// - Returns: A predicate over the columns of an option and the rows of the form, as
  ///   `optionsFilter` has it.
  mutating func filter(_ xpath: String, on instance: String, of node: XFormNodes.Index)
    -> XPathTranslation
  {
    XPathTranslation(loss: XPathTranslation.Note("expressions are not read"))
  }

  /// The type of the value that a node holds in the form: of its formula, if it is calculated and
  /// nobody answers it, and else its own.
  mutating func type(of node: XFormNodes.Index) -> XFormNodes.ValueType {
    guard case .value(let type) = nodes.nodes[node].content else { return .text }
    return type
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
