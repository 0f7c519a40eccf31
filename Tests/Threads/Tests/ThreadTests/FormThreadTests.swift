// One condition, one compiled form and any number of live ones, on many threads at once.
// `FORM_OPENS` says how many live ones. The thread sanitizer sees whether they share anything that
// is written.

import Dispatch
import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

private let definition = FormDefinition(
  sections: [
    SectionDefinition(rows: [
      RowDefinition(tag: "on", type: .switch),
      RowDefinition(tag: "name", type: .text, hidden: "$on == NO", whenHidden: .clear),
      RowDefinition(
        tag: "matches", type: .check, calculated: "TERNARY($name MATCHES 'x.*', YES, NO)"),
      RowDefinition(tag: "sum", type: .int, calculated: "$lines.@sum.n"),
    ]),
    SectionDefinition(
      tag: "lines",
      kind: .multivalued(
        ItemsDefinition(
          template: .rows([
            RowDefinition(tag: "n", type: .int),
            RowDefinition(tag: "m", type: .int, hidden: "$n > 3"),
          ]), value: [["n": 1], ["n": 2]]))),
  ])

@Test("Threads share the code of a condition")
func conditionsOnManyThreads() throws {
  for index in 0..<50 {
    let condition = try Condition("$a > \(index) AND $b IN {'x', 'y'} OR $c * 2 == 6")
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let values: [String: Value] = ["a": .int(Int64(index + thread % 2)), "b": "y", "c": 1]
      #expect((try? condition.evaluate(variables: values)) == (thread % 2 == 1))
    }
  }
}

@Test("One compiled form serves many threads")
func threads() async throws {
  let opens = ProcessInfo.processInfo.environment["FORM_OPENS"].flatMap(Int.init) ?? 400
  let tasks = 8
  let compiled = try CompiledForm(definition)
  let shared = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
  let sums = try await withThrowingTaskGroup(of: Int.self) { group in
    for task in 0..<tasks {
      group.addTask {
        var right = 0
        for open in 0..<(opens / tasks) {
          // A copy of a form that others copy too is its own as well.
          var form =
            open % 2 == 0 ? compiled.open(now: Date(timeIntervalSinceReferenceDate: 0)) : shared
          try form.update {
            $0.set("on", to: true)
            $0.set("name", to: "xy")
            $0.insertItem(in: "lines", at: 1, value: ["n": .int(Int64(task))])
          }
          try form.set("lines[0].n", to: 10)
          let isRight =
            form["sum"]?.value == .int(Int64(12 + task)) && form["matches"]?.value == true
          try form.undo()
          try form.undo()
          if isRight, form["sum"]?.value == 3, form["name"]?.value == .null { right += 1 }
        }
        return right
      }
    }
    return try await group.reduce(0, +)
  }
  #expect(sums == opens / tasks * tasks)
}

@Test("Many threads validate answers against one compiled form")
func answersOnManyThreads() async throws {
  let form = """
    { "sections": [{ "rows": [
      { "tag": "age", "type": "int", "minimum": 0, "required": true },
      { "tag": "adult", "type": "switch", "calculated": "TERNARY($age >= 18, YES, NO)" },
      { "tag": "email", "type": "text", "hidden": "$adult == NO" }
    ] }] }
    """
  let compiled = try CompiledForm.compile(json: form.utf8)
  let counts = await withTaskGroup(of: Int.self) { group in
    for _ in 0..<8 {
      group.addTask {
        let lines = (0..<200).map { Array(#"{"age": \#($0 - 100)}"#.utf8) }
        return compiled.validate(lines, now: .distantPast).count { $0.isValid }
      }
    }
    var counts: [Int] = []
    for await count in group { counts.append(count) }
    return counts
  }
  #expect(counts == Array(repeating: 100, count: 8))
}

@Test("Copies of one form settle on many threads, each by itself")
func copiesOnManyThreads() async throws {
  let tasks = 8
  let rows =
    [RowDefinition(tag: "n", type: .int, value: 0)]
    + (1...100).map { index in
      RowDefinition(
        tag: "f\(index)", type: .int,
        calculated: index == 1 ? "$n + 1" : "$f\(index / 2) + $n + \(index % 3)")
    }
  let shared = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
    .open(now: Date(timeIntervalSinceReferenceDate: 0))
  // What comes of each number where nobody else settles.
  var alone = shared
  let expected = try (0..<64).map { number in
    try alone.set("n", to: .int(Int64(number)))
    return ["f64", "f99", "f100"].map { alone[$0]?.value }
  }
  let right = try await withThrowingTaskGroup(of: Int.self) { group in
    for task in 0..<tasks {
      group.addTask {
        var form = shared
        var right = 0
        for step in 0..<128 {
          let number = (step * (2 * task + 1) + task) % 64
          try form.set("n", to: .int(Int64(number)))
          let values = ["f64", "f99", "f100"].map { form[$0]?.value }
          if values == expected[number] { right += 1 }
        }
        return right
      }
    }
    return try await group.reduce(0, +)
  }
  #expect(right == tasks * 128)
}

@Test("Copies of one form call functions of the host on many threads")
func functionsOnManyThreads() async throws {
  let (tasks, steps) = (8, 64)
  let calls = Locked(0)
  let rows = [
    RowDefinition(tag: "n", type: .int, value: 0),
    RowDefinition(tag: "square", type: .int, calculated: "square($n)"),
    RowDefinition(tag: "big", type: .text, hidden: "square($n) < 100"),
  ]
  let compiled = try CompiledForm(
    FormDefinition(sections: [SectionDefinition(rows: rows)]),
    functions: [
      "square": { arguments in
        calls.withLock { $0 += 1 }
        guard case .int(let number)? = arguments.values.first else { return .null }
        return .int(number * number)
      }
    ])
  let shared = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
  calls.withLock { $0 = 0 }
  let right = try await withThrowingTaskGroup(of: Int.self) { group in
    for task in 0..<tasks {
      group.addTask {
        var form = shared
        var right = 0
        for step in 1...steps {
          let number = Int64(step * (task + 1))
          try form.set("n", to: .int(number))
          let isRight =
            form["square"]?.value == .int(number * number)
            && form["big"]?.isHidden == (number < 10)
          if isRight { right += 1 }
        }
        return right
      }
    }
    return try await group.reduce(0, +)
  }
  #expect(right == tasks * steps)
  // Each copy calls for itself: once in the formula and once in the condition.
  #expect(calls.withLock { $0 } == 2 * tasks * steps)
}
