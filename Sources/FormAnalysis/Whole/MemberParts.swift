// Collects, for each page, section and row, the texts that decide together whether the member is
// shown: its own, those of the sections around it, and that of its page.

import FormGraph
import Predicate

/// A text that must hold, or must not hold, so that something is shown, enabled, required or valid.
struct MemberPart {
  /// The predicate; of a constant, one with the same result.
  let text: String
  /// Whether the text must not hold: it says when the member is hidden.
  let isNegated: Bool
  /// The path of the text.
  let path: JSONPath
  /// The member in words, such as `section 's'`.
  let owner: String
  /// The names that the text may use, as an index in `FormOutline.scopes`.
  let scope: Int
  /// The variables of the text.
  let variables: [String]
  /// The members whose `isHidden` the text reads.
  let asksForHidden: [String]
  /// Whether the member is hidden whatever the answers are, by `true` or `false` in the form.
  let isConstant: Bool
  /// Whether a text that fails decides as one that holds.
  ///
  /// What is required is the exception.
  var failsToHold = true
  /// Whether the part says which values a formula gives.
  var isFormula = false
  /// A number that parts share which say the same.
  fileprivate(set) var number = 0

  /// A condition of a member; nil if it is constant and hides nothing, or nothing is known of it.
  init?(
    _ condition: ConditionDefinition?, at path: JSONPath, _ owner: String, scope: Int,
    _ limits: Limits
  ) {
    switch condition?.source {
    case .predicate(let text)?:
      self.init(
        text, isNegated: !(condition?.isInverted ?? false), at: path, owner, scope: scope, limits)
    case .constant(let holds)? where holds != condition?.isInverted:
      self.init(
        "0 == 1", isNegated: false, at: path, owner, scope: scope, limits, isConstant: true)
    default: return nil
    }
  }

  /// A predicate; nil if it is invalid.
  init?(
    _ text: String, isNegated: Bool, at path: JSONPath, _ owner: String, scope: Int,
    _ limits: Limits, isConstant: Bool = false
  ) {
    guard let tree = try? SyntaxTree(predicate: text, limits: limits, functions: .extended) else {
      return nil
    }
    self.text = text
    self.isNegated = isNegated
    self.path = path
    self.owner = owner
    self.scope = scope
    self.isConstant = isConstant
    variables = tree.variables
    let structure = tree.structure
    asksForHidden = structure.nodes.compactMap { node in
      guard case .member(let name) = structure.kind(of: node),
        structure.name(name) == Attribute.hidden.variableName,
        case .variable(let index) = structure.kind(of: structure.child(0, of: node))
      else { return nil }
      return tree.variable(index)
    }
  }
}

/// The texts of all members of a form, and what their names mean.
struct MemberParts {
  let definition: FormDefinition
  let outline: FormOutline
  let limits: Limits
  private(set) var parts: [MemberPart] = []
  /// By place: the indices of the parts of the member itself; of a section, its page stands first.
  private(set) var own: [[Int]] = []
  /// By page: the index of its part.
  private(set) var pages: [Int?] = []
  /// By scope: what the names mean.
  private(set) var meanings: [Scope]
  /// By scope: the places of the names.
  private var names: [[String: Int]]
  /// By what parts say: their number.
  private var numbers: [Saying: Int] = [:]

  /// What makes parts say the same.
  private struct Saying: Hashable {
    let text: String
    let isNegated: Bool
    let scope: Int
    let failsToHold: Bool
  }

  /// Collects the texts of a form.
  ///
  /// - Complexity: O(n) in the size of the form and of the texts that show its members.
  init(_ definition: FormDefinition, _ outline: FormOutline, _ scopes: Scopes, _ limits: Limits) {
    self.definition = definition
    self.outline = outline
    self.limits = limits
    meanings = Array(repeating: scopes.form, count: outline.scopes.count)
    names = Array(repeating: [:], count: outline.scopes.count)
    var pageOfSection: [String: Int] = [:]
    for (index, page) in definition.pages.enumerated() {
      let name = page.tag.map { "page '\($0)'" } ?? "page \(index + 1)"
      let path = JSONPath([.key("pages"), .index(index)])
      let part = MemberPart(
        page.hidden, at: Self.path(path, page.hidden, "hidden", "visible"), name, scope: 0, limits)
      pages.append(part.map { add($0) })
      for section in page.sections { pageOfSection[section] = index }
    }
    for (index, place) in outline.places.enumerated() {
      var own: [Int] = []
      if let section = place.section, place.parent == nil, let tag = section.tag,
        let page = pageOfSection[tag], let part = pages[page]
      {
        own.append(part)
      }
      let hidden = place.section?.hidden ?? (place.isChoice ? nil : place.row?.hidden)
      let path = Self.path(place.path, hidden, "hidden", "visible")
      if let part = MemberPart(hidden, at: path, place.inWords, scope: place.scope, limits) {
        own.append(add(part))
      }
      self.own.append(own)
      meanings[place.scope] = scopes[place]
      if let tag = place.tag { names[place.scope][tag] = index }
    }
  }

  /// The path of a condition, which is written in one of two ways.
  static func path(
    _ path: JSONPath, _ condition: ConditionDefinition?, _ key: String, _ opposite: String
  ) -> JSONPath {
    path.appending(condition?.isInverted ?? false ? opposite : key)
  }

  /// Adds a part, and returns its index.
  mutating func add(_ part: MemberPart) -> Int {
    let saying = Saying(
      text: part.text, isNegated: part.isNegated, scope: part.scope, failsToHold: part.failsToHold)
    let number = numbers[saying] ?? numbers.count
    numbers[saying] = number
    parts.append(part)
    parts[parts.count - 1].number = number
    return parts.count - 1
  }

  /// The indices of all parts that must agree so that a member is shown, its own first.
  ///
  /// The number of steps is bounded by `SectionDefinition.maximumDepth`.
  func showing(_ place: Int) -> [Int] {
    var found: [Int] = []
    var next: Int? = place
    while let index = next {
      found += own[index].reversed()
      next = outline.places[index].parent
    }
    return found
  }

  /// The place of the row or section that a name means; nil if it means something else.
  ///
  /// The number of steps is bounded by `SectionDefinition.maximumDepth`.
  func place(of name: String, in scope: Int) -> Int? {
    var next: Int? = scope
    while let index = next {
      if let place = names[index][name] { return place }
      next = outline.scopes[index]
    }
    return nil
  }

  /// Whether the names of a part mean the same in a scope, so that it can be read there.
  func canRead(_ part: Int, in scope: Int) -> Bool {
    let part = parts[part]
    return part.scope == scope
      || part.variables.allSatisfy { name in
        name != "item" && place(of: name, in: scope) == place(of: name, in: part.scope)
      }
  }

  /// Whether the answer of a row is nil while the row is hidden.
  func isNilWhileHidden(_ place: Int) -> Bool {
    guard let row = outline.places[place].row, row.type.valueKind != .none else { return false }
    return outline.policy(of: place, in: definition) != .keep
  }
}

extension FormPlace {
  /// The tag of the member.
  var tag: String? { section?.tag ?? row?.tag }

  /// Whether the member is the choice of a section, which the conditions of the section show.
  var isChoice: Bool {
    if case .choice = member { true } else { false }
  }

  /// The member in words.
  var inWords: String {
    let kind = section == nil ? "row" : "section"
    return tag.map { "\(kind) '\($0)'" } ?? "\(kind) without a tag"
  }
}
