// Finds filters that leave no option, and comparisons with several chosen options in another order
// than that of the options. A row stores its choices in the order of its options, so that such a
// comparison never holds.

import FormGraph
import Predicate

/// Checks what a text says of the options of a row.
enum ChoiceCheck {
  /// The findings in a text.
  ///
  /// - Complexity: O(n) in the length of the text; of a filter, times the number of options.
  static func findings(_ text: CheckedText) -> [Finding] {
    var findings: [Finding] = []
    if case .filter(let row) = text.role, let finding = filter(text, row) ?? constant(text, row) {
      findings.append(finding)
    }
    findings += text.structure.nodes.flatMap { together(text, $0) }
    return findings
      + text.comparisons.compactMap { comparison in
        guard comparison.symbol == .equal || comparison.symbol == .notEqual,
          comparison.options.isEmpty, comparison.quantifier == .one
        else { return nil }
        return exclusive(text, comparison.left, comparison.right)
          ?? exclusive(text, comparison.right, comparison.left)
          ?? order(text, comparison.left, comparison.right)
          ?? order(text, comparison.right, comparison.left)
      }
  }

  // MARK: - Filters

  /// The finding about a filter that no option passes, whatever the answers are.
  ///
  /// Options of a table or a list are not in the definition. A filter that calls a function may
  /// change without an answer, and one with `allowsOther` still leaves a text to write.
  private static func filter(_ text: CheckedText, _ row: RowDefinition) -> Finding? {
    guard let options = row.options?.written, !options.isEmpty, !row.allowsOther,
      text.tree.isSelfContained, options.allSatisfy({ $0.value.isPlain }),
      let condition = try? Condition(text.tree)
    else { return nil }
    let object = OptionObject(options[0], of: options)
    for option in options {
      object.option = option
      // A filter that fails is the compiler's or the kinds' to report.
      guard let isShown = try? condition.evaluate(option.object, readable: object), !isShown
      else { return nil }
    }
    let name = row.hasObjectOptions ? "SELF.value" : "SELF"
    return text.finding(
      .optionsFilterNone, text.structure.root,
      "none of the \(options.count) options passes this filter, so nothing can be chosen", .warning,
      hint: "\(name) is the value of each option, such as \(options[0].value.short)")
  }

  /// The finding about a filter that reads nothing of the option, so that it shows all or none.
  private static func constant(_ text: CheckedText, _ row: RowDefinition) -> Finding? {
    let structure = text.structure
    let readsOption = structure.nodes.contains { node in
      switch structure.kind(of: node) {
      case .selfObject, .key, .anyKey, .memberPlaceholder, .memberVariable: true
      default: false
      }
    }
    guard !readsOption else { return nil }
    let key = text.tree.variables.first { name in
      if let options = row.options?.table {
        return text.scope.table(options.table)?.column(name) != nil
      }
      if let options = row.options?.list,
        case .list(_, let items)? = text.scope.meaning(of: options.list)
      {
        return items.own(name) != nil
      }
      return row.options?.written?.contains { $0.members[name] != nil } ?? false
    }
    return text.finding(
      .optionsFilterConstant, structure.root,
      "the filter reads nothing of the option, so it shows all options or none", .warning,
      hint: "write SELF.\(key ?? OptionDefinition.valueKey) for what the option says")
  }

  // MARK: - Exclusive options

  /// The finding about a list in which an exclusive option stands beside another.
  private static func exclusive(
    _ text: CheckedText, _ side: NodeIndex, _ list: NodeIndex
  ) -> Finding? {
    guard case .variable(let index) = text.structure.kind(of: side),
      case .row(let row)? = text.scope.meaning(of: text.tree.variable(index)),
      row.type.valueKind == .choices, let members = text.constants(of: list),
      let option = row.exclusiveOption(beside: members)
    else { return nil }
    return text.finding(
      .compareOutOfBounds, list,
      "\(option.value.short) is chosen alone, so no valid answer is this list", .warning)
  }

  /// `'none' IN $m AND 'a' IN $m`, where an exclusive option is asked for beside another.
  private static func together(_ text: CheckedText, _ node: NodeIndex) -> [Finding] {
    guard case .and = text.structure.kind(of: node) else { return [] }
    var exclusive: [Int32: Value] = [:]
    var asked: [(variable: Int32, value: Value, node: NodeIndex)] = []
    for part in text.structure.children(of: node) {
      guard let (variable, value) = membership(text, part),
        case .row(let row)? = text.scope.meaning(of: text.tree.variable(variable)),
        row.type.valueKind == .choices, let place = row.place(ofOption: value)
      else { continue }
      if row.options?.written?[place].isExclusive == true { exclusive[variable] = value }
      asked.append((variable, value, part))
    }
    var reported: Set<Int32> = []
    return asked.compactMap { variable, value, part in
      guard let alone = exclusive[variable], !alone.equals(value),
        reported.insert(variable).inserted
      else { return nil }
      return text.finding(
        .compareOutOfBounds, part,
        "\(alone.short) is chosen alone, so no valid answer has \(value.short) beside it", .warning,
        hint: "write OR in place of AND, or leave one of the two out")
    }
  }

  /// The variable and the constant of `'a' IN $m`, `$m CONTAINS 'a'` or `ANY $m == 'a'`.
  private static func membership(
    _ text: CheckedText, _ node: NodeIndex
  ) -> (variable: Int32, value: Value)? {
    guard case .comparison(let symbol, let options, let quantifier) = text.structure.kind(of: node),
      options.isEmpty
    else { return nil }
    let sides = text.structure.children(of: node)
    let (list, element): (NodeIndex, NodeIndex)
    switch (symbol, quantifier) {
    case (.in, .one): (list, element) = (sides[1], sides[0])
    case (.contains, .one), (.equal, .any): (list, element) = (sides[0], sides[1])
    default: return nil
    }
    guard case .variable(let variable) = text.structure.kind(of: list),
      case .literal(let index) = text.structure.kind(of: element)
    else { return nil }
    return (variable, text.structure.value(index))
  }

  // MARK: - Order

  /// The finding about a row with several choices that is compared with a list in another order.
  private static func order(
    _ text: CheckedText, _ side: NodeIndex, _ list: NodeIndex
  ) -> Finding? {
    guard case .variable(let index) = text.structure.kind(of: side),
      case .row(let row)? = text.scope.meaning(of: text.tree.variable(index)),
      row.type.valueKind == .choices, let options = row.options?.written, !row.allowsOther,
      !row.isOrdered, let members = text.constants(of: list), members.count > 1
    else { return nil }
    var positions: [Int] = []
    for member in members {
      guard let position = row.place(ofOption: member) else { return nil }
      positions.append(position)
    }
    let sorted = positions.sorted()
    guard positions != sorted, Set(positions).count == positions.count else { return nil }
    let values = sorted.map { options[$0].value }
    let fixed = "{\(values.map(\.short).joined(separator: ", "))}"
    return text.finding(
      .compareOptionOrder, list,
      "choices are stored in the order of the options, so the row never equals this list", .warning,
      hint: "write \(fixed)", fix: values.allSatisfy(\.isWrittenShort) ? fixed : nil)
  }
}

extension CheckedText {
  /// The members of a list of constants; nil of anything else.
  fileprivate func constants(of list: NodeIndex) -> [Value]? {
    switch structure.kind(of: list) {
    case .literal(let index):
      guard case .array(let members) = structure.value(index) else { return nil }
      return members
    case .aggregate:
      var members: [Value] = []
      for child in structure.children(of: list) {
        guard case .literal(let index) = structure.kind(of: child) else { return nil }
        members.append(structure.value(index))
      }
      return members
    default: return nil
    }
  }
}

extension Value {
  /// Whether a filter sees the value as the form file writes it; dates are converted.
  fileprivate var isPlain: Bool {
    switch self {
    case .string, .bool, .int, .double: true
    default: false
    }
  }

  /// Whether a predicate can contain the value as a message shows it.
  fileprivate var isWrittenShort: Bool {
    switch self {
    case .int: true
    case .string(let text): text.count < 20 && !text.contains { "'\\\"\n\r\t".contains($0) }
    default: false
    }
  }
}
