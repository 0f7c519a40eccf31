// Says which fixes are certain. A fix changes what a text says, so it is certain only if the
// verdict on no answer depends on that text. Whether a row is required is a verdict on its answer.
// So is whether a row is shown or enabled: a user cannot answer what is hidden or disabled.

import FormGraph
import Predicate

/// Finds the texts that no judgement of an answer depends on.
struct FixCheck {
  private let outline: FormOutline
  /// The places of the form, by their paths.
  private let places: [JSONPath: Int]
  /// The names that texts, rules and options read, keys of items included.
  private var read: Set<String> = []
  /// The names whose attribute is read, such as `$age.isHidden`.
  private var asked: Set<String> = []

  /// Reads all texts of a form.
  ///
  /// - Complexity: O(n) in the size of the form and its texts.
  init(
    _ form: FormDefinition, _ outline: FormOutline, _ limits: Limits, tables: [String: NamedTable]
  ) {
    self.outline = outline
    places = Dictionary(
      outline.places.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    var (read, asked) = (Set<String>(), Set<String>())
    func note(_ names: [String]) {
      for name in names {
        let parts = name.split(separator: ".").map(String.init)
        read.formUnion(parts)
        if parts.count > 1 { asked.insert(parts[0]) }
      }
    }
    FormWalk.visit(form, outline, limits, tables: tables) { text in
      read.formUnion(text.tree.variables)
      for node in text.structure.nodes {
        guard case .member(let name) = text.structure.kind(of: node) else { continue }
        read.insert(text.structure.name(name))
        if case .variable(let index) = text.structure.kind(of: text.structure.child(0, of: node)) {
          asked.insert(text.tree.variable(index))
        }
      }
    } rule: { rule, _, _, _ in
      switch rule.kind.parameter {
      case .tag(let tag): read.insert(tag)
      case .function(_, let names): note(names)
      case .nothing, .length, .bound, .pattern, .predicate, .rules: break
      }
    }
    for place in outline.places {
      guard let row = place.row else { continue }
      if let list = row.options?.list {
        read.formUnion([list.value, list.title, row.groupedBy].compactMap { $0 })
      }
      if case .function(_, let names)? = row.display { note(names) }
      for condition in [row.hidden, row.disabled, row.required] {
        if case .function(_, let names)? = condition?.source { note(names) }
      }
    }
    (self.read, self.asked) = (read, asked)
  }

  /// Whether no answer is judged otherwise, whatever a text of a role says.
  func judgesNothing(_ role: CheckedText.Role, at path: JSONPath) -> Bool {
    switch role {
    case .shown:
      // What people see of a value is read by `display`.
      return path.steps.last != .key("display")
    case .condition:
      guard case .key(let key)? = path.steps.last, key != "required",
        let index = places[JSONPath(path.steps.dropLast())]
      else { return false }
      return isQuiet(index)
    case .rule, .filter, .value, .bound: return false
    }
  }

  /// Whether no answer is judged otherwise if a member is shown or hidden, enabled or disabled: it
  /// holds no answer, and nothing asks whether it is hidden.
  private func isQuiet(_ index: Int) -> Bool {
    let place = outline.places[index]
    guard let section = place.section else { return isQuietRow(index) }
    if let tag = section.tag, asked.contains(tag) || read.contains(tag) { return false }
    guard case .plain = section.kind else { return false }
    return outline.places.indices.allSatisfy { inner in
      outline.places[inner].parent != index || isQuiet(inner)
    }
  }

  private func isQuietRow(_ index: Int) -> Bool {
    guard let row = outline.places[index].row else { return false }
    guard row.type.valueKind == .none, !row.submits else { return false }
    return row.tag.map { !asked.contains($0) && !read.contains($0) } ?? true
  }
}
