// Checks that there is something to choose, and enough of it. The compiler warns of two options
// with the same value, and if more options must be chosen than there are.

import FormGraph
import Predicate

/// What the checks ask of a list of options, found once for all rows that share the list.
struct OptionFacts {
  /// The values, hidden ones included.
  let values: EqualValues
  /// The number of different values of options that are not always hidden.
  let shownCount: Int
  /// The largest number of options that can be chosen together: an exclusive option is chosen
  /// alone.
  let togetherCount: Int
  /// The first exclusive option that is not always hidden.
  private(set) var exclusive: Value?

  init(_ options: [OptionDefinition]) {
    values = EqualValues(options.lazy.map(\.value))
    var shown = EqualValues()
    var (shownCount, exclusiveCount) = (0, 0)
    for option in options where option.hidden?.constantValue != true && shown.insert(option.value) {
      shownCount += 1
      guard option.isExclusive else { continue }
      exclusiveCount += 1
      if exclusive == nil { exclusive = option.value }
    }
    self.shownCount = shownCount
    togetherCount = max(shownCount - exclusiveCount, min(exclusiveCount, 1))
  }
}

extension RowDefinition {
  /// The exclusive option among several chosen values; nil if no chosen option is exclusive.
  func exclusiveOption(beside members: [Value]) -> OptionDefinition? {
    guard members.count > 1 else { return nil }
    return options?.written?.first { option in
      option.isExclusive && members.contains { $0.equals(option.value) }
    }
  }
}

/// The facts of the last list of options: the rows of a matrix share one.
struct OptionCache {
  private var options: [OptionDefinition] = []
  private var facts = OptionFacts([])

  /// The facts of options.
  ///
  /// - Complexity: O(n) in the number of options; O(1) if the array is the last one.
  mutating func facts(of options: [OptionDefinition]) -> OptionFacts {
    // Two arrays with the same storage compare as equal without reading their elements.
    if options != self.options {
      facts = OptionFacts(options)
      self.options = options
    }
    return facts
  }
}

enum OptionsCheck {
  /// The findings about the options of a row.
  ///
  /// - Complexity: O(n) in the number of options that the cache does not know.
  static func findings(of place: RowPlace, _ cache: inout OptionCache) -> [Finding] {
    let row = place.row
    guard let options = row.options?.written, !row.allowsOther else { return [] }
    let facts = cache.facts(of: options)
    guard facts.shownCount > 0 else {
      return place.isInMatrix ? [] : [none(options, at: place.path)]
    }
    guard row.type.valueKind == .choices,
      case .fixed(.int(let minimum))? = row.bounds.minimum, minimum <= options.count
    else { return [] }
    let count = facts.togetherCount
    if minimum > count {
      return [
        Finding(
          .boundsOptions,
          Problem(
            "at least \(minimum) options must be chosen, but only \(count) can be chosen together",
            path: place.path.appending("minimum"), hint: "write \(count) or less"))
      ]
    }
    guard minimum > 1, let exclusive = facts.exclusive else { return [] }
    return [
      Finding(
        .boundsOptions,
        Problem(
          "at least \(minimum) options must be chosen, but \(exclusive.short) is chosen alone",
          severity: .warning, path: place.path.appending("minimum"),
          hint: "write 1, or leave 'exclusive' out"))
    ]
  }

  /// The finding about a key for groups that no option has.
  static func grouping(of place: RowPlace) -> Finding? {
    let row = place.row
    guard let key = row.groupedBy, let options = row.options?.written, !options.isEmpty,
      !options.contains(where: { $0.members[key] != nil })
    else { return nil }
    let nearest = Spelling.nearest(to: key, among: options.flatMap { $0.members.keys })
    return Finding(
      .keyUnknown,
      Problem(
        "no option has a key '\(key)', so all are in one group", severity: .warning,
        path: place.path.appending("groupedBy"), hint: nearest.map { "did you mean \($0)?" }))
  }

  /// The finding about a matrix without options.
  static func findings(
    of matrix: MatrixDefinition, at path: JSONPath, _ cache: inout OptionCache
  ) -> [Finding] {
    guard let options = matrix.options.written, cache.facts(of: options).shownCount == 0 else {
      return []
    }
    return [none(options, at: path)]
  }

  private static func none(_ options: [OptionDefinition], at path: JSONPath) -> Finding {
    Finding(
      .optionsNone,
      Problem(
        options.isEmpty
          ? "there are no options, so nothing can be chosen"
          : "all options are always hidden, so nothing can be chosen",
        severity: .warning, path: path.appending("options"),
        hint: options.isEmpty
          ? #"write, for example, "options": ["yes", "no"]"# : "leave 'hidden' out"))
  }
}
