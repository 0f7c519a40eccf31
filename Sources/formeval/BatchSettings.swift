// The settings of `--answers`: what is shown of each line.

import FormGraph
import Predicate

/// How many answers are validated.
struct BatchSettings: Equatable {
  /// What a line of output has, as it was typed; nil: everything.
  var only: String?
  /// Whether only values that differ from the input are shown.
  var isOnlyChanged = false
  /// The key whose value stands in each result, in place of the number of the line.
  var id: String?
  /// What separates the fields of CSV; nil: a comma, in a file whose name says that it is CSV.
  var separator: CSVSeparator?
  /// Whether cells of CSV are read as people type them.
  var isTyped = false
  /// Whether the batch stops at the first line that cannot be read.
  var failsFast = false

  private static let parts: [(name: String, part: AnswerParts)] = [
    ("valid", .valid), ("errors", .errors), ("missing", .missing), ("problems", .problems),
    ("pending", .pending), ("cleared", .cleared), ("values", .values),
  ]

  /// What is written of each result.
  ///
  /// Each word names a part of a result or, if no part has this name, a value of the form.
  func format(of names: [String]) throws(CommandError) -> AnswerFormat {
    var format = AnswerFormat()
    format.isOnlyChanged = isOnlyChanged
    format.id = id
    format.isIDAnswer = id.map { id in names.contains { ExactText($0) == ExactText(id) } } ?? false
    guard let only else { return format }
    format.parts = []
    for word in only.split(separator: ",").map(String.init) {
      if let part = Self.parts.first(where: { $0.name == word })?.part {
        format.parts.insert(part)
      } else if names.contains(where: { ExactText($0) == ExactText(word) }) {
        format.names = (format.names ?? []).union([word])
      } else {
        let words = Self.parts.map(\.name) + names
        throw .usage(
          "--only does not know '\(word)'",
          hint: Spelling.nearest(to: word, among: words).map { "did you mean \($0)?" }
            ?? "write \(Self.parts.map(\.name).joined(separator: ", ")), or names of values")
      }
    }
    if format.names != nil { format.parts.insert(.values) }
    guard format.parts != [] else {
      throw .usage("--only needs a word", hint: "write --only valid,errors")
    }
    return format
  }
}
