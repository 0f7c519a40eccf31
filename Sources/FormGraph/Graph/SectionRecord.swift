// A section of a topology: what decides it, and how sections stand inside one another.

import Predicate

/// The fixed properties of a section.
///
/// They change only with the form's shape.
struct SectionRecord: Sendable {
  /// The definition of the section, without its rows.
  var definition: Shared<SectionDefinition>
  /// The list of its rows in the outline.
  ///
  /// In a section with items, the rows of all items.
  let rowList: ListID
  /// The list of its items in the outline.
  let itemList: ListID
  /// The templates of its items; nil for a section without items.
  var templates: Shared<ItemTemplates>?
  /// The row that holds the chosen options, in a section to choose from.
  var choice: RowIndex?
  /// By template: an item that is not part of the form, and stands for all items.
  var prototypes: [ItemIndex] = []
  var hidden = Decision.constant(false)
  var disabled = Decision.constant(false)
  /// The texts that are nodes.
  var properties: [PropertyName: NodeID] = [:]
  /// The section that this one stands in; nil at the root of the form.
  let parent: SectionIndex?
  /// The item that the section is part of, and its place in the template; nil outside of items.
  var item: ItemIndex?
  var place = 0
  /// The sections inside, in order, of a section that is not a list.
  ///
  /// Those inside a list are the sections of its items, which the outline has in order.
  var children: [SectionIndex] = []
  /// What hides the page that the section is on, and so the section.
  var pageHidden = Decision.constant(false)
  /// The page that the section is on.
  var page: Int?

  subscript(bit: SectionWord) -> Decision {
    get {
      switch bit {
      case .hidden: hidden
      case .pageHidden: pageHidden
      default: disabled
      }
    }
    set {
      switch bit {
      case .hidden: hidden = newValue
      case .pageHidden: pageHidden = newValue
      default: disabled = newValue
      }
    }
  }

  /// The decisions that hide the section, apart from those of the sections around it: its own, and
  /// that of its page.
  var hiding: [Decision] { [hidden, pageHidden] }

  /// The attributes that decisions write.
  static let decided: [SectionWord] = [.hidden, .disabled, .pageHidden]

  /// The options that the rows of a matrix share; nil for other sections.
  var matrix: MatrixDefinition? {
    if case .matrix(let matrix) = definition.value.kind { matrix } else { nil }
  }

  /// Whether the section has a minimum number of items.
  var hasMinimum: Bool {
    templates?.value.items.hasMinimum ?? false
  }

  /// Whether the section has a minimum or a maximum number of items.
  var hasBounds: Bool {
    hasMinimum || templates?.value.items.maximum != nil
  }

  /// Whether a formula says how many items it has.
  var isCounted: Bool { templates?.value.items.countFormula != nil }
}

// MARK: - Sections of items

extension Topology {
  /// The sections of an item, each before those inside it, without those of items in it.
  func sections(of item: ItemIndex) -> [SectionIndex] {
    let record = items[item.index]
    guard record.firstSection != nil else { return [] }
    return (template(of: item)?.sections.indices ?? 0..<0)
      .compactMap(record.section)
  }

  /// The section for each list of an item.
  func lists(of item: ItemIndex) -> [SectionIndex] {
    let record = items[item.index]
    return (template(of: item)?.lists ?? []).compactMap(record.section)
  }

  /// The values of the items that a list starts with.
  func firstItems(of list: SectionIndex) -> [Value] {
    firstItems(of: list, in: sections[list.index].item.flatMap { items[$0.index].start?.value })
  }

  /// The values of the items that a list starts with, in an item that starts with a value; nil for
  /// an item that has only what its template says.
  func firstItems(of list: SectionIndex, in item: Value?) -> [Value] {
    let record = sections[list.index]
    guard let items = record.templates?.value.items else { return [] }
    guard let tag = record.definition.value.tag, case .dictionary(let members)? = item else {
      return items.value
    }
    return items.firstItems(members[tag])
  }
}

// MARK: - Sections inside sections

extension Topology {
  /// A section and those around it, from inside to outside.
  func lineage(of section: SectionIndex) -> [SectionIndex] {
    guard let parent = sections[section.index].parent else { return [section] }
    var line = [section]
    var next: SectionIndex? = parent
    while let id = next {
      line.append(id)
      next = sections[id.index].parent
    }
    return line
  }

  /// What happens to hidden values in a section, and the section that says so: the nearest one
  /// around that says anything.
  func policy(around section: SectionIndex) -> (policy: HiddenValues, section: SectionIndex)? {
    // Without the list that `lineage` makes, because every row asks when it is compiled.
    var next: SectionIndex? = section
    while let id = next {
      if let policy = sections[id.index].definition.value.whenHidden { return (policy, id) }
      next = sections[id.index].parent
    }
    return nil
  }

  /// Whether anything may hide a section.
  func canBeHidden(_ section: SectionIndex) -> Bool {
    lineage(of: section).contains { id in
      sections[id.index].hiding.contains { $0 != .constant(false) }
    }
  }
}

extension SectionDefinition {
  /// The options that a matrix lists for its rows; nil of other sections, and if a title has a
  /// formula, which may read the row's own value.
  var optionsOfRows: [OptionDefinition]? {
    guard case .matrix(let matrix) = kind, let options = matrix.options.written else { return nil }
    return options.contains { $0.title?.hasFormulas == true } ? nil : options
  }
}
