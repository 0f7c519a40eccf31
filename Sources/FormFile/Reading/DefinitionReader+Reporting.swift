// Reports what the reader cannot read. Paths and ranges are looked up only for a problem, and only
// up to the limit of listed problems.

import Predicate

extension DefinitionReader {
  /// Adds a problem about a value, its key, or its opening bracket.
  package mutating func report(
    _ kind: Problem.Kind, _ message: @autoclosure () -> String, _ place: Place,
    focus: Problem.Focus = .element,
    hint: @autoclosure () -> String? = nil, related: [Problem.Related] = [],
    severity: Severity = .error
  ) {
    let (range, places) = (range(of: place, focus), places)
    list.add(severity, path: places.path(to: place.index), range: range) { path in
      Problem(
        kind, message(), severity: severity, path: path, range: range, hint: hint(),
        related: related)
    }
  }

  private func range(of place: Place, _ focus: Problem.Focus) -> Range<Int> {
    switch focus {
    case .element: return document.range(of: place.index)
    case .key: return document.range(of: place.index - 1)
    case .start:
      let start = document.range(of: place.index).lowerBound
      return start..<(start + 1)
    }
  }

  /// Reports a value of the wrong kind.
  package mutating func reportKind(
    of place: Place, _ name: String, mustBe expected: String, hint: String? = nil
  ) {
    let kindName = document.kindName(of: place.index)
    report(.value, "\(name) must be \(expected), but is \(kindName)", place, hint: hint)
  }

  /// The hint for a key with null that can be left out; nil for other values.
  func hint(for place: Place) -> String? {
    kind(of: place) == .null ? "leave the key out" : nil
  }

  /// Reports an unknown word.
  ///
  /// The hint is the known word that is `meant` by a word of another format, or else the most
  /// similar known word. If there is none, the hint is the example or all known words.
  package mutating func reportUnknown(
    _ noun: String, _ word: String, at place: Place, known: [String], meant: String? = nil,
    example: String? = nil
  ) {
    report(
      .word, "unknown \(noun) \(Problem.quoted(word))", place,
      hint: (meant ?? Spelling.nearest(to: word, among: known)).map { "did you mean \($0)?" }
        ?? example.map { "write, for example, \($0)" }
        ?? (known.count == 1 ? "write " : "write one of ") + known.joined(separator: ", "))
  }

  /// Reports a key that cannot be used together with another key of the same object.
  package mutating func reportConflict(
    _ message: String, _ key: FormKey, _ other: FormKey, _ object: ObjectPlace,
    hint: String? = nil
  ) {
    guard let place = place(key, in: object), let otherPlace = self.place(other, in: object) else {
      return
    }
    let note = Problem.Related(
      "'\(other.text)' is given here", path: places.path(to: otherPlace.index),
      range: range(of: otherPlace, .key))
    report(.place, message, place, focus: .key, hint: hint, related: [note])
  }
}
