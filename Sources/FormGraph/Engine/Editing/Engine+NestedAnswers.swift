// Sets nested answers: each value stands in the object of its section, under its name, and nowhere
// else. A name at another place is refused with the paths that are right.
//
//   {"mother": {"name": "Ida"}}   ─ object of mother ─ row mother_name ─ Engine.give(_:toRow:)

import FormFile
import Predicate

/// What has a name in nested answers: a member of the form, or a part of an item.
protocol AnswerPart {
  /// The row or the list, in an item if it is part of one; nil if the item does not have it.
  func member(of item: ItemRecord?) -> Member?
}

extension Member: AnswerPart {
  func member(of item: ItemRecord?) -> Member? { self }
}

extension ItemPart: AnswerPart {
  func member(of item: ItemRecord?) -> Member? {
    switch self {
    case .row(let column): item.map { .row($0.row(column)) }
    case .section(let place): item?.section(place).map { .section($0) }
    }
  }
}

/// What names in nested answers mean: those of the form, or of one item.
struct AnswerScope<Part: AnswerPart> {
  let objects: AnswerObjects<Part>
  /// The item with the templates of its list and its path; nil for the form.
  var item: (record: ItemRecord, templates: ItemTemplates, path: String)?

  /// The path of a name in an object.
  func path(_ name: String, in object: Int) -> String {
    let path = AnswerPath.text(name, in: objects.objects[object].text)
    return item.map { "\($0.path).\(path)" } ?? path
  }

  /// The path of an object; nil for the form.
  func path(of object: Int) -> String? {
    let path = objects.objects[object].text
    guard let item else { return path.isEmpty ? nil : path }
    return path.isEmpty ? item.path : "\(item.path).\(path)"
  }

  /// The row or the list of a part; nil if the item does not have it.
  func member(_ part: Part) -> Member? { part.member(of: item?.record) }
}

extension Engine {
  /// Gives all values of nested answers.
  mutating func giveNested(_ plain: PlainAnswers?, _ giving: inout Giving) {
    guard let plain, let nested = plain.nested else {
      let scope = AnswerScope(objects: outline.answerObjects(in: topology))
      for (name, value) in giving.given.members where !giving.hasEnoughReasons {
        give(value, named: name, to: 0, of: scope, &giving)
      }
      return
    }
    let scope = AnswerScope(objects: nested.objects)
    guard let (object, key) = giving.given.document else {
      for (name, value) in giving.given.members where !giving.hasEnoughReasons {
        give(value, named: name, to: 0, of: scope, &giving)
      }
      return
    }
    object.read { view in
      give(view, objectAt: 0, without: key, to: 0, of: scope, plain, &giving)
    }
    giving.result.answered.rows += giving.result.rows
  }

  /// Gives the values of an object of the form, the plain ones straight to their cells.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private mutating func give(
    _ view: JSONView, objectAt index: Int, without: Int?, to object: Int,
    of scope: AnswerScope<Member>, _ plain: PlainAnswers, _ giving: inout Giving
  ) {
    for key in view.keys(of: index) where key != without {
      guard !giving.hasEnoughReasons else { return }
      switch plain.place(of: key, in: object, view) {
      case .object(let inner) where view.isObject(key + 1):
        give(view, objectAt: key + 1, without: nil, to: inner, of: scope, plain, &giving)
      case .row(let place):
        if give(view, at: key + 1, toPlain: place, plain, &giving) { continue }
        give(
          view.value(at: key + 1), named: view.text(at: key), to: object, of: scope, &giving)
      default:
        give(
          view.value(at: key + 1), named: view.text(at: key), to: object, of: scope, &giving)
      }
    }
  }

  /// Gives the values of an object.
  mutating func give<Part: AnswerPart>(
    _ values: ValueDictionary, to object: Int, of scope: AnswerScope<Part>, _ giving: inout Giving
  ) {
    for (name, value) in zip(values.keys, values.values) where !giving.hasEnoughReasons {
      if object == 0, name == ItemsDefinition.templateKey,
        scope.item?.templates.items.isNamed == true
      {
        continue
      }
      give(value, named: name, to: object, of: scope, &giving)
    }
  }

  /// Gives the value of a name in an object.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private mutating func give<Part: AnswerPart>(
    _ value: Value, named name: String, to object: Int, of scope: AnswerScope<Part>,
    _ giving: inout Giving
  ) {
    let path = scope.path(name, in: object)
    do throws(Reason) {
      switch scope.objects.content(name, in: object) {
      case .object(let inner, _)?:
        guard case .dictionary(let values) = value else {
          let example = scope.objects.objects[inner].names.first ?? "name"
          throw Reason(
            kind: .wrongType, tag: path,
            message: "'\(path)' is an object of answers, not \(value.kindName)",
            hint: value.isNull ? "leave it out" : "write {\"\(example)\": …} there")
        }
        give(values, to: inner, of: scope, &giving)
      case .value(let part)?:
        guard let member = scope.member(part) else {
          throw misplaced(name, path, in: object, of: scope, &giving)
        }
        try give(value, toMember: member, path, &giving)
      case nil:
        guard scope.item == nil, object == 0, case .input(let input)? = found(.tag(name)) else {
          throw misplaced(name, path, in: object, of: scope, &giving)
        }
        try give(value, toInput: input, &giving)
      }
    } catch {
      giving.result.reasons.list(error)
    }
  }

  private mutating func give(
    _ value: Value, toMember member: Member, _ path: String, _ giving: inout Giving
  ) throws(Reason) {
    switch member {
    case .row(let row):
      do throws(Reason) { try give(value, toRow: row, path, &giving) } catch {
        guard case .dictionary(let members) = value, error.hint == nil else { throw error }
        throw Reason(
          kind: error.kind, tag: error.tag, message: error.message,
          hint: hint(forObject: members, at: path), shown: error.shown)
      }
    case .section(let section):
      guard let templates = topology.section(section).templates?.value else { return }
      try give(value, toItemsOf: section, templates, path, &giving)
    }
  }

  // MARK: - Refusing

  /// The reason why an object has no value of a name, with the paths of members that have the name
  /// or the tag.
  private func misplaced<Part: AnswerPart>(
    _ name: String, _ path: String, in object: Int, of scope: AnswerScope<Part>,
    _ giving: inout Giving
  ) -> Reason {
    giving.unknownCount += 1
    let holder = scope.path(of: object)
    let quoted = Problem.quoted(name)
    return Reason(
      kind: .unknown, tag: path,
      message: holder.map { "'\($0)' has no \(quoted)" } ?? "unknown name \(quoted)",
      hint: giving.unknownCount <= Self.maximumHints
        ? hint(for: name, in: object, of: scope) : nil)
  }

  private func hint<Part: AnswerPart>(
    for name: String, in object: Int, of scope: AnswerScope<Part>
  ) -> String? {
    var paths = scope.objects.places(of: name, tag: { scope.member($0).flatMap(topology.tag) })
    if let item = scope.item {
      paths = paths.map { "\(item.path).\($0)" }
      let others = item.templates.all.filter { template in
        template.answers?.places(of: name, tag: { _ in nil }).isEmpty == false
      }
      if paths.isEmpty, let other = others.first?.name { return "the template '\(other)' has it" }
    }
    // An address names a row of an item by its tag.
    if paths.isEmpty { paths = answerPlaces(of: ItemAddress(name)?.tag ?? name) }
    if paths.isEmpty, scope.item == nil, object == 0,
      let (path, _) = scope.objects.values.first(where: { AnswerPath.text($0.path) == name })
    {
      // The path is written as one name.
      return "write " + path.reversed().reduce("…") { "{\"\($1)\": \($0)}" }
    }
    if !paths.isEmpty { return "write \(paths.prefix(3).joined(separator: " or "))" }
    var known = scope.objects.objects[object].names
    if scope.item == nil, object == 0 { known += topology.graph.inputs.map(\.name) }
    return Spelling.nearest(to: name, among: known).map {
      "did you mean \(scope.path($0, in: object))?"
    }
  }

  /// The hint if an object stands where a value should.
  private func hint(forObject members: ValueDictionary, at path: String) -> String {
    for name in members.keys.prefix(Self.maximumHints) {
      let places = answerPlaces(of: name)
      if !places.isEmpty { return "write \(places.prefix(3).joined(separator: " or "))" }
    }
    return "write the value itself at \(path)"
  }

  /// The paths in nested answers of the members of the form and of its items that have a name or a
  /// tag; those of items are paths of the first item.
  private func answerPlaces(of name: String) -> [String] {
    let objects = outline.answerObjects(in: topology)
    var paths = objects.places(of: name, tag: topology.tag)
    for (path, member) in objects.values where paths.isEmpty {
      guard case .section(let list) = member,
        let templates = topology.section(list).templates?.value
      else { continue }
      paths = Self.answerPlaces(of: name, inItemsOf: templates, AnswerPath.text(path), depth: 0)
    }
    return paths
  }

  /// The recursion, through lists in items, is bounded by `SectionDefinition.maximumDepth`.
  private static func answerPlaces(
    of name: String, inItemsOf templates: ItemTemplates, _ list: String, depth: Int
  ) -> [String] {
    guard depth < SectionDefinition.maximumDepth else { return [] }
    for template in templates.all {
      guard let objects = template.answers, !template.isPlain else { continue }
      let found = objects.places(of: name, tag: template.tag)
      if !found.isEmpty { return found.map { "\(list)[0].\($0)" } }
      for (path, part) in objects.values {
        guard case .section(let place) = part,
          case .multivalued(let items) = template.sections[place].definition.kind
        else { continue }
        let inner = answerPlaces(
          of: name, inItemsOf: ItemTemplates(items, .nested),
          "\(list)[0].\(AnswerPath.text(path))", depth: depth + 1)
        if !inner.isEmpty { return inner }
      }
    }
    return []
  }

  /// The member of the form at a path in nested answers; for a path in items, their list.
  func member(atAnswerPath path: String) -> Member? {
    let start = path.prefix { $0 != "[" }
    return outline.answerObjects(in: topology).values.first {
      AnswerPath.text($0.path) == path || AnswerPath.text($0.path) == start
    }?.member
  }
}

extension AnswerObjects {
  /// The paths of what has a name or a tag.
  fileprivate func places(of name: String, tag: (Member) -> String?) -> [String] {
    let name = ExactText(name)
    return objects.flatMap { object in
      zip(object.names, object.contents).compactMap { other, content in
        let isMeant =
          ExactText(other) == name || tag(content.member).map { ExactText($0) == name } ?? false
        return isMeant ? AnswerPath.text(other, in: object.text) : nil
      }
    }
  }
}

extension ItemTemplate {
  /// The tag of a part of an item.
  fileprivate func tag(_ part: ItemPart) -> String? {
    switch part {
    case .row(let column): rows[column].tag
    case .section(let place): sections[place].definition.tag
    }
  }
}
