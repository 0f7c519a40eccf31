// A text of a predicate or a formula that has been read once. What is kept is the text and the
// program it became; where its parts stand, and what can be said of them, is read anew whenever
// somebody asks, which only problems and explanations do. The texts of templates are read again for
// every item, so of them all is kept.

import Predicate

/// A text of a predicate or formula that has been read once, or the name of a function.
struct TextRecord: Sendable {
  /// The text as people see it.
  let text: String
  let isPredicate: Bool
  private let others: Shared<Others>?

  /// What few texts have.
  private struct Others: Sendable {
    var collections = TextReading.Collections()
    /// What the text became, of texts that come again.
    var reading: TextReading?
    /// Nil for a text of the language.
    var dependencies: [String]?
  }

  /// A text of the language, which is kept as it was read where it will be read again.
  init(_ reading: TextReading, _ text: String, isPredicate: Bool, isKept: Bool) {
    self.text = text
    self.isPredicate = isPredicate
    let isPlain = reading.collections.all.isEmpty && !isKept
    others =
      isPlain
      ? nil : Shared(Others(collections: reading.collections, reading: isKept ? reading : nil))
  }

  /// A function of the host's.
  init(function text: String, dependencies: [String]) {
    self.text = text
    isPredicate = true
    others = Shared(Others(dependencies: dependencies))
  }

  var isFunction: Bool { others?.value.dependencies != nil }

  /// What a function depends on, as its definition has it.
  var dependencies: [String] { others?.value.dependencies ?? [] }

  /// What the text became when it was read, within the limits of its form; nil for a function.
  ///
  /// - Complexity: O(n), for the text is read anew unless it is one that comes again.
  func reading(within limits: Limits) -> TextReading? {
    if let kept = others?.value.reading { return kept }
    guard !isFunction else { return nil }
    return try? TextReading(
      text, isPredicate: isPredicate, others?.value.collections ?? TextReading.Collections(),
      within: limits)
  }
}

/// A text that has been read: what it computes, and all that can be said of its parts.
struct TextReading: Sendable {
  /// The variables that stood for items when the text was read.
  struct Collections: Sendable {
    var all: Set<ExactText> = []
    /// Those of which everything is read: what is asked of plain values but their number.
    var wholes: Set<ExactText> = []
  }

  /// A key that is read of what a variable holds.
  struct Key: Sendable {
    let variable: String
    let name: String
    /// Whether the value is spelled out: `$tag.value.key`.
    let isOfValue: Bool
    let range: Range<Int>
  }

  /// A text that is none.
  struct Unreadable: Error {
    let diagnostic: Diagnostic
  }

  /// Finds a program by a hash of what it computes, given whether it is the one.
  typealias Known = (_ hash: Int, _ isSame: (Program) -> Bool) -> Program?

  let resolution: Resolution
  let collections: Collections
  let bareKeys: [(name: String, range: Range<Int>)]
  let firstUseOfSelf: Range<Int>?
  let firstUseOfRandom: Range<Int>?
  /// The keys that are read of what variables hold.
  let keys: [Key]
  let warnings: [Diagnostic]

  /// The names that, right after a tag, are the row's and not a key of its value.
  static let attributeNames = Dictionary(
    uniqueKeysWithValues: Attribute.allCases.map { ($0.variableName, $0) })
  private static let valueName = "value"
  static let claimedNames = Set(attributeNames.keys).union([valueName])

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isPredicate: Whether it is one, not a formula.
  ///   - isCollection: Whether a variable stands for items; nil where none does.
  ///   - isPlain: Whether these are plain values, not objects.
  ///   - limits: What bounds the text.
  ///   - known: Finds a program that is there already.
  /// - Throws: What is wrong with the text.
  init(
    _ text: String, isPredicate: Bool, isCollection: ((String) -> Bool)?, isPlain: (String) -> Bool,
    within limits: Limits, known: Known
  ) throws(Unreadable) {
    let tree = try Self.tree(text, isPredicate: isPredicate, limits)
    var collections = Collections(
      all: isCollection.map { Set(tree.variables.filter($0).map { ExactText($0) }) } ?? [])
    var resolution = try Self.resolution(of: tree, collections, limits, known)
    // Of items that are plain values only their count is less than all of them.
    if !collections.all.isEmpty {
      collections.wholes = Set(
        resolution.operands.filter { operand in
          operand.reading != .count && isPlain(operand.variable)
        }.map { ExactText($0.variable) })
      if !collections.wholes.isEmpty {
        resolution = try Self.resolution(of: tree, collections, limits, known)
      }
    }
    self.init(tree, resolution, collections)
  }

  /// Reads a text again.
  fileprivate init(
    _ text: String, isPredicate: Bool, _ collections: Collections, within limits: Limits
  ) throws(Unreadable) {
    let tree = try Self.tree(text, isPredicate: isPredicate, limits)
    self.init(
      tree, try Self.resolution(of: tree, collections, limits) { _, _ in nil }, collections)
  }

  private init(_ tree: SyntaxTree, _ resolution: Resolution, _ collections: Collections) {
    self.resolution = resolution
    self.collections = collections
    firstUseOfSelf = tree.firstUseOfSelf
    bareKeys = firstUseOfSelf == nil ? [] : tree.bareKeys
    firstUseOfRandom = resolution.firstUseOfRandom
    keys = tree.keysOfVariables(except: Self.claimedNames, itself: Self.valueName).map {
      Key(variable: $0, name: $1, isOfValue: $2, range: $3)
    }
    warnings = tree.warnings
  }

  private static func tree(
    _ text: String, isPredicate: Bool, _ limits: Limits
  ) throws(Unreadable) -> SyntaxTree {
    let tree: SyntaxTree
    do throws(SyntaxError) {
      tree =
        isPredicate
        ? try SyntaxTree(predicate: text, limits: limits, functions: .extended)
        : try SyntaxTree(expression: text, limits: limits, functions: .extended)
    } catch {
      throw Unreadable(diagnostic: error.diagnostic)
    }
    do throws(Refusal) { return try tree.settingDates() } catch {
      throw Unreadable(diagnostic: error.diagnostic)
    }
  }

  private static func resolution(
    of tree: SyntaxTree, _ collections: Collections, _ limits: Limits, _ known: Known
  ) throws(Unreadable) -> Resolution {
    do throws(Refusal) {
      return try tree.resolved(
        attributes: claimedNames,
        collections: collections.all.subtracting(collections.wholes), limits: limits, known: known)
    } catch {
      throw Unreadable(diagnostic: error.diagnostic)
    }
  }
}
