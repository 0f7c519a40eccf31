// Where the texts and the rows of a form stand in its file, with the section and the row around
// each. Only places that a form can have are looked at, so a table with a key `rows` has no rows.

import FormFile
import FormGraph

/// The places of texts and rows in a form file.
struct CoveragePlaces {
  typealias Owner = ConditionCoverage.Owner

  /// A row.
  struct Row {
    let owner: Owner
    let path: JSONPath
    /// The address of a row of an item without its positions; nil for other rows.
    let address: String?
    let range: Range<Int>
  }

  /// The places of each text, in the order of the file.
  private(set) var texts: [String: [(range: Range<Int>, owner: Owner)]] = [:]
  /// The rows that are not always hidden, in the order of the file.
  private(set) var rows: [Row] = []

  /// What an element is.
  private enum Role { case form, section, row, template, page, other }

  /// An element with what stands around it.
  private struct Visit {
    let element: JSONElement
    let role: Role
    var path: JSONPath
    var section: String?
    var row: String?
    /// The keys from the row or the section on.
    var keys = JSONPath()
    /// The address of the items around without positions, such as `lines[]`.
    var item: String?
    /// The name of the list that the section is.
    var list: String?
  }

  /// Finds places.
  ///
  /// - Parameters:
  ///   - wanted: The texts to find.
  ///   - root: The JSON of the form file.
  ///   - findsFormulasInTexts: Whether `{$name}` in a title is a place of `$name`.
  init(of wanted: Set<String>, in root: JSONElement, findsFormulasInTexts: Bool = false) {
    var pending = [Visit(element: root, role: .form, path: JSONPath())]
    while let visit = pending.popLast() {
      switch visit.element.content {
      case .string(let text) where wanted.contains(text):
        let owner = Owner(
          section: visit.section, row: visit.row, key: visit.keys.description)
        texts[text, default: []].append((visit.element.range, owner))
      case .string(let text) where findsFormulasInTexts && TextParts.hasBraces(text):
        let owner = Owner(
          section: visit.section, row: visit.row, key: visit.keys.description)
        let parts = try? TextParts(text, parameters: MessageParameter.allCases).parts
        for case .formula(let formula, _) in parts ?? [] where wanted.contains(formula) {
          texts[formula, default: []].append((visit.element.range, owner))
        }
      case .array(let elements):
        pending += elements.enumerated().reversed().map { index, element in
          Self.child(of: visit, element, .index(index), visit.role)
        }
      case .object(let members):
        let visit = entered(visit, members)
        pending += members.reversed().map { member in
          Self.child(
            of: visit, member.element, .key(member.key), Self.role(of: member, in: visit.role))
        }
      default: break
      }
    }
  }

  /// The role of a member; a list has the role of its elements.
  private static func role(of member: JSONMember, in role: Role) -> Role {
    switch (role, member.key) {
    case (.form, "sections"), (.section, "sections"), (.template, "sections"): .section
    case (.section, "rows"), (.template, "rows"), (.section, "item"): .row
    case (.section, "template"), (.section, "templates"): .template
    // Templates by their names.
    case (.template, _) where member.element.content.isObject: .template
    case (.form, "pages"): .page
    default: .other
    }
  }

  private static func child(
    of visit: Visit, _ element: JSONElement, _ step: JSONPath.Step, _ role: Role
  ) -> Visit {
    var child = Visit(
      element: element, role: role, path: visit.path, section: visit.section, row: visit.row,
      keys: visit.keys, item: visit.item, list: visit.list)
    child.path.steps.append(step)
    child.keys.steps.append(step)
    // What stands in the section itself belongs to its items.
    if role != .other,
      step == .key("item") || step == .key("template")
        || step == .key("templates")
    {
      child.item = "\(visit.list ?? "")[]"
    }
    return child
  }

  /// A section, a row or a page, as what stands around its members.
  private mutating func entered(_ visit: Visit, _ members: [JSONMember]) -> Visit {
    var visit = visit
    let tag = Self.text("tag", members)
    let name = tag ?? Self.text("title", members) ?? visit.path.description
    switch visit.role {
    case .section:
      (visit.section, visit.row, visit.keys) = (name, nil, JSONPath())
      visit.list = visit.item.map { "\($0).\(name)" } ?? name
    case .page:
      let isNamed = name != visit.path.description
      (visit.section, visit.row, visit.keys) = (isNamed ? "page \(name)" : name, nil, JSONPath())
    case .row:
      let address = visit.item.map { item in tag.map { "\(item).\($0)" } ?? item }
      visit.row = address ?? name
      visit.keys = JSONPath()
      let isAlwaysHidden = members.contains { member in
        switch (member.key, member.element.content) {
        case ("hidden", .bool(true)), ("visible", .bool(false)): true
        default: false
        }
      }
      guard !isAlwaysHidden else { break }
      // Rows of items without tags cannot be told apart.
      let isPlainItem = visit.path.steps.last == .key("item")
      guard visit.item == nil || tag != nil || isPlainItem else { break }
      let start = visit.element.range.lowerBound
      rows.append(
        Row(
          owner: Owner(section: visit.section, row: visit.row, key: ""), path: visit.path,
          address: address, range: start..<start + 1))
    case .form, .template, .other: break
    }
    return visit
  }

  private static func text(_ key: String, _ members: [JSONMember]) -> String? {
    guard case .string(let text)? = members.first(where: { $0.key == key })?.element.content else {
      return nil
    }
    return text.isEmpty ? nil : text
  }
}

extension JSONElement.Content {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
