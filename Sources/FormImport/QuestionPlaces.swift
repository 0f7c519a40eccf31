// Finds the rows of questions in their file. A problem of a row is a problem of its question, under
// the question's own words. The reader makes sure that each question has the index of its row, and
// each of its own rules the index of that rule.

import FormFile
import Predicate

/// The places of questions in their file.
enum QuestionPlaces {
  /// The path in a file of questions for a path in the form.
  static func path(_ path: JSONPath, _ root: JSONElement, _ places: JSONPlaces) -> JSONPath {
    let section: [JSONPath.Step] = [.key("sections"), .index(0)]
    guard path.steps.starts(with: section),
      let questions = places.key(of: root.index, named: "questions")
    else { return path }
    var steps = path.steps.dropFirst(section.count)
    var inFile: [JSONPath.Step] = [.key("questions")]
    guard steps.popFirst() == .key("rows"), case .index(let row)? = steps.popFirst() else {
      return JSONPath(inFile)
    }
    inFile.append(.index(row))
    guard let question = places.element(of: questions + 1, at: row) else { return JSONPath(inFile) }
    return JSONPath(inFile + stepsInFile(Array(steps), ofQuestion: question, places))
  }

  /// The path within a question for a path within its row.
  private static func stepsInFile(
    _ steps: [JSONPath.Step], ofQuestion question: Int, _ places: JSONPlaces
  ) -> [JSONPath.Step] {
    guard case .key(let key)? = steps.first else { return steps }
    let rest = Array(steps.dropFirst())
    func isGiven(_ key: String) -> Bool { places.key(of: question, named: key) != nil }
    switch (key, rest.first) {
    case ("rules", .index(let rule)?):
      let own = places.key(of: question, named: "rules")
      if let own, places.element(of: own + 1, at: rule) != nil { return steps }
      return [.key("validation")]
        + rest.dropFirst().map { $0 == .key("pattern") ? .key("regex") : $0 }
    case ("options", .index(let option)?):
      // A choice is a text, or a pair of a value and its text.
      let part: [JSONPath.Step] =
        rest.dropFirst().first.map { [.index($0 == .key("title") ? 1 : 0)] } ?? []
      return [.key("choices"), .index(option)] + part
    case ("required", _) where !isGiven("required"): return [.key("validation")]
    default: return [.key(words[key]?.first(where: isGiven) ?? key)] + rest
    }
  }

  /// The words of questions for keys of rows, if they differ.
  static let words = [
    "tag": ["key"], "name": ["key"], "type": ["question_type"], "title": ["prompt", "title"],
    "value": ["default"], "options": ["choices"], "minuteInterval": ["minute_interval"],
    "minimum": ["selection_min"], "maximum": ["selection_max"],
  ]
}
