// What is wrong with the terms of device management, beside names and kinds as everywhere: a term
// that no device reads, an item that is read in parts, and status items without a term.

import Predicate

extension DeclarationCheck {
  /// Whether the text has terms.
  ///
  /// A text without any is read in the notation that Apple had before.
  private var hasTerms: Bool {
    structure.nodes.contains {
      if case .term = structure.kind(of: $0) { true } else { false }
    }
  }

  /// Reports a term that reads nothing that is declared.
  mutating func noteTerm(_ term: ManagementTerm, _ name: String, _ node: NodeIndex) {
    let spelled = term.spelled(name)
    guard !term.hasBase else { return noteMember(spelled, node) }
    guard declarations.keys[ExactText(spelled)] == nil else { return }
    if noteMarks(term, name, node) || notePart(term, name, node) { return }
    let known = declarations.keyNames.filter { $0.hasPrefix("@\(term.rawValue)(") }
    // Properties are the server's own: none is wrong as long as none is declared.
    guard term == .status || !known.isEmpty else { return }
    report(
      "unknown \(term == .status ? "status item" : "property") '\(name)'", at: node,
      hint: Spelling.nearest(to: spelled, among: known).map { "did you mean \($0)?" })
  }

  /// `@status('device.model.family')`: a device takes blanks and quotes as part of the name.
  private mutating func noteMarks(
    _ term: ManagementTerm, _ name: String, _ node: NodeIndex
  ) -> Bool {
    let marks: Set<Unicode.Scalar> = ["'", "\"", " ", "\t", "\n", "’", "‘", "“", "”"]
    let bare = String(
      String.UnicodeScalarView(name.unicodeScalars.filter { !marks.contains($0) }))
    guard bare != name else { return false }
    report(
      "a device takes blanks and quotes as part of the name '\(name)'", at: node,
      hint: declarations.keys[ExactText(term.spelled(bare))] == nil
        ? nil : "write \(term.spelled(bare))")
    return true
  }

  /// `@status(softwareupdate.failure-reason.count)`: a device finds items by their whole names.
  ///
  /// Objects of the server's properties are read so.
  private mutating func notePart(
    _ term: ManagementTerm, _ name: String, _ node: NodeIndex
  ) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.contains("") else { return false }
    for count in (1..<max(1, parts.count)).reversed() {
      let item = term.spelled(parts.prefix(count).joined(separator: "."))
      guard let kind = declarations.keys[ExactText(item)] else { continue }
      guard term == .status else { return true }
      let keys = parts.dropFirst(count).map {
        $0.hasPrefix("@") ? String($0) : ManagementTerm.key.spelled(String($0))
      }
      let canHaveKeys = kind == .object || kind == .list || kind == .any
      report(
        "the status item is \(item): a device may not look into it here", .warning, at: node,
        hint: canHaveKeys ? "write \(([item] + keys).joined(separator: "."))" : nil)
      return true
    }
    return false
  }

  /// Reports a status item that is written as a key; false if the key is none.
  mutating func noteBareItem(_ node: NodeIndex) -> Bool {
    guard tree.functions == .deviceManagement else { return false }
    // `device.operating-system.version` is read as a subtraction.
    let whole = nodes.computations[nodes.wholePaths[node.index].index]
    guard !noted.contains(whole) else { return true }
    let term = ManagementTerm.status.spelled(source(whole))
    guard declarations.keys[ExactText(term)] != nil else { return false }
    noted.insert(whole)
    if hasTerms {
      report(
        "beside terms, the key '\(source(whole))' reads nothing", at: whole, hint: "write \(term)")
    } else {
      report(
        "a status item is written as a term since iOS 16 and macOS 13", .warning, at: whole,
        hint: "write \(term)")
    }
    return true
  }

  /// Reports a placeholder in a text for a device, which hands nothing over.
  mutating func noteHandedOver(_ node: NodeIndex) {
    guard tree.functions == .deviceManagement else { return }
    report(
      "a device hands no value over for \(source(node))", at: node,
      hint: "write the value itself, text in quotes")
  }

  private func isVersion(_ node: NodeIndex) -> Bool {
    switch structure.kind(of: node) {
    case .term(.status, let name), .term(.key, let name):
      structure.name(name).hasSuffix("version")
    default: false
    }
  }

  /// Warns of `@status(device.operating-system.version) >= '26.0'`.
  mutating func noteOrderOfVersions(
    _ symbol: String, _ left: NodeIndex, _ right: NodeIndex, _ node: NodeIndex
  ) {
    for (item, other) in [(left, right), (right, left)] {
      guard isVersion(item), symbol == "BETWEEN" || nodes.kinds[other.index] == .text else {
        continue
      }
      report(
        "\(symbol) compares versions as text: '9.0' is behind '10.0'", .warning, at: node,
        hint: "name the versions with IN, or their start with BEGINSWITH '26.'")
    }
  }
}
