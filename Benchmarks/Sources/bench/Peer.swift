// Our side of `Scripts/gnustep times`: answers lines of JSON from standard input, each with the
// result of a condition and what it takes to build and to evaluate. The script asks GNUstep the
// same in turns.

import Foundation
import Predicate

/// A condition as both sides are asked: over an object, and over the same values by name.
private struct PeerQuestion: Decodable {
  let format: String
  let named: String
  let arguments: [PlainValue]
  let object: [String: PlainValue]

  static func answer(_ line: String) throws -> String {
    let question = try JSONDecoder().decode(PeerQuestion.self, from: Data(line.utf8))
    let format = question.format
    let arguments = question.arguments.map(\.value)
    let variables = question.object.mapValues(\.value)
    let object = Value.dictionary(ValueDictionary(variables.map { ($0.key, $0.value) }))
    let byKey = try Condition(format: format, arguments: arguments)
    let byName = try Condition(format: question.named, arguments: arguments)
    let times = [
      try best(of: 300) { _ = try Condition(format: format, arguments: arguments) },
      try best(of: 3000) { _ = try byKey.evaluate(object) },
      try best(of: 3000) { _ = try byName.evaluate(variables: variables) },
    ]
    let answers = [try byKey.evaluate(object), try byName.evaluate(variables: variables)]
    return (answers.map { $0 ? "1" : "0" } + times.map { String(format: "%.1f", $0) })
      .joined(separator: " ")
  }

  /// The nanoseconds that one of `count` calls takes in the best of ten rounds.
  private static func best(of count: Int, _ call: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<10 {
      let watch = Stopwatch()
      for _ in 0..<count { try call() }
      best = min(best, watch.elapsed.cpu / Double(count))
    }
    return best
  }
}

/// A value from plain JSON.
private struct PlainValue: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      value = .bool(flag)
    } else if let int = try? container.decode(Int64.self) {
      value = .int(int)
    } else if let double = try? container.decode(Double.self) {
      value = .double(double)
    } else if let text = try? container.decode(String.self) {
      value = .string(text)
    } else if let elements = try? container.decode([PlainValue].self) {
      value = .array(elements.map(\.value))
    } else {
      let members = try container.decode([String: PlainValue].self)
      value = .dictionary(ValueDictionary(members.map { ($0.key, $0.value.value) }))
    }
  }
}

extension Bench {
  static func answerPeerQuestions() throws {
    while let line = readLine() { print(try PeerQuestion.answer(line)) }
  }
}
