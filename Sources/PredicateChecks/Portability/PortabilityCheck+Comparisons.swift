// Findings about comparisons: bounds, ANY and ALL, options, and the order of text.

import Predicate

extension PortabilityCheck {
  mutating func noteComparison(_ comparison: Comparison) {
    if comparison.quantifier != .one { noteQuantified(comparison) }
    if let range = comparison.optionsRange { noteSpelling(of: range, comparison) }
    switch comparison.symbol {
    case .between: noteBounds(comparison)
    case .in, .contains: noteMembership(comparison)
    case .like, .matches: notePattern(comparison)
    default: break
    }
    switch comparison.symbol {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: noteOptions(comparison)
    default: break
    }
    noteText(comparison)
    if kinds.clocks[comparison.left.index], kinds.clocks[comparison.right.index] {
      note(
        .twoClocks, .differs, at: core(comparison.node),
        "now() is one instant here; on Apple each now() is a later instant")
    }
  }

  // MARK: - Bounds

  private mutating func noteBounds(_ comparison: Comparison) {
    let range = tree.range(of: comparison.right)
    var bounds: [Value?]
    switch structure.kind(of: comparison.right) {
    case .aggregate: bounds = structure.children(of: comparison.right).map(literal)
    case .literal:
      switch literal(comparison.right) {
      case .null: return
      case .array(let elements): bounds = elements
      default: bounds = []
      }
    default: return
    }
    guard bounds.count == 2 else {
      return note(
        .betweenBounds, .raises, at: range,
        "BETWEEN needs a list of two bounds; on Apple anything else is an exception")
    }
    guard let lower = bounds[0], let upper = bounds[1], lower.order(to: upper) == .after else {
      return
    }
    note(
      .betweenBounds, .unverified, at: range,
      "the lower bound must come first; Apple may swap the bounds")
  }

  // MARK: - ANY and ALL

  private mutating func noteQuantified(_ comparison: Comparison) {
    let range = tree.range(of: comparison.left)
    switch kinds[comparison.left] {
    case .number, .text, .date, .dictionary:
      note(
        .quantifiedValue, .raises, at: range,
        "ANY, ALL and NONE need a list; on Apple a single value is an exception")
    case .null:
      note(
        .quantifiedValue, .unverified, at: range,
        "Apple's behaviour for ANY, ALL and NONE of nil is not known")
    default: noteNestedLists(comparison)
    }
  }

  /// Reports a path through lists inside lists.
  ///
  /// Only this package joins them into one list.
  ///
  /// In `ANY a.b`, only `a` is assumed to be a list, as in most forms. So a third key means two
  /// nested lists.
  private mutating func noteNestedLists(_ comparison: Comparison) {
    var keys: [NodeIndex] = []
    var head = comparison.left
    while case .member = structure.kind(of: head), kinds.operators[head.index] == nil {
      keys.append(head)
      head = structure.child(0, of: head)
    }
    // A bound element or an index is one object. The head of any other path may be a list.
    let isList =
      switch structure.kind(of: head) {
      case .key, .variable, .placeholder, .memberVariable: true
      default: false
      }
    let extra = keys.count - (isList ? 2 : 3)
    guard extra >= 0 else { return }
    note(
      .nestedLists, .differs, at: core(comparison.node),
      "may give another result on Apple: lists found in the elements of a list are not joined there",
      portable: extra > 0 ? nil : subquery(over: structure.child(0, of: keys[1]), comparison),
      isConditional: true)
  }

  private func subquery(over collection: NodeIndex, _ comparison: Comparison) -> String {
    let whole = core(comparison.node)
    let name = freshVariable
    let path = tree.range(of: collection).upperBound..<core(comparison.left).upperBound
    let rest = tree.range(of: comparison.left).upperBound..<whole.upperBound
    let isAll = comparison.quantifier == .all
    let isNone = isNone(comparison)
    return (isAll || isNone ? "NOT " : "")
      + "SUBQUERY(\(spelling(collection)), \(name), \(isAll ? "NOT ALL" : "ANY") "
      + "\(name)\(spelling(path))\(spelling(rest))).@count > 0"
  }

  /// Whether the comparison is written with NONE, the negation of ANY.
  func isNone(_ comparison: Comparison) -> Bool {
    table[tokens(comparison.node).lowerBound]?.kind == .word(.noneOf)
  }

  // MARK: - Options

  private mutating func noteSpelling(of range: Range<Int>, _ comparison: Comparison) {
    var letters = ""
    for letter in table.spelling(range).lowercased() where "cdnl".contains(letter) {
      if !letters.contains(letter) { letters.append(letter) }
    }
    let start = comparison.operatorRange.upperBound
    let written = start..<range.upperBound
    guard table.spelling(written) != "[\(letters)]" else { return }
    note(
      .options, .unverified, at: written,
      "Apple may accept options only without blanks, capitals and repeats", portable: "[\(letters)]"
    )
  }

  private mutating func noteOptions(_ comparison: Comparison) {
    guard let range = comparison.optionsRange,
      [kinds[comparison.left], kinds[comparison.right]].contains(where: {
        $0 == .number || $0 == .date
      })
    else { return }
    note(
      .valueOptions, .unverified, at: comparison.operatorRange.lowerBound..<range.upperBound,
      "options are for text; Apple's behaviour for other values is not known",
      portable: table.spelling(comparison.operatorRange))
  }

  private mutating func noteMembership(_ comparison: Comparison) {
    guard comparison.isFolding else { return }
    let isIn = comparison.symbol == .in
    let list = isIn ? comparison.right : comparison.left
    let member = isIn ? comparison.left : comparison.right
    guard comparison.quantifier == .one || isIn, mayHoldText(list, isIn), kinds[member] != .number,
      kinds[member] != .date
    else { return }
    let isCertain = kinds[list] != .unknown
    let options = comparison.options.description
    let symbol = comparison.symbol.symbol
    note(
      .collectionOptions, .differs, at: core(comparison.node),
      isCertain
        ? "Apple ignores \(options) where \(symbol) looks in a list"
        : "may give another result on Apple, which ignores \(options) where \(symbol) looks in a list",
      portable: comparison.quantifier == .one
        ? "ANY \(spelling(list)) ==\(options) \(spelling(member))" : nil,
      isConditional: !isCertain)
  }

  /// Whether a container may be a list with texts.
  ///
  /// The container of CONTAINS is assumed to be text unless it is known to be a list.
  private func mayHoldText(_ container: NodeIndex, _ isIn: Bool) -> Bool {
    switch kinds[container] {
    case .unknown: isIn
    case .list, .set, .dictionary:
      switch structure.kind(of: container) {
      case .aggregate:
        structure.children(of: container).contains {
          kinds[$0] == .text || kinds[$0] == .unknown
        }
      case .literal:
        literal(container)?.members?.contains { if case .string = $0 { true } else { false } }
          ?? false
      default: true
      }
    default: false
    }
  }

  // MARK: - Text

  private mutating func noteText(_ comparison: Comparison) {
    let isOrdered: Bool
    switch comparison.symbol {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
      isOrdered = !comparison.options.contains(.localeSensitive)
    default: isOrdered = false
    }
    for operand in texts(of: comparison) {
      guard let text = text(operand), !text.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
      if isOrdered {
        note(
          .textOrder, .differs, at: tree.range(of: operand),
          "may be ordered differently on Apple, which compares characters beyond ASCII in another way",
          isConditional: true)
      }
      if comparison.isFolding,
        text.unicodeScalars.contains(where: { foldsSpecially($0, comparison) })
      {
        note(
          .foldedText, .unverified, at: tree.range(of: operand),
          "may equal other text on Apple: it holds letters whose folding is not known there",
          isConditional: true)
      }
    }
  }

  /// The operands of a comparison.
  ///
  /// The elements of a list literal are listed one by one.
  private func texts(of comparison: Comparison) -> [NodeIndex] {
    [comparison.left, comparison.right].flatMap { operand in
      if case .aggregate = structure.kind(of: operand) {
        Array(structure.children(of: operand))
      } else {
        [operand]
      }
    }
  }

  /// Whether a letter folds to several letters, is the dotless i, or is a fullwidth or halfwidth
  /// form.
  private func foldsSpecially(_ scalar: Unicode.Scalar, _ comparison: Comparison) -> Bool {
    let value = scalar.value
    if value == 0x3000 || (0xFF00...0xFFEF).contains(value) { return true }
    guard comparison.options.contains(.caseInsensitive) else { return false }
    let properties = scalar.properties
    return value == 0x131 || properties.uppercaseMapping.unicodeScalars.count > 1
      || properties.lowercaseMapping.unicodeScalars.count > 1
  }
}
