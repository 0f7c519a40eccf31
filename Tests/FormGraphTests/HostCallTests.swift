// Functions of the host that texts call: how often they run, what they get, and what is wrong with
// a call.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

/// A function that counts its calls.
private final class Counted: Sendable {
  let calls = Locked(0)
  let body: FormFunction

  init(_ body: @escaping FormFunction) { self.body = body }

  var function: FormFunction {
    { arguments in
      self.calls.withLock { $0 += 1 }
      return try self.body(arguments)
    }
  }

  /// The calls since this was asked last.
  func take() -> Int {
    calls.withLock { calls in
      defer { calls = 0 }
      return calls
    }
  }
}

private struct Failure: Error, CustomStringConvertible {
  let description = "no network"
}

private func compiled(
  _ rows: String, _ functions: [String: FormFunction], limits: FormLimits = .standard
) throws -> CompiledForm {
  try CompiledForm.compile(
    json: "{\"sections\": [{\"rows\": [\(rows)]}]}".utf8, functions: functions, limits: limits)
}

private let start = Date(timeIntervalSinceReferenceDate: 0)

private func messages(_ rows: String, _ functions: [String: FormFunction] = [:]) -> [String] {
  do {
    return try compiled(rows, functions).warnings.map(\.message)
  } catch let failure as CompileFailure {
    return failure.problems.map { $0.message + ($0.hint.map { "; \($0)" } ?? "") }
  } catch {
    return ["\(error)"]
  }
}

@Test("A call runs when an argument changes, once, and an equal result changes nothing more")
func callCounts() throws {
  let isAdult = Counted { .bool($0.values[0] == .int(20) || $0.values[0] == .int(21)) }
  let form = try compiled(
    """
    { "tag": "age", "type": "int", "value": 20 }, { "tag": "x", "type": "int" },
    { "tag": "adult", "type": "switch", "calculated": "isAdult($age)" },
    { "tag": "drink", "type": "text", "hidden": "$adult == NO" }
    """, ["isAdult": isAdult.function])
  #expect(form.calledFunctions == ["isAdult"])
  var live = form.open(now: start)
  #expect(live["adult"]?.value == true && isAdult.take() == 1)
  #expect(try live.set("x", to: 1).evaluatedCount == 0)
  #expect(isAdult.take() == 0)
  let equal = try live.set("age", to: 21)
  #expect(equal.evaluatedCount == 1 && isAdult.take() == 1)
  let changed = try live.set("age", to: 3)
  #expect(changed.evaluatedCount == 2 && changed.hidden == ["drink"] && isAdult.take() == 1)
  #expect(try live.undo().shown == ["drink"])
  #expect(live["adult"]?.value == true && isAdult.take() == 0)
  #expect(try live.redo().hidden == ["drink"])
  #expect(isAdult.take() == 0)
}

@Test("A call in a text that fails is made once, and its problem ends at the next success")
func failingCall() throws {
  let f = Counted {
    if $0.values[0] == .int(1) { throw Failure() }
    return .string("ok")
  }
  let form = try compiled(
    """
    { "tag": "a", "type": "int", "value": 1 },
    { "tag": "b", "type": "text", "calculated": "concat('', f($a)) " },
    { "tag": "c", "type": "text", "hidden": "f($a) == 'ok'" },
    { "tag": "d", "type": "text", "rules": [{ "predicate": "f($a) == 'ok'" }], "value": "x" }
    """, ["f": f.function])
  var live = form.open(now: start)
  #expect(live["b"]?.value == .null && live["c"]?.isHidden == false && live["d"]?.isValid == false)
  #expect(Set(live.problems.map(\.message)) == ["f failed: no network"])
  #expect(live.problems.count == 3 && f.take() == 3)
  try live.set("a", to: 2)
  #expect(live.problems.isEmpty && live["b"]?.value == "ok" && live["c"]?.isHidden == true)
  #expect(live["d"]?.isValid == true && f.take() == 3)
}

@Test("A function gets its arguments in order, and by the names of variables")
func argumentNames() throws {
  let seen = Locked<[[String]]>([])
  let f: FormFunction = { arguments in
    seen.withLock { $0.append(arguments.names) }
    return try arguments.names.contains("a") ? arguments["a"] : arguments.values.first ?? .null
  }
  let form = try compiled(
    """
    { "tag": "a", "type": "int", "value": 4 }, { "tag": "b", "type": "int", "hidden": "$a == 1" },
    { "tag": "c", "type": "int", "calculated": "f($a + 1, $a, $b.isHidden)" },
    { "tag": "d", "type": "int", "calculated": { "function": "f", "dependsOn": ["b", "a"] } },
    { "tag": "e", "type": "int", "default": { "function": "f", "dependsOn": [] } },
    { "tag": "g", "type": "int", "value": 5, "rules": [{ "predicate": "f(SELF) > 1" }] }
    """, ["f": f])
  let live = form.open(now: start)
  #expect(live["c"]?.value == 4 && live["d"]?.value == 4 && live["e"]?.value == .null)
  #expect(live["g"]?.isValid == true)
  #expect(
    Set(seen.withLock { $0 })
      == [["", "a", "b.isHidden"], ["b", "a"], [], ["SELF"]])
}

@Test("Texts of the same shape are one program only if the function sees the same names")
func namesApart() throws {
  let f: FormFunction = { .string($0.names.joined(separator: "+")) }
  let form = try compiled(
    """
    { "tag": "a", "type": "int" }, { "tag": "b", "type": "int" },
    { "tag": "c", "type": "text", "calculated": "f($a)" },
    { "tag": "d", "type": "text", "calculated": "f($b)" },
    { "type": "label", "tag": "l", "title": "{f($a, $b)}" }
    """, ["f": f])
  let live = form.open(now: start)
  #expect(live["c"]?.value == "a" && live["d"]?.value == "b" && live["l"]?.title == "a+b")
}

@Test("A result that no row can hold is a problem, like the result of a formula")
func unusableResults() throws {
  @Sendable func deep() -> Value { (0..<200).reduce(Value.null) { value, _ in .array([value]) } }
  let f: FormFunction = { arguments in
    switch arguments.values[0] {
    case 1: .double(.nan)
    case 2: deep()
    case 3: .string(String(repeating: "x", count: 5_000))
    case 4: .string("text")
    default: 7
    }
  }
  let form = try compiled(
    """
    { "tag": "a", "type": "int" }, { "tag": "b", "type": "int", "calculated": "f($a)" }
    """, ["f": f], limits: .untrusted)
  var live = form.open(now: start)
  #expect(live["b"]?.value == 7 && live.problems.isEmpty)
  for (argument, message) in [
    (1, "finite"), (2, "deep"), (3, "4096 bytes"), (4, "text"),
  ] {
    try live.set("a", to: .int(Int64(argument)))
    #expect(live["b"]?.value == .null)
    #expect(live.problems.first.map { $0.message.contains(message) } == true, "\(live.problems)")
    try live.set("a", to: nil)
    #expect(live["b"]?.value == 7 && live.problems.isEmpty)
  }
}

@Test("A default calls at open and at reset; an options filter calls once for each option")
func callsInDefaultsAndFilters() throws {
  let f = Counted { $0.values.first ?? .null }
  let form = try compiled(
    """
    { "tag": "a", "type": "int", "value": 2 },
    { "tag": "b", "type": "int", "default": "f($a)" },
    { "tag": "c", "type": "picker", "options": ["x", "y", "z"], "optionsFilter": "f(SELF) != 'y'" }
    """, ["f": f.function])
  #expect(
    form.warnings.map(\.message) == ["the function 'f' is called once for each option"])
  var live = form.open(now: start)
  #expect(live["b"]?.value == 2 && f.take() == 4)
  try live.set("b", to: 5)
  #expect(f.take() == 0)
  try live.reset("b")
  #expect(live["b"]?.value == 2 && f.take() == 1)
}

@Test("A function that nobody supplied is listed once, with all places")
func unknownOnce() {
  let rows = """
    { "tag": "a", "type": "int" }, { "tag": "b", "type": "int", "calculated": "isFree($a)" },
    { "type": "label", "title": "{isFree($a)} {isFree(1)}" },
    { "tag": "c", "type": "int", "hidden": { "function": "isFree", "dependsOn": ["a"] } }
    """
  do {
    _ = try compiled(rows, [:])
    Issue.record("the form compiled")
  } catch let failure as CompileFailure {
    #expect(failure.problems.map(\.message) == ["unknown function 'isFree'"])
    #expect(failure.problems[0].related.count == 2)
    #expect(
      failure.problems[0].hint
        == "supply it where the form is compiled, or with --stub in the command")
  } catch {
    Issue.record("\(error)")
  }
  #expect(
    messages(rows, ["isFre": { _ in 1 }]) == ["unknown function 'isFree'; did you mean isFre?"])
}

@Test(
  "The name of a supplied function is one that a text can call",
  arguments: [
    ("concat", "the language has one of this name"), ("Sum", "the language has one of this name"),
    ("if", "the language has one of this name"), ("is-adult", "not a name that a text can call"),
    ("", "not a name that a text can call"), ("SUBQUERY", "not a name that a text can call"),
    ("a:b:", "not a name that a text can call"), ("ok", nil), ("ünique", nil),
  ] as [(String, String?)])
func suppliedNames(_ name: String, _ refusal: String?) {
  let found = messages("{ \"tag\": \"a\", \"type\": \"int\" }", [name: { _ in 1 }])
  if let refusal {
    #expect(found.count == 1 && found[0].contains(refusal), "\(found)")
  } else {
    #expect(found.isEmpty)
  }
}

@Test(
  "A function with what it reads is the call of it",
  arguments: [
    (#"{ "function": "f", "dependsOn": ["a", "a.isHidden"] }"#, "f($a, $a.isHidden)", nil),
    (#"{ "function": "f", "dependsOn": ["$a"] }"#, nil, "'$a' is neither a tag nor an input"),
    (#"{ "function": "f g", "dependsOn": ["a"] }"#, nil, "'f g' is not the name of a function"),
    (#"{ "function": "f" }"#, nil, "'dependsOn'"),
    (#"{ "dependsOn": ["a"] }"#, nil, "must be text"),
    (#"{ "function": "f", "dependsOn": ["x"] }"#, nil, "unknown tag 'x'"),
    (#"{ "function": "f", "dependsOn": ["a"], "x": 1 }"#, "f($a)", nil),
    (#"{ "function": "f", "dependsOn": [1] }"#, nil, "must be text"),
  ] as [(String, String?, String?)])
func spelledApart(_ formula: String, _ text: String?, _ refusal: String?) throws {
  let rows = """
    { "tag": "a", "type": "int" }, { "tag": "b", "type": "int", "calculated": \(formula) }
    """
  do {
    let form = try compiled(rows, ["f": { _ in 1 }])
    #expect(form.definition.sections[0].rows[1].calculated == text)
    #expect(refusal == nil)
  } catch let failure as CompileFailure {
    #expect(refusal.map { failure.description.contains($0) } == true, "\(failure)")
  }
}

@Test("Without a form, a function is refused by its name")
func noHost() {
  for text in ["isAdult(birth) == true", "isAdult($birth) == true"] {
    do {
      _ = try Condition(text, functions: .extended)
      Issue.record("the condition was built")
    } catch {
      #expect(error.diagnostic.message == "unknown function 'isAdult'")
    }
  }
}
