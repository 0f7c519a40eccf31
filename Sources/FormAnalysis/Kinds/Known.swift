// What is known of the value of one part of a text before anything runs: which kinds it may have,
// of a list also which kinds its elements may have, and the row, list or table that it is read
// from.

import FormGraph
import Predicate

/// What is known of the value of one part of a text.
struct Known {
  var kinds: Kinds
  /// The kinds of the elements of a list; of a list of lists, of the elements of these.
  var elements = Kinds.any
  /// The row whose value is read, or whose values a column holds.
  var row: RowDefinition?
  /// The scope of the items: of a list that is read, or of one item.
  var items: Scope?
  /// The table that the row, or the rows of the list, come from.
  var table: NamedTable?
  /// The column of a table that the value comes from, in words.
  var origin: String?
  /// Whether the value, or each element of a list, is a day.
  var isDay = false
  /// Whether the value is one column of a list of items.
  var isColumn = false
  /// Whether the value is a list of lists.
  var isNested = false
  /// How many elements a list, or the list that is counted, validly has at most; of another number
  /// with a range, its greatest value.
  var limit: Int?
  /// Whether the value is a whole number with a range: it counts a list, or is a part of a date.
  var isCount = false
  /// The least value of a number with a range.
  var lowest = 0
  /// Whether no answer at all exceeds the limit, and not only a valid one.
  var isLimitCertain = false
  /// Whether no answer at all makes the number less than its least value.
  var isLowestCertain = true
  /// The constant, if the part is one.
  var constant: Value?

  static var unknown: Known { Known(kinds: .any) }

  /// What is known of a constant.
  init(constant: Value) {
    kinds = Kinds(constant)
    self.constant = constant
    // The only dates that a text writes as constants are days.
    isDay = kinds == .date
    elements = Self.elements(of: constant)
  }

  init(
    kinds: Kinds, elements: Kinds = .any, row: RowDefinition? = nil, items: Scope? = nil,
    isColumn: Bool = false, isDay: Bool = false
  ) {
    self.kinds = kinds
    self.elements = elements
    self.row = row
    self.items = items
    self.isColumn = isColumn
    self.isDay = isDay || row.map(Self.holdsDays) ?? false
  }

  /// What is known of the value of a row.
  init(_ row: RowDefinition, isNeverNil: Bool = false) {
    self.row = row
    kinds = Kinds(row.type.valueKind)
    isDay = Self.holdsDays(row)
    switch row.type.valueKind {
    case .choice: kinds = Self.optionKinds(of: row) ?? .any
    case .choices:
      elements = Self.optionKinds(of: row) ?? .any
      if let options = row.options?.written, !options.isEmpty, !row.allowsOther {
        limit = options.count
      }
    default: break
    }
    if !isNeverNil, !kinds.isOpen { kinds.insert(.null) }
  }

  private static func holdsDays(_ row: RowDefinition) -> Bool {
    row.type.valueKind == .day || row.hasDayOptions
  }

  /// What is known of a value of a kind, which may be nil.
  init(_ kind: ValueKind) {
    kinds = Kinds(kind).union(.null)
    isDay = kind == .day
  }

  /// What is known of a list of items.
  init(list items: Scope) {
    guard case .row(let row)? = items.own("") else {
      self.init(kinds: .list, elements: .object, items: items)
      return
    }
    // The items are the values of one row.
    self.init(kinds: .list, elements: Known(row).kinds, row: row)
  }

  /// Whether `index` of the value, where SUBQUERY binds it, is its position and not a key.
  var hasPosition: Bool {
    if let items { return items.own(EvaluationContext.indexKey) == nil }
    return table == nil && !kinds.isOpen && kinds.isDisjoint(with: .object)
  }

  /// A whole number with a range that no answer leaves.
  func within(_ range: PartialRangeFrom<Int>, through limit: Int? = nil) -> Known {
    var number = self
    number.isCount = true
    number.lowest = range.lowerBound
    number.limit = limit
    number.isLimitCertain = true
    return number
  }

  /// A whole number that lies in a range while all answers are valid; nil: as it is.
  func within(_ range: NumberRange?) -> Known {
    guard let range, let low = Int(exactly: range.low), let high = Int(exactly: range.high) else {
      return self
    }
    var number = self
    number.isCount = true
    number.lowest = low
    number.limit = high
    number.isLowestCertain = false
    return number
  }

  /// Between which numbers a single number lies while all answers are valid.
  var numbers: NumberRange? {
    if let constant { return NumberRange(constant) }
    guard !isColumn else { return nil }
    if isCount { return limit.map { NumberRange(Int64(lowest), Int64($0)) } }
    guard let row else { return nil }
    if row.calculated != nil, case .int(let low)? = row.bounds.minimum?.fixed,
      case .int(let high)? = row.bounds.maximum?.fixed
    {
      return NumberRange(low, high)
    }
    return NumberRange(row)
  }

  /// The value as one of some values, with what gives it in words; nil of them: as it is.
  func among(_ values: [Value]?, _ origin: String?) -> Known {
    guard let values, !values.isEmpty, var row else { return self }
    row.options = .written(values.map { OptionDefinition($0) })
    var known = self
    known.row = row
    known.origin = origin
    return known
  }

  /// All values that the part can have, without nil; nil if they are not known, or too many to
  /// compare.
  var choices: [Value]? {
    if let constant { return constant == .null ? [] : constant.keyNames == nil ? nil : [constant] }
    guard let options = row?.options?.written, !options.isEmpty, row?.allowsOther == false,
      options.count <= NamedTable.maximumRows
    else { return nil }
    return options.map(\.value)
  }

  /// The elements of a list, one at a time.
  var element: Known {
    if isNested {
      return items.map { Known(list: $0) }
        ?? Known(kinds: .list, elements: elements, row: row, isColumn: isColumn)
    }
    guard kinds.present == .list else { return .unknown }
    if items != nil || table != nil {
      var element = Known(kinds: .object, items: items)
      element.table = table
      return element
    }
    var element = Known(kinds: elements, row: row, isDay: isDay)
    element.origin = origin
    return element
  }

  /// The elements that a comparison with ANY or ALL looks at: lists in a list are joined.
  var quantified: Known {
    guard isNested else { return element }
    var joined = element.element
    // A row of several choices that holds nothing is nil among them.
    if items == nil, !joined.kinds.isOpen { joined.kinds.insert(.null) }
    return joined
  }

  /// The values of a key of each of some objects.
  static func column(_ value: Known) -> Known {
    if value.kinds.present == .list {
      var lists = value
      lists.kinds = .list
      lists.isNested = true
      lists.isColumn = true
      return lists
    }
    var column = Known(
      kinds: .list, elements: value.kinds, row: value.row, isColumn: true, isDay: value.isDay)
    column.origin = value.origin
    return column
  }

  /// The kinds of the options; nil if they are not all in the form.
  static func optionKinds(of row: RowDefinition) -> Kinds? {
    guard row.options?.written?.isEmpty == false else { return nil }
    let kinds = row.optionKinds
    return row.allowsOther ? kinds.union(.text) : kinds
  }

  /// The kinds of the values of options; nil if there are none.
  static func kinds(of options: [OptionDefinition]) -> Kinds? {
    options.isEmpty ? nil : options.reduce(into: Kinds()) { $0.formUnion(Kinds($1.value)) }
  }

  private static func elements(of value: Value) -> Kinds {
    guard case .array(let members) = value else { return .any }
    return members.reduce(into: Kinds()) { $0.formUnion(Kinds($1)) }
  }

  /// Either of two values.
  ///
  /// A day and a point in time give a day: the compiler makes both days.
  func joined(_ other: Known) -> Known {
    Known(
      kinds: kinds.union(other.kinds), elements: elements.union(other.elements),
      isDay: isDay || other.isDay)
  }
}

extension Kinds {
  /// The kind of the values of a kind of rows, without nil.
  init(_ kind: ValueKind) {
    self =
      switch kind {
      case .text: .text
      case .int: .int
      case .decimal: .double
      case .bool: .bool
      case .day, .time, .date: .date
      case .choice, .any: .any
      case .choices: .list
      case .none: .null
      }
  }
}

extension NamedTable {
  /// What is known of a cell of a column; nil if the table does not have the column.
  func cell(_ name: String) -> Known? {
    column(name).map { column in
      var cell = Known(column.kind)
      cell.origin = column.words
      cell.row = column.values
      return cell
    }
  }
}
