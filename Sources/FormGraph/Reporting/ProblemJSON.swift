// What is wrong with a form file, as JSON values.

import Predicate

extension Problem {
  /// Problems with their places in a file, as JSON.
  static func json(of problems: [Problem], in source: FormSource?) -> Value {
    let lines = source.map { SourceLines($0.bytes) }
    return .array(problems.map { $0.json(in: source, lines) })
  }

  private func json(in source: FormSource?, _ lines: SourceLines?) -> Value {
    var pairs: [(ToldKey, Value)] = [
      (.severity, .string(severity.rawValue)), (.message, .string(message)),
      (.path, .string(path.description)),
    ]
    if let range, let source, let lines {
      let place = lines.excerpt(of: range)
      pairs.append((.file, .string(source.name)))
      pairs.append((.line, .int(Int64(place.line))))
      pairs.append((.column, .int(Int64(place.column))))
      pairs.append((.range, Self.json(range)))
    }
    if let textRange { pairs.append((.textRange, Self.json(textRange))) }
    if let hint { pairs.append((.hint, .string(hint))) }
    return .object(pairs)
  }

  private static func json(_ range: Range<Int>) -> Value {
    [.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))]
  }
}
