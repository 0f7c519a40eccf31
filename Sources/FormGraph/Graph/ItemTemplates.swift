// The templates of a list: one, or several of which each item has one. Whoever reads the list reads
// columns. A column is what has one tag in the items, whatever template they have:
//
//   templates       phone: label, number      email: label, address
//   columns         label, number, address, template
//
// With one template, the columns are the rows of an item and then its lists, in their order.

import Predicate

/// What the items of a list consist of.
struct ItemTemplates: Sendable {
  let items: ItemsDefinition
  /// One element for each template.
  let all: [ItemTemplate]
  /// Whether items have sections of their own: in one list either all have or none has.
  let haveSections: Bool
  /// What is read of the items: rows, then lists, then the name of the template.
  let columns: [Column]
  /// The positions of the columns by their tags.
  private let positions: [ExactText: Int]
  /// The number of rows of an item that is inserted without a value, lists in the item included.
  let rowCount: Int

  /// The number of rows of so many items that are inserted without a value.
  ///
  /// An item without rows, which only has sections, takes the room of a row.
  func rowCount(ofItems count: Int64) -> Int {
    let (rows, overflow) = Int64(max(1, rowCount)).multipliedReportingOverflow(by: max(0, count))
    return overflow ? .max : Int(clamping: rows)
  }

  /// A value as a number of items: a whole number from 0; nil if it is something else.
  ///
  /// A number that does not fit in 64 bits is as good as the largest that does.
  static func count(_ value: Value) -> Int64? {
    if case .double(let number) = value, number >= 0x1p63 { return .max }
    guard case .int(let count) = ValueKind.int.converted(value), count >= 0 else { return nil }
    return count
  }

  /// What one tag stands for in the items of a list.
  struct Column: Sendable {
    let tag: String?
    /// What it is, as the first template says that has it.
    let content: Content
    /// By template: the place of the row or the list in an item, as in `ItemTemplate.columns`; nil
    /// if the items of the template do not have it.
    fileprivate(set) var places: [Int?]

    enum Content: Sendable {
      case row(RowDefinition)
      case list
      /// The name of the item's template.
      case templateName
    }
  }

  init(_ items: ItemsDefinition, _ answers: AnswerShape = .flat) {
    self.items = items
    haveSections = items.templates.contains { !$0.template.sections.isEmpty }
    all = items.templates.map { [haveSections] in
      ItemTemplate($0, hasSections: haveSections, answers)
    }
    rowCount = items.rowCount(of: nil)
    var columns: [Column] = []
    var positions: [ExactText: Int] = [:]
    let count = all.count
    func add(_ tag: String?, _ content: Column.Content, _ place: Int?, of template: Int) {
      if let tag, count > 1, let known = positions[ExactText(tag)],
        columns[known].places[template] == nil
      {
        columns[known].places[template] = place
        return
      }
      var places = [Int?](repeating: nil, count: count)
      if let place { places[template] = place }
      if let tag, positions[ExactText(tag)] == nil { positions[ExactText(tag)] = columns.count }
      columns.append(Column(tag: tag, content: content, places: places))
    }
    for (index, template) in all.enumerated() {
      for (place, row) in template.rows.enumerated() { add(row.tag, .row(row), place, of: index) }
    }
    for (index, template) in all.enumerated() {
      for (place, list) in template.lists.enumerated() {
        add(
          template.sections[list].definition.tag, .list, template.rows.count + place, of: index)
      }
    }
    if items.isNamed { add(ItemsDefinition.templateKey, .templateName, nil, of: 0) }
    self.columns = columns
    self.positions = positions
    var shared = all.map { [Int](repeating: 0, count: $0.rows.count + $0.lists.count) }
    for (position, column) in columns.enumerated() {
      for (template, place) in column.places.enumerated() {
        if let place { shared[template][place] = position }
      }
    }
    self.shared = shared
  }

  /// By template and place in an item: the column.
  private let shared: [[Int]]

  /// Whether the value of an item is the value of its only row, not an object.
  var isPlain: Bool { all.first?.isPlain ?? false }

  /// The kind of the items, if they are plain values.
  var plainKind: ValueKind? { isPlain ? all.first?.rows.first?.type.valueKind : nil }

  /// The position of the template that the value of an item names, or else the first one.
  func place(for value: Value?) -> Int {
    guard items.isNamed, let place = items.place(for: value) else { return 0 }
    return place
  }

  // MARK: - Columns

  /// The column of a place in an item.
  func column(of place: Int, in template: Int) -> Int { shared[template][place] }

  /// The place of a column in an item; nil if the item does not have it.
  func place(of column: Int, in template: Int) -> Int? {
    let places = columns[column].places
    return places.indices.contains(template) ? places[template] : nil
  }

  /// The row of an item in a column; nil if the item has none there.
  ///
  /// Readers of a column ask this of every item.
  func row(of column: Int, in item: ItemRecord) -> RowIndex? {
    rowPlace(of: column, in: item.template).map(item.row)
  }

  /// By template: the place of a column among the rows of its items.
  func rowPlaces(of column: Int) -> [Int?] {
    all.indices.map { rowPlace(of: column, in: $0) }
  }

  /// The place of a column among the rows of an item; nil if the item has no row there.
  private func rowPlace(of column: Int, in template: Int) -> Int? {
    let places = columns[column].places
    guard places.indices.contains(template), let place = places[template],
      place < all[template].rows.count
    else { return nil }
    return place
  }

  /// The place of a list among the sections of an item; nil if a column is not a list there.
  func list(of column: Int, in template: Int) -> Int? {
    place(of: column, in: template).flatMap(all[template].list)
  }

  /// Whether a column is a list in each item.
  func isList(_ column: Int) -> Bool {
    if case .list = columns[column].content { true } else { false }
  }

  /// Whether a column holds the names of templates.
  func isName(_ column: Int) -> Bool {
    if case .templateName = columns[column].content { true } else { false }
  }

  /// The row of a column, as the first template says that has it; nil for other columns.
  func row(_ column: Int) -> RowDefinition? {
    if case .row(let row) = columns[column].content { row } else { nil }
  }

  /// The row that has a tag, as the first template says that has it.
  func row(tagged tag: ExactText) -> RowDefinition? { positions[tag].flatMap(row) }

  /// The column with a tag.
  func column(_ tag: ExactText) -> Int? { positions[tag] }

  /// The tag of a column.
  func tag(_ column: Int) -> String? { columns[column].tag }

  /// Whether a template has a list with a tag.
  func hasList(_ tag: ExactText) -> Bool { positions[tag].map(isList) ?? false }

  /// What an item consists of for those who read it: the rows that hold a value, the lists, and the
  /// name of the template.
  var valueColumns: [Int] {
    columns.indices.filter { row($0).map { $0.type.valueKind != .none } ?? true }
  }

  /// The tags by which the values of items are known.
  var tags: [String] { columns.compactMap(\.tag) }

  /// What those who read a list as a whole read of its items.
  var whole: ItemsView { isPlain ? .column(0) : .objects(valueColumns) }
}
