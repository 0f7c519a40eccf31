// All sections and rows of a form with their places, collected in one walk. Only this file knows
// where sections and rows stand; all checks and comparisons go through its list.

import FormGraph

/// A section or a row with its place in the form.
struct FormPlace {
  /// What stands at a place.
  enum Member {
    case section(SectionDefinition)
    case row(RowDefinition)
    /// The choice of a section. Its keys stand in the section.
    case choice(RowDefinition)
    /// The row of items that are single values.
    case item(RowDefinition)
  }

  let member: Member
  /// The path below which the keys of the member stand.
  let path: JSONPath
  /// The index of the section around it; nil at the root of the form.
  let parent: Int?
  /// The index of the list whose items the member is part of, and its template; nil outside of
  /// items.
  let template: (list: Int, place: Int)?
  /// The names that the tag of the member belongs to, as an index in `FormOutline.scopes`.
  let scope: Int

  /// The section; nil for a row.
  var section: SectionDefinition? {
    if case .section(let section) = member { section } else { nil }
  }

  /// The row; nil for a section.
  var row: RowDefinition? {
    switch member {
    case .section: nil
    case .row(let row), .choice(let row), .item(let row): row
    }
  }
}

/// All sections and rows of a form, in declaration order: each section before what is in it.
struct FormOutline {
  private(set) var places: [FormPlace] = []
  /// By scope: the scope around it.
  ///
  /// Scope 0 is the form; each template has a scope of its own.
  private(set) var scopes: [Int?] = [nil]

  /// What conditions read of the row at a place while it is hidden.
  func policy(of index: Int, in form: FormDefinition) -> HiddenValues {
    if let own = places[index].row?.whenHidden { return own }
    var place = places[index].parent
    // The number of steps is bounded by `SectionDefinition.maximumDepth`.
    while let index = place {
      if let own = places[index].section?.whenHidden { return own }
      place = places[index].parent
    }
    return form.whenHidden
  }

  /// Where the walk is.
  private struct Position {
    var path = JSONPath()
    var parent: Int?
    var template: (list: Int, place: Int)?
    var scope = 0
  }

  /// Collects the sections and rows of a form.
  ///
  /// - Complexity: O(n) in the number of sections and rows.
  init(_ form: FormDefinition) { add(form.sections, at: Position(), depth: 0) }

  /// Adds sections and all in them.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`. A template counts as one more
  /// level.
  private mutating func add(_ sections: [SectionDefinition], at position: Position, depth: Int) {
    guard depth <= 2 * SectionDefinition.maximumDepth else { return }
    for (index, section) in sections.enumerated() {
      var own = position
      own.path = position.path.appending("sections").appending(index)
      add(.section(section), at: own)
      own.parent = places.count - 1
      switch section.kind {
      case .plain, .matrix: add(section.formRows, at: own)
      case .selectable: for choice in section.formRows { add(.choice(choice), at: own) }
      case .multivalued(let items): add(items, at: own, depth: depth)
      }
      add(section.sections, at: own, depth: depth + 1)
    }
  }

  private mutating func add(_ items: ItemsDefinition, at position: Position, depth: Int) {
    let list = places.count - 1
    for (place, named) in items.templates.enumerated() {
      var own = position
      own.template = (list, place)
      own.scope = scopes.count
      scopes.append(position.scope)
      switch named.template {
      case .item(let row):
        own.path = position.path.appending("item")
        add(.item(row), at: own)
      case .rows(let rows, let sections):
        own.path.steps += items.steps(toTemplate: place)
        add(rows, at: own)
        add(sections, at: own, depth: depth + 2)
      }
    }
  }

  private mutating func add(_ rows: [RowDefinition], at position: Position) {
    let path = position.path.appending("rows")
    for (index, row) in rows.enumerated() {
      var own = position
      own.path = path.appending(index)
      add(.row(row), at: own)
    }
  }

  private mutating func add(_ member: FormPlace.Member, at position: Position) {
    places.append(
      FormPlace(
        member: member, path: position.path, parent: position.parent, template: position.template,
        scope: position.scope))
  }
}
