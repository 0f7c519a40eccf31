// A text of a predicate or a formula that has been parsed once. The record keeps the text and the
// program. Ranges and warnings are found by parsing again, which only problems and explanations
// need.

import Predicate

/// A text of a predicate or formula that has been parsed once, or the name of a function.
struct TextRecord: Sendable {
  /// The text as it is shown to people.
  let text: String
  let isPredicate: Bool
  /// What the result is, if it is known to be a date.
  let dateKind: DateKind?
  /// What SELF was when the text was read, if it was a day or a time of day.
  let selfKind: DateKind?
  /// What the member wants that shows or stores the result: a day or a time of day.
  let wanted: DateKind?
  /// The table whose rows SELF is.
  let table: TableID?
  /// The list whose items SELF is; of a list in an item, that of the prototype.
  let list: SectionIndex?
  private let others: Shared<Others>?

  /// Properties that few texts have.
  private struct Others: Sendable {
    var collections = TextReading.Collections()
    /// The names that a function depends on; nil for a text of the language.
    var dependencies: [String]?
  }

  /// Makes the record of a parsed text.
  init(
    _ reading: TextReading, _ text: String, isPredicate: Bool,
    wanted: DateKind? = nil, table: TableID? = nil, list: SectionIndex? = nil
  ) {
    self.text = text
    self.wanted = wanted
    self.table = table
    self.list = list
    self.isPredicate = isPredicate
    dateKind = reading.dateKind
    selfKind = reading.collections.dates[.object]
    let isPlain =
      reading.collections.all.isEmpty && reading.collections.dates.isEmpty
      && reading.collections.choices.isEmpty && reading.collections.hostFunctions.isEmpty
    others = isPlain ? nil : Shared(Others(collections: reading.collections))
  }

  /// Makes the record of a function.
  init(function text: String, dependencies: [String]) {
    self.text = text
    isPredicate = true
    dateKind = nil
    selfKind = nil
    wanted = nil
    table = nil
    list = nil
    others = Shared(Others(dependencies: dependencies))
  }

  /// Whether the text asks a name, SELF or a key for a list, which may hold choices of several.
  var asksForLists: Bool { others?.value.collections.choices.isEmpty == false }

  var isFunction: Bool { others?.value.dependencies != nil }

  /// The functions of the host that the text calls, or the function that it is.
  var hostFunctions: Set<String> {
    isFunction
      ? [String(text.prefix { $0 != "(" })] : others?.value.collections.hostFunctions ?? []
  }

  /// The names that a function depends on, from its definition.
  var dependencies: [String] { others?.value.dependencies ?? [] }

  /// The result of parsing the text within the limits of its form; nil for a function.
  ///
  /// - Complexity: O(n) in the length of the text, which is parsed again.
  func reading(within limits: Limits) -> TextReading? {
    guard !isFunction else { return nil }
    return try? TextReading(
      text, isPredicate: isPredicate, wanted: wanted,
      others?.value.collections ?? TextReading.Collections(), within: limits)
  }
}

/// A parsed text: its program and everything known about its parts.
struct TextReading: Sendable {
  /// The variables that stood for lists of items when the text was parsed.
  struct Collections: Sendable {
    // Lists, because the first use of another kind of set searches all conformances, and most texts
    // read no items.
    var all: [ExactText] = []
    /// The variables whose whole list is read: plain items whose values matter, not only how many.
    var wholes: [ExactText] = []
    /// Nil of most texts.
    private var kinds: Shared<Kinds>?
    /// The functions of the host that the text calls.
    var hostFunctions: Set<String> = []

    /// What the text reads that may be a date or a list.
    private struct Kinds: Sendable {
      var dates: [DateSource: DateKind]
      var choices: [DateSource: Bool]
      var paths: Set<DateSource>
    }

    /// What held days or times of day, and not points in time, when the text was read.
    var dates: [DateSource: DateKind] { kinds?.value.dates ?? [:] }
    /// What the text asks for a list, and whether it held choices of several when the text was
    /// read.
    var choices: [DateSource: Bool] { kinds?.value.choices ?? [:] }
    /// The paths of keys that the text reads, to dates or to anything else.
    var paths: Set<DateSource> { kinds?.value.paths ?? [] }

    mutating func set(
      _ dates: [DateSource: DateKind], _ choices: [DateSource: Bool], _ paths: Set<DateSource>
    ) {
      let isEmpty = dates.isEmpty && choices.isEmpty && paths.isEmpty
      kinds = isEmpty ? nil : Shared(Kinds(dates: dates, choices: choices, paths: paths))
    }
  }

  /// A key that is read from the value of a variable.
  struct Key: Sendable {
    let variable: String
    let name: String
    /// Whether the text says `value` before the key: `$tag.value.key`.
    let isOfValue: Bool
    let range: Range<Int>
  }

  /// An error: the text cannot be parsed.
  struct Unreadable: Error {
    let diagnostic: Diagnostic
  }

  /// Looks up an existing program by the hash of its structure.
  ///
  /// `isSame` compares a candidate.
  typealias Known = (_ hash: Int, _ isSame: (Program) -> Bool) -> Program?

  let resolution: Resolution
  let collections: Collections
  /// What the result is, if it is known to be a date.
  let dateKind: DateKind?
  let bareKeys: [(name: String, range: Range<Int>)]
  /// The comparisons with a bare key that stands alone in braces, by the place of the key.
  let bracedKeys: [Range<Int>: SyntaxTree.BracedKey]
  let firstUseOfSelf: Range<Int>?
  let firstUseOfRandom: Range<Int>?
  let firstUseOfUUID: Range<Int>?
  /// The keys that are read from the values of variables.
  let keys: [Key]
  /// What the text reads of the item before the current one.
  let previousUses: [SyntaxTree.KeyUse]
  /// What the text looks up in tables.
  let lookups: [Lookup]
  /// What the text reads of the rows of tables.
  let tableRows: [TableRows]
  /// The keys that are read from SELF; nil where SELF is used as a whole.
  let usesOfSelf: [(key: String?, range: Range<Int>)]
  let warnings: [Diagnostic]

  /// The names that mean attributes of a row if they follow a tag directly, and not keys of its
  /// value.
  static let attributeNames = Dictionary(
    uniqueKeysWithValues: Attribute.allCases.map { ($0.variableName, $0) })
  private static let valueName = "value"
  /// The item before the current one, as in `$item.previous.total`.
  static let previousName = "previous"
  /// What `display($tag)` reads of a row, under a name that no text can spell.
  static let displayName = "display()"
  static let claimedNames = Set(attributeNames.keys).union([valueName, displayName])
  /// The names that mean something after a tag, as a text can spell them.
  static let writtenNames = claimedNames.subtracting([displayName])

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isPredicate: Whether the text is a predicate, not a formula.
  ///   - wanted: What a formula should give in the place of an instant: its day or its time of day.
  ///   - isCollection: Whether a variable stands for items.
  ///   - isPlain: Whether the items of a variable are plain values, not objects.
  ///   - dateKind: Whether a variable, a key or SELF stands for days or times of day.
  ///   - isSeveral: Whether a variable, a key or SELF stands for a choice of several.
  ///   - functions: The functions of the host.
  ///   - limits: The limits of the text.
  ///   - known: Looks up an existing program.
  /// - Throws: An error that says what is wrong with the text.
  init(
    _ text: String, isPredicate: Bool, wanted: DateKind?, isCollection: (String) -> Bool,
    isPlain: (String) -> Bool, dateKind: (DateSource) -> DateKind?,
    isSeveral: (DateSource) -> Bool, functions: [FunctionRecord],
    within limits: Limits, known: Known
  ) throws(Unreadable) {
    var dates: [DateSource: DateKind] = [:]
    var choices: [DateSource: Bool] = [:]
    var paths: Set<DateSource> = []
    let (tree, result) = try Self.tree(text, isPredicate: isPredicate, wanted, limits) { source in
      if case .path = source { paths.insert(source) }
      guard let kind = dateKind(source) else { return nil }
      dates[source] = kind
      return kind
    } isSeveral: { source in
      if case .path = source { paths.insert(source) }
      let isChoice = isSeveral(source)
      choices[source] = isChoice
      return isChoice
    }
    var collections = Collections()
    collections.all = tree.variables.filter(isCollection).map { ExactText($0) }
    collections.set(dates, choices, paths)
    collections.hostFunctions = Set(tree.unknownCalls.map(\.name)).filter { name in
      functions.contains { $0.name == name }
    }
    var resolution = try Self.resolution(of: tree, collections, limits, known)
    // Plain items can be read by their number alone. Any other use reads the whole list.
    if !collections.all.isEmpty {
      collections.wholes = Array(
        Set(
          resolution.operands.filter { operand in
            operand.reading != .count && isPlain(operand.variable)
          }.map { ExactText($0.variable) }))
      if !collections.wholes.isEmpty {
        resolution = try Self.resolution(of: tree, collections, limits, known)
      }
    }
    self.init(tree, resolution, collections, dateKind: result)
  }

  /// Parses a text again.
  fileprivate init(
    _ text: String, isPredicate: Bool, wanted: DateKind?, _ collections: Collections,
    within limits: Limits
  ) throws(Unreadable) {
    var collections = collections
    let (dates, choices) = (collections.dates, collections.choices)
    var paths: Set<DateSource> = []
    let (tree, dateKind) = try Self.tree(text, isPredicate: isPredicate, wanted, limits) { source in
      if case .path = source { paths.insert(source) }
      return dates[source]
    } isSeveral: { source in
      if case .path = source { paths.insert(source) }
      return choices[source] ?? false
    }
    collections.set(dates, choices, paths)
    self.init(
      tree, try Self.resolution(of: tree, collections, limits) { _, _ in nil }, collections,
      dateKind: dateKind)
  }

  private init(
    _ tree: SyntaxTree, _ resolution: Resolution, _ collections: Collections, dateKind: DateKind?
  ) {
    self.dateKind = dateKind
    self.resolution = resolution
    self.collections = collections
    firstUseOfSelf = tree.firstUseOfSelf
    bareKeys = firstUseOfSelf == nil ? [] : tree.bareKeys
    bracedKeys =
      bareKeys.isEmpty
      ? [:] : Dictionary(tree.bracedKeys.map { ($0.range, $0) }) { first, _ in first }
    let isRandom = resolution.firstUseOfRandom != nil
    firstUseOfRandom =
      isRandom ? resolution.firstUse { $0.isRandom && $0 != .uuid } : nil
    firstUseOfUUID = isRandom ? resolution.firstUse { $0 == .uuid } : nil
    lookups = tree.lookups
    tableRows = tree.tableRows
    previousUses =
      collections.all.contains(ExactText(ItemsDefinition.itemName))
      ? tree.uses(of: Self.previousName, ofVariable: ItemsDefinition.itemName) : []
    usesOfSelf = firstUseOfSelf == nil ? [] : tree.usesOfSelf
    // The error about the bare key says what is wrong with the braces.
    let lists = bracedKeys.isEmpty ? nil : Set(bracedKeys.values.map(\.list))
    warnings = tree.warnings.filter { lists?.contains($0.range) != true }
    keys = tree.keysOfVariables(except: Self.claimedNames, itself: Self.valueName).map {
      Key(variable: $0, name: $1, isOfValue: $2, range: $3)
    }
  }

  /// Whether a warning is about a key without `$`, which is an error in a form.
  func isAboutBareKey(_ warning: Diagnostic) -> Bool {
    warning.kind == .subquery && !bareKeys.isEmpty
  }

  /// What a formula gives, if it is known to be a date; nil too for a text that is not a formula.
  static func dateKind(
    ofFormula text: String, within limits: Limits, _ dateKind: (DateSource) -> DateKind?
  ) -> DateKind? {
    let tree = try? SyntaxTree(expression: text, limits: limits, functions: .extended)
    return tree?.dateKind(dateKind)
  }

  private static func tree(
    _ text: String, isPredicate: Bool, _ wanted: DateKind?, _ limits: Limits,
    _ kind: (DateSource) -> DateKind?, isSeveral: (DateSource) -> Bool
  ) throws(Unreadable) -> (tree: SyntaxTree, dateKind: DateKind?) {
    let tree: SyntaxTree
    do throws(SyntaxError) {
      tree =
        isPredicate
        ? try SyntaxTree(predicate: text, limits: limits, functions: .extended)
        : try SyntaxTree(expression: text, limits: limits, functions: .extended)
    } catch {
      throw Unreadable(diagnostic: error.diagnostic)
    }
    do throws(Refusal) {
      let dated = try tree.settingDates(kind, as: wanted)
      let tree = dated.tree.settingChoices(isSeveral)
      return (tree.readingDisplays(as: displayName), dated.result)
    } catch {
      throw Unreadable(diagnostic: error.diagnostic)
    }
  }

  private static func resolution(
    of tree: SyntaxTree, _ collections: Collections, _ limits: Limits, _ known: Known
  ) throws(Unreadable) -> Resolution {
    do throws(Refusal) {
      return try tree.resolved(
        attributes: claimedNames,
        collections: collections.wholes.isEmpty
          ? collections.all : Array(Set(collections.all).subtracting(collections.wholes)),
        allowsLookups: true,
        limits: limits, hostFunctions: collections.hostFunctions, known: known)
    } catch {
      throw Unreadable(diagnostic: error.diagnostic)
    }
  }
}
