// A text with values over which the evaluators may disagree, and the smallest like it that still
// fails.

import Predicate

/// A text and what it is evaluated over.
struct ProgramCase: CustomStringConvertible {
  var text: String
  /// By variable; those that are not here are not given.
  var variables: [String: Value]
  var object: Value
  var steps: Int
  /// Which variable holds a list of objects, of which texts read parts.
  var collection: String?

  var description: String {
    let values = variables.sorted { $0.key < $1.key }.map { "$\($0.key) = \($0.value)" }
    return
      "\(text)\n  over \(([object.description] + values).joined(separator: ", ")), \(steps) steps"
  }

  private var resolution: Resolution? {
    let tree = SyntaxTree.extended(text)
    return try? tree?.resolved(collections: collection.map { [ExactText($0)] } ?? [])
  }

  /// In what the evaluators disagree.
  var disagreement: String? {
    guard let resolution else { return nil }
    let values = resolution.operands.map { variables[$0.variable] }
    return TwoEvaluators.disagreement(
      resolution.program, values, object: object, steps: steps)
  }

  // MARK: - Smaller

  /// The smallest case that can be found from here and that fails too.
  func smallest(where fails: (ProgramCase) -> Bool) -> ProgramCase {
    var best = self
    func take(_ change: (inout ProgramCase) -> Void) -> Bool {
      var candidate = best
      change(&candidate)
      guard
        candidate.text != best.text || candidate.variables != best.variables
          || candidate.object != best.object || candidate.steps != best.steps, fails(candidate)
      else { return false }
      best = candidate
      return true
    }
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      // A part of the text alone, the shortest first.
      let scalars = Array(best.text.unicodeScalars)
      parts: for length in 1..<max(scalars.count, 1) {
        for start in 0...(scalars.count - length) {
          let part = String(String.UnicodeScalarView(scalars[start..<(start + length)]))
          if take({ $0.text = part }) {
            isSmaller = true
            break parts
          }
        }
      }
      // The text without a part, the longest first.
      var length = best.text.unicodeScalars.count / 2
      while length > 0 {
        var start = 0
        while start + length <= best.text.unicodeScalars.count {
          var left = Array(best.text.unicodeScalars)
          left.removeSubrange(start..<(start + length))
          let text = String(String.UnicodeScalarView(left))
          if take({ $0.text = text }) { isSmaller = true } else { start += 1 }
        }
        length /= 2
      }
      for name in best.variables.keys.sorted() {
        for value in Self.simpler(than: best.variables[name] ?? .null)
        where take({ $0.variables[name] = value }) {
          isSmaller = true
          break
        }
      }
      for value in Self.simpler(than: best.object) where take({ $0.object = value }) {
        isSmaller = true
        break
      }
      if best.steps < 1_000_000, take({ $0.steps = 1_000_000 }) { isSmaller = true }
    }
    let variables = Set(best.resolution?.operands.map(\.variable) ?? [])
    best.variables = best.variables.filter { variables.contains($0.key) }
    return best
  }

  /// Values that are simpler, the simplest first: each has fewer parts or stands before in the
  /// list.
  private static func simpler(than value: Value) -> [Value] {
    let plain: [Value] = [.null, 0, 1, "", "a", []]
    var found = Array(plain.prefix { $0 != value })
    switch value {
    case .array(let elements):
      for index in elements.indices {
        var fewer = elements
        fewer.remove(at: index)
        found.append(.array(fewer))
      }
    case .dictionary(let dictionary):
      for left in dictionary.keys {
        let pairs = zip(dictionary.keys, dictionary.values).filter { $0.0 != left }
        found.append(.dictionary(ValueDictionary(pairs)))
      }
    default: break
    }
    return found
  }
}
