// Reads `--stub`: a formula that stands for a function of the host app, so that a form with such
// functions can be opened, checked and tested here. A stub gives the same value for the same
// arguments: it reads neither the time, the time zone nor the language, and draws no random
// numbers.

import FormGraph
import Predicate

/// A formula that stands for a function of the host app.
struct Stub {
  let name: String
  /// The names of the arguments; nil if the stub takes any number and reads none.
  let parameters: [String]?
  private let body: Body

  private enum Body {
    case formula(Formula)
    case condition(Condition)
  }

  /// Whether a value of `--stub` is a stub and not the path of a file.
  static func isGiven(by text: String) -> Bool {
    guard let equals = text.firstIndex(of: "=") else { return false }
    return signature(text[..<equals]) != nil
  }

  /// Reads `NAME=FORMULA` or `NAME(A, B)=FORMULA`.
  static func parse(_ text: String, within limits: Limits) throws(CommandError) -> Stub {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return try Stub(String(parts[0]), String(parts.last ?? ""), within: limits)
  }

  /// Reads a JSON object with a formula for each `NAME` or `NAME(A, B)`.
  static func parse(
    _ root: JSONElement, in source: FormSource, within limits: Limits
  ) throws(CommandError) -> [Stub] {
    guard case .object(let members) = root.content else {
      throw .refused(
        Problem(
          "a file of stubs must be an object", range: root.range,
          hint: #"write {"isAdult(age)": "$age >= 18"}"#), in: source)
    }
    var stubs: [Stub] = []
    for member in members {
      guard case .string(let formula) = member.element.content else {
        throw .refused(
          Problem(
            "the stub of '\(member.key)' must be a formula in quotes",
            range: member.element.range, hint: #"write {"isAdult": "true"}"#), in: source)
      }
      stubs.append(try Stub(member.key, formula, within: limits))
    }
    return stubs
  }

  private init(_ name: String, _ text: String, within limits: Limits) throws(CommandError) {
    guard let signature = Self.signature(name[...]) else {
      throw .usage(
        "'\(name)' is not the name of a function",
        hint: "write isAdult=true, or isAdult(age)=FORMULA with $age in the formula")
    }
    self.name = signature.name
    parameters = signature.parameters
    do throws(BuildError) {
      body = .formula(try Formula(text, limits: limits, functions: .extended))
    } catch {
      // A comparison is a predicate and not a formula. Of two errors, the one further on is about
      // what the author meant.
      var diagnostic = error.diagnostic
      do throws(BuildError) {
        body = .condition(try Condition(text, limits: limits, functions: .extended))
      } catch {
        if error.diagnostic.range.lowerBound > diagnostic.range.lowerBound {
          diagnostic = error.diagnostic
        }
        throw CommandError(diagnostic, in: text, named: "stub \(signature.name)")
      }
    }
    if let problem { throw CommandError(problem, in: text, named: "stub \(self.name)") }
  }

  /// The name and the parameters of `NAME` or `NAME(A, B)`; nil for anything else.
  private static func signature(_ text: Substring) -> (name: String, parameters: [String]?)? {
    func name(_ part: Substring) -> String { String(part).trimmingBlanks }
    guard let open = text.firstIndex(of: "(") else {
      return Identifier.isValid(name(text)) ? (name(text), nil) : nil
    }
    let end = name(text[text.index(after: open)...])
    let function = name(text[..<open])
    guard end.hasSuffix(")"), Identifier.isValid(function) else { return nil }
    let inside = end.dropLast()
    let parameters =
      name(inside).isEmpty
      ? [] : inside.split(separator: ",", omittingEmptySubsequences: false).map(name)
    let areNames = parameters.allSatisfy { Identifier.isValid($0) }
    return areNames && Set(parameters).count == parameters.count ? (function, parameters) : nil
  }

  /// What the formula may not read.
  private var problem: Diagnostic? {
    let (tree, resolution) =
      switch body {
      case .formula(let formula): (formula.tree, formula.resolution)
      case .condition(let condition): (condition.tree, condition.resolution)
      }
    let known = parameters ?? []
    if let operand = resolution.operands.first(where: { !known.contains($0.variable) }) {
      return Diagnostic(
        "the stub has no argument '\(operand.variable)'", at: operand.range,
        hint: parameters == nil
          ? "name its arguments: \(name)(\(operand.variable))=…"
          : Spelling.nearest(to: operand.variable, among: known).map { "did you mean $\($0)?" })
    }
    let all = 0..<tree.text.utf8.count
    if let key = tree.bareKeys.first {
      return Diagnostic(
        "'\(key.name)' is not a variable", at: key.range, hint: "write $\(key.name)")
    }
    if !resolution.program.surroundings.isEmpty {
      return Diagnostic(
        "a stub reads only its arguments, not the time, the time zone or the language", at: all,
        hint: "pass what it needs as an argument, such as today()")
    }
    if let range = resolution.firstUseOfRandom {
      return Diagnostic("a stub cannot use random numbers", at: range)
    }
    return nil
  }

  /// The function that the form calls.
  var function: FormFunction {
    let (name, parameters, body) = (name, parameters, body)
    return { arguments in
      let names = parameters ?? []
      guard parameters == nil || names.count == arguments.values.count else {
        throw WrongCount(name: name, wanted: names.count, given: arguments.values.count)
      }
      let variables = Dictionary(uniqueKeysWithValues: zip(names, arguments.values))
      return switch body {
      case .formula(let formula): try formula.evaluate(variables: variables)
      case .condition(let condition): .bool(try condition.evaluate(variables: variables))
      }
    }
  }

  private struct WrongCount: Error, CustomStringConvertible {
    let name: String
    let wanted: Int
    let given: Int

    var description: String {
      "the stub \(name) takes \(wanted) \(wanted == 1 ? "argument" : "arguments"), not \(given)"
    }
  }
}

extension Session {
  /// The stubs of the command line by their names.
  func allStubs() throws(CommandError) -> [String: Stub] {
    var all: [String: Stub] = [:]
    for text in arguments.stubs {
      for stub in try stubs(givenBy: text) {
        guard all.updateValue(stub, forKey: stub.name) == nil else {
          throw .usage("the stub of '\(stub.name)' is given twice")
        }
      }
    }
    return all
  }

  private func stubs(givenBy text: String) throws(CommandError) -> [Stub] {
    let limits = arguments.textLimits
    if Stub.isGiven(by: text) { return [try Stub.parse(text, within: limits)] }
    guard !text.contains("=") || text.contains("/") else {
      return [try Stub.parse(text, within: limits)]
    }
    let bytes = try read(text)
    let source = FormSource(name: Files.name(of: text), bytes: bytes)
    let root: JSONElement
    do throws(Problem) { root = try JSONReader.readDistinct(bytes) } catch {
      throw .refused(error, in: source)
    }
    return try Stub.parse(root, in: source, within: limits)
  }

  /// Refuses a stub that no form calls.
  func refuseUnused(_ stubs: [String: Stub], in forms: [CompiledForm]) throws(CommandError) {
    let called = forms.flatMap(\.calledFunctions)
    if let asked = stubs.keys.sorted().first(where: { name in
      forms.contains { $0.isOnlyAsked(name) }
    }) {
      throw .usage(
        "a rule asks '\(asked)' and waits, so a stub cannot stand for it",
        hint: #"answer with {"resolve": {"t1": true}} in --edits or in a step of --test"#)
    }
    guard let unused = stubs.keys.sorted().first(where: { !called.contains($0) }) else { return }
    throw .usage(
      "the form calls no function '\(unused)'",
      hint: Spelling.nearest(to: unused, among: called).map { "did you mean \($0)?" })
  }
}
