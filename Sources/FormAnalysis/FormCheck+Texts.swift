// Runs the reasoning within one condition and the checks of patterns over the texts of a form: says
// what each name in a text may hold, and carries places back to the text in the file.

import FormGraph
import Predicate

extension FormCheck {
  /// The findings within one text: parts that cannot matter, and mistakes of patterns.
  static func findingsWithin(_ text: CheckedText) -> [Finding] {
    let found =
      LogicCheck.findings(of: text.tree, at: text.path) { Domain($0, in: text) }
      + PatternTexts.findings(of: text.tree, at: text.path)
    return text.offset == 0 ? found : found.map { $0.moved(by: text.offset) }
  }

  /// The findings about the pattern of a rule of a row.
  static func findings(ofPattern pattern: String, at path: JSONPath, of row: RowDefinition)
    -> [Finding]
  {
    // Only a rule that always holds limits the text.
    var maximum: Int?
    for rule in row.rules {
      if case .length(let length) = rule.kind.parameter, let most = length.maximum {
        maximum = min(maximum ?? most, most)
      }
    }
    return PatternTexts.findings(ofRule: pattern, at: path, maximumLength: maximum)
  }
}

extension Finding {
  /// The finding with all places in its text moved.
  fileprivate func moved(by offset: Int) -> Finding {
    func moved(_ range: Range<Int>?) -> Range<Int>? {
      range.map { $0.lowerBound + offset..<$0.upperBound + offset }
    }
    var finding = self
    finding.problem.textRange = moved(problem.textRange)
    finding.fix = fix.map { fix in
      Fix(
        fix.summary,
        fix.replacements.map {
          Fix.Replacement(path: $0.path, textRange: moved($0.textRange), text: $0.text)
        })
    }
    return finding
  }
}

extension Domain {
  /// What is known of a path in a text.
  fileprivate init(_ path: TermPath, in text: CheckedText) {
    self = .unknown
    let attribute = path.keys.last.map { key in
      Attribute.allCases.contains { $0.variableName == key }
    }
    guard let variable = path.variable else {
      if case .rule(let row, let skipsEmpty) = text.role, path.keys.isEmpty {
        self = Domain(row, isElement: path.isElement)
        if !path.isElement, skipsEmpty { isNeverNil = true }
      }
      return
    }
    switch text.scope.meaning(of: variable) {
    case .row(let row)?:
      if path.keys.isEmpty {
        self = Domain(row, isElement: path.isElement)
      } else if path.keys.count == 1, attribute == true, !path.isElement {
        self = Domain(.bool, isNeverNil: true)
      }
    case .list(_, let items)?:
      if path.keys.isEmpty, !path.isElement {
        self = Domain(.list, isNeverNil: true)
      } else if path.keys.count <= 1, case .row(let row)? = items.own(path.keys.first ?? "") {
        self = path.isElement ? Domain(row, isElement: false) : Domain(.list)
      }
    case .input(let input)?:
      if path.keys.isEmpty, !path.isElement { self = Domain(Kind(input.type.valueKind)) }
    case .section?, nil: break
    }
  }

  /// What is known of the value of a row, or of an element of it.
  private init(_ row: RowDefinition, isElement: Bool) {
    let kind =
      row.type.valueKind == .choices && isElement ? Kind.any : Kind(row.type.valueKind)
    self.init(kind)
    let isChoice = row.type.valueKind == .choice || (row.type.valueKind == .choices && isElement)
    if isElement, !isChoice { self = .unknown }
    if isChoice {
      // Of more than can be reasoned about, it is enough to know that they are too many.
      if !row.allowsOther, let options = row.options?.written {
        self.options = options.prefix(LogicTests.maximumAtoms + 1).map(\.value)
      }
      return
    }
    if isElement { return }
    // A calculated value and a formula for a bound say nothing before the form runs. A text writes
    // days, and a bound in time is not one.
    if row.calculated == nil, kind == .int || kind == .double || row.type.valueKind == .day {
      lower = row.bounds.minimum?.fixed
      upper = row.bounds.maximum?.fixed
    }
  }
}

extension Domain.Kind {
  /// The kind of the values of a kind of rows.
  fileprivate init(_ kind: ValueKind) {
    self =
      switch Kinds(kind) {
      case .text: .text
      case .int: .int
      case .double: .double
      case .bool: .bool
      case .date: .date
      case .list: .list
      case .null: .nothing
      // A choice may hold any value, an invalid one too.
      default: .any
      }
  }
}
