// Values that are set together, each under the name of a row, the tag of a row, the name of an
// input, or the tag of a section with items. They come from a host, from JSON or from a saved
// state; `Engine.give` sets them and makes one result of what has become of them.

import FormFile
import Predicate

/// Values that are set together.
struct GivenValues: Sendable {
  private var source: Source
  /// Whether the values come from JSON, in which dates are text.
  let areJSON: Bool
  /// Whether the values come from a saved state.
  ///
  /// Lists are then taken with all their items, whatever their bounds.
  var areSaved = false
  /// Whether each value is an edit, which names rows and lists by their tags and sets off the
  /// actions of its row, and not an answer.
  var areEdits = false
  /// Whether the values of items, too, are named by tags.
  var areByTag: Bool { areSaved || areEdits }
  /// In a saved state, the rows that hiding clears and that nevertheless were given nil, by name.
  var erased: Set<String> = []
  /// The names that were given more than once.
  ///
  /// Only their last values are kept.
  var doubled: [String] = []

  private enum Source {
    case members([(name: String, value: Value)])
    /// An object, whose names and values are made when they are needed.
    ///
    /// The member of a key is left out, unless it is nil.
    case document(JSONDocument, without: Int?)
  }
}

extension GivenValues {
  init(
    members: [(name: String, value: Value)], areJSON: Bool, areSaved: Bool = false,
    erased: Set<String> = []
  ) {
    self.init(
      source: .members(members), areJSON: areJSON, areSaved: areSaved, erased: erased)
  }

  init(
    values: ValueDictionary, areJSON: Bool, areSaved: Bool = false, erased: Set<String> = []
  ) {
    self.init(
      members: zip(values.keys, values.values).map { ($0, $1) }, areJSON: areJSON,
      areSaved: areSaved, erased: erased)
  }

  /// Makes values from an object in JSON text; nil if the text is something else.
  init?(_ document: JSONDocument) {
    guard document.isObject else { return nil }
    self.init(source: .document(document, without: nil), areJSON: true)
  }

  /// The object and the key that does not count, if the values are those of a JSON text.
  var document: (object: JSONDocument, without: Int?)? {
    if case .document(let object, let key) = source { (object, key) } else { nil }
  }

  /// Leaves out the value of a name.
  mutating func remove(_ name: String) {
    switch source {
    case .members(let members):
      source = .members(members.filter { ExactText($0.name) != ExactText(name) })
    case .document(let object, _):
      source = .document(object, without: object.key(name))
    }
  }

  /// The names and values.
  ///
  /// - Complexity: O(n) in the length of the text, if they come from one.
  var members: [(name: String, value: Value)] {
    switch source {
    case .members(let members): members
    case .document(let object, let key): object.members(without: key)
    }
  }

  /// The value of a name; nil if the name is not among them.
  subscript(name: String) -> Value? {
    switch source {
    case .members(let members):
      members.first { ExactText($0.name) == ExactText(name) }?.value
    case .document(let object, _): object.key(name).map { object.value(at: $0 + 1) }
    }
  }

  /// Makes values from a literal.
  init(literal: KeyValuePairs<String, Value>) {
    let values = ValueDictionary(literal)
    self.init(values: values, areJSON: false)
    guard values.count < literal.count else { return }
    var counts: [ExactText: Int] = [:]
    for (name, _) in literal { counts[ExactText(name), default: 0] += 1 }
    doubled = values.keys.filter { (counts[ExactText($0)] ?? 0) > 1 }
  }
}

/// The result of setting values together, before settling.
struct GivingResult {
  /// One reason for each value that does not fit.
  var reasons: [EditError.Reason] = []
  /// The rows that were given a value.
  var rows: [RowIndex] = []
  /// The rows that store only a part of the date that they were given.
  var partsDropped: [RowIndex] = []
  /// The choices given for rows from which whatever is not an option is cleared.
  var choices: [GivenChoice] = []
  /// The rows and inputs that were given a text without a time zone, which was read in UTC.
  var readInUTC: [Engine.Named] = []
  /// The sections whose items were inserted or removed.
  var sections: [SectionIndex] = []
  /// The values given for calculated rows, to be compared with their formulas after settling.
  var claims: [(row: RowIndex, name: String, value: Value)] = []
  /// The number of items given for lists that a formula counts, to be compared after settling.
  var countClaims: [(list: SectionIndex, name: String, count: Int)] = []
  /// The rows and lists that were named.
  var answered = Answered()
}
