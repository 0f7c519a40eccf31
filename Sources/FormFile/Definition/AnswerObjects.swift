// Where each value stands in nested answers: in the object of its section, under its name. This
// file alone says so. The checker, the engine, CSV and migrations make the objects of the same
// form, each with members of its own kind. Flat answers have no use for it.
//
//   sections mother: name      objects 0 {mother: 1, father: 2}     values mother.name
//            father: name              1 {name}   2 {name}                 father.name

package import Predicate

/// The shapes of answers: what `Form.values(includingHidden:)` returns and `setValues(_:)` takes.
public enum AnswerShape: String, Sendable, Hashable, CaseIterable {
  /// Every value stands at the root, under its own name or its tag.
  case flat
  /// The values of a section with a tag or a name stand in an object under that name, inside the
  /// object of the section around it.
  case nested

  /// Whether edits and saved states may name a row as answers do.
  ///
  /// In nested answers many rows may have one name, so only a tag says which row is meant. Every
  /// named row has a tag there.
  package var editsUseNames: Bool { self == .flat }
}

extension RowDefinition {
  /// The key of the value in answers: the row's own name, or else its tag.
  package var answerName: String? { name ?? tag }
}

extension SectionDefinition {
  /// The key of the section in nested answers: its own name, or else its tag.
  ///
  /// Nil for a section that adds no object.
  package var answerName: String? { name ?? tag }
}

/// The objects of the nested answers to a form, or of the value of an item: the one around all
/// first.
package struct AnswerObjects<Member> {
  /// What stands in an object under a name.
  package enum Content {
    /// The value of a row, or the list of a section with items.
    case value(Member)
    /// An object, by its index, of the members of a section.
    case object(Int, of: Member)

    /// The row or the section that has the name.
    package var member: Member {
      switch self {
      case .value(let member), .object(_, let member): member
      }
    }
  }

  /// What an object consists of.
  package struct Object {
    /// The names around it, from outside, and its own.
    package let path: [String]
    /// The path as text, such as `mother.address`.
    package let text: String
    /// The names, in declaration order.
    package fileprivate(set) var names: [String] = []
    /// By name: what stands there.
    package fileprivate(set) var contents: [Content] = []
    /// The positions of names.
    ///
    /// Names that look the same count as equal, so that none is given twice.
    fileprivate var positions: [String: Int] = [:]
  }

  /// Two members that have one name in one object.
  package struct Collision {
    package let name: String
    package let first: Member
    package let second: Member
  }

  /// The objects, each before those inside it.
  package private(set) var objects = [Object(path: [], text: "")]
  /// The members whose name was taken, in declaration order.
  package private(set) var collisions: [Collision] = []

  package init() {}

  /// Adds a section without the sections inside it.
  ///
  /// - Parameters:
  ///   - section: The definition, whose own rows do not count.
  ///   - member: The section.
  ///   - rows: Its rows, or its choice; those of items do not count.
  ///   - object: The object of the section around it.
  /// - Returns: The object of what stands inside the section.
  package mutating func add(
    _ section: SectionDefinition, _ member: Member,
    rows: some Sequence<(member: Member, definition: RowDefinition)>, to object: Int
  ) -> Int {
    switch section.kind {
    case .multivalued:
      if let name = section.answerName { add(.value(member), named: name, to: object) }
      return object
    case .selectable:
      add(rows: rows, to: object)
      return object
    case .plain, .matrix:
      guard let name = section.answerName else {
        add(rows: rows, to: object)
        return object
      }
      let inner = objects.count
      let path = objects[object].path + [name]
      objects.append(Object(path: path, text: AnswerPath.text(path)))
      add(.object(inner, of: member), named: name, to: object)
      add(rows: rows, to: inner)
      return inner
    }
  }

  /// Adds the rows that hold a value and have a name.
  package mutating func add(
    rows: some Sequence<(member: Member, definition: RowDefinition)>, to object: Int = 0
  ) {
    for (member, row) in rows where row.type.valueKind != .none {
      if let name = row.answerName { add(.value(member), named: name, to: object) }
    }
  }

  private mutating func add(_ content: Content, named name: String, to object: Int) {
    if let first = objects[object].positions[name] {
      collisions.append(
        Collision(
          name: name, first: objects[object].contents[first].member, second: content.member))
      return
    }
    objects[object].positions[name] = objects[object].names.count
    objects[object].names.append(name)
    objects[object].contents.append(content)
  }

  // MARK: - Looking up

  /// What stands under a name in an object; nil if nothing does.
  package func content(_ name: String, in object: Int = 0) -> Content? {
    guard let position = objects[object].positions[name],
      ExactText(objects[object].names[position]) == ExactText(name)
    else { return nil }
    return objects[object].contents[position]
  }

  /// All values with their paths, object by object.
  package var values: [(path: [String], member: Member)] {
    objects.flatMap { object in
      zip(object.names, object.contents).compactMap { name, content in
        if case .value(let member) = content { (object.path + [name], member) } else { nil }
      }
    }
  }

  /// The answers: an object with everything that has a value, without empty objects inside.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  ///
  /// - Parameters:
  ///   - object: The object that is written.
  ///   - value: The value of a member; nil to leave it out.
  /// - Returns: The object.
  package func answers(
    of object: Int = 0, _ value: (Member) -> Value?
  ) -> ValueDictionary {
    var pairs: [(String, Value)] = []
    for (name, content) in zip(objects[object].names, objects[object].contents) {
      switch content {
      case .value(let member):
        if let value = value(member) { pairs.append((name, value)) }
      case .object(let inner, _):
        let members = answers(of: inner, value)
        if members.count > 0 { pairs.append((name, .dictionary(members))) }
      }
    }
    return ValueDictionary(pairs)
  }
}

/// A row or a section with items that has a place in nested answers.
package enum AnswerMember: Sendable {
  case row(RowDefinition)
  case section(SectionDefinition)

  /// The tag.
  package var tag: String? {
    switch self {
    case .row(let row): row.tag
    case .section(let section): section.tag
    }
  }
}

extension FormDefinition {
  /// Where nested answers have the values of the form, without those in items.
  ///
  /// - Complexity: O(n) in the number of rows.
  package var answerObjects: AnswerObjects<AnswerMember> {
    var objects = AnswerObjects<AnswerMember>()
    var places: [Int] = []
    for placed in sections.placed {
      places.append(
        objects.add(
          placed.definition, .section(placed.definition),
          rows: placed.definition.formRows.lazy.map { (.row($0), $0) },
          to: placed.parent.map { places[$0] } ?? 0))
    }
    return objects
  }
}

extension AnswerObjects: Sendable where Member: Sendable {}
extension AnswerObjects.Content: Sendable where Member: Sendable {}
extension AnswerObjects.Object: Sendable where Member: Sendable {}
extension AnswerObjects.Collision: Sendable where Member: Sendable {}

/// The place of a value in nested answers, as text.
package enum AnswerPath {
  /// The names with dots between them: `mother.name`.
  package static func text(_ path: some Collection<String>) -> String {
    path.joined(separator: ".")
  }

  /// A name behind the path of its object.
  package static func text(_ name: String, in object: String) -> String {
    object.isEmpty ? name : "\(object).\(name)"
  }

  /// Values in objects, by their paths; nil if a path ends at an object or goes through a value,
  /// or is longer than JSON is deep.
  ///
  /// The recursion is bounded by the length of the longest path.
  package static func answers(
    _ values: some Sequence<(path: [String], value: Value)>
  ) -> ValueDictionary? {
    var root = Node.object([], [:])
    for (path, value) in values {
      guard (1...JSONReader.maximumDepth).contains(path.count),
        root.add(value, at: path[...])
      else { return nil }
    }
    if case .dictionary(let members) = root.value { return members }
    return nil
  }

  /// A value, or an object that is being made.
  private indirect enum Node {
    case value(Value)
    case object([(name: String, node: Node)], [ExactText: Int])

    var value: Value {
      switch self {
      case .value(let value): value
      case .object(let members, _):
        .dictionary(ValueDictionary(members.map { ($0.name, $0.node.value) }))
      }
    }

    /// - Returns: Whether the place was free.
    mutating func add(_ value: Value, at path: ArraySlice<String>) -> Bool {
      guard case .object(var members, var positions) = self, let name = path.first else {
        return false
      }
      self = .value(.null)
      defer { self = .object(members, positions) }
      let rest = path.dropFirst()
      if let position = positions[ExactText(name)] {
        return members[position].node.add(value, at: rest)
      }
      positions[ExactText(name)] = members.count
      if rest.isEmpty {
        members.append((name, .value(value)))
        return true
      }
      var node = Node.object([], [:])
      defer { members.append((name, node)) }
      return node.add(value, at: rest)
    }
  }
}
