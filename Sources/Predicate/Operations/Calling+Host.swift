// Calls the functions that an embedder supplies. A program with such a call runs as a tree only, so
// that an evaluation calls each function once.

extension Calling {
  /// The result of a function of the embedder.
  ///
  /// The arguments and the result count as steps, so that a program does not pass on large values
  /// without end.
  static func callHost(
    _ name: Int32, _ structure: Structure, _ arguments: [Value], _ context: EvaluationContext,
    _ steps: inout Steps
  ) throws(Trouble) -> Value {
    guard let call = context.hostCall else {
      throw Trouble("this evaluation was given no function '\(structure.name(name))'")
    }
    try steps.take(weightOf: arguments)
    let names = arguments.indices.map { structure.name(name + 1 + Int32(truncatingIfNeeded: $0)) }
    let result: Value
    do {
      result = try call(structure.name(name), names, arguments)
    } catch {
      throw Trouble("\(structure.name(name)) failed: \(error)")
    }
    try steps.take(weightOf: [result])
    return result
  }
}
