// Choices: which may hold other text, where an exclusive option means something, and the rows of a
// matrix.

import Predicate

extension DefinitionChecker {
  /// Other text stands beside options that are text: a row whose options are numbers would hold
  /// numbers and text.
  mutating func checkOther(_ row: RowDefinition, _ member: Member) {
    guard row.allowsOther else { return }
    let other = row.options?.written?.first { option in
      switch option.value {
      case .string, .null: false
      default: true
      }
    }
    guard let other else { return }
    report(
      .place, "'other' needs options that are text, but \(other.value.short) is one of the options",
      of: member, [.key("other")], focus: .key,
      hint: "write the values of the options as text, or leave 'other' out")
  }

  /// Warns of exclusive options where only one option can be chosen anyway.
  mutating func checkExclusion(in row: RowDefinition, _ member: Member) {
    guard row.type.valueKind == .choice,
      let index = row.options?.written?.firstIndex(where: \.isExclusive)
    else { return }
    report(
      .noEffect, "'exclusive' has no effect where only one option can be chosen", of: member,
      [.key("options"), .index(index), .key("exclusive")], focus: .key, severity: .warning,
      hint: "leave it out")
  }

  /// Checks a matrix: its options once, then its rows, which have no options of their own.
  mutating func check(
    _ matrix: MatrixDefinition, of section: SectionDefinition, at index: Int
  ) {
    let shared = RowDefinition(type: matrix.rowType, options: matrix.options)
    checkOptions(of: shared, .section(index))
    if section.rows.allSatisfy({ $0.type.valueKind != .choices }) {
      checkExclusion(in: shared, .section(index))
    }
    isInMatrix = true
    defer { isInMatrix = false }
    for (position, row) in section.rows.enumerated() {
      let member = Member.row(position, section: index)
      fineOptions = matrix.options.written ?? []
      if row.hasOptions {
        report(
          .place, "a row of a matrix has the options of its section", of: member, [.key("options")],
          focus: .key, hint: "leave them out, or move the row to another section")
      }
      if isOfItem(member) { checkNames(ofTemplateRow: row, member) }
      if row.optionsFilter != nil {
        report(
          .place, "a row of a matrix cannot have 'optionsFilter'", of: member,
          [.key("optionsFilter")],
          focus: .key, hint: "hide options of the matrix where their conditions hold")
      }
      guard row.type.valueKind == .choice || row.type.valueKind == .choices else {
        report(
          .place, "a row of a matrix is a choice, not a row of type '\(row.type.rawValue)'",
          of: member,
          [.key("type")], hint: "leave the type out, or move the row to another section")
        check(row, member)
        continue
      }
      checkGrouping(of: row, member)
      check(matrix.filled(row), member)
    }
  }
}
