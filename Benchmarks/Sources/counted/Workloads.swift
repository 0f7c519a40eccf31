// The workloads, each in three steps: what is prepared and not counted, the work, and what it comes
// to, which is found afterwards. That is exact: evaluations of a transaction, conditions that hold,
// rows that are hidden or change, and what was read.

import FormGraph
import Foundation
import Predicate
import Shapes
import Yardsticks

/// A workload.
struct Workload: Sendable {
  /// The work, and what it has come to since it ran last: one number or more.
  typealias Steps = (work: () throws -> Void, result: () throws -> [Int])

  let name: String
  /// Prepares; what it gives is the work.
  let prepare: @Sendable () throws -> Steps

  /// How often the work runs: once before it is counted, and then once more.
  private static let runs = 2

  private init(_ prepare: @escaping @Sendable () throws -> Steps, named name: String) {
    self.name = name
    self.prepare = prepare
  }

  /// Work that comes to numbers by itself.
  private init(
    counting name: String, _ prepare: @escaping @Sendable () throws -> () throws -> [Int]
  ) {
    self.init(
      {
        let work = try prepare()
        var counts = [-1]
        return (work: { counts = try work() }, result: { counts })
      }, named: name)
  }

  /// Work that comes to a number by itself.
  private init(name: String, _ prepare: @escaping @Sendable () throws -> () throws -> Int) {
    self.init(counting: name) {
      let work = try prepare()
      return { [try work()] }
    }
  }

  /// Work that makes something, which is asked what it is, and let go, when nothing is counted.
  private static func making<Made>(
    _ name: String, _ prepare: @escaping @Sendable () throws -> () throws -> Made,
    sum: @escaping @Sendable (Made) throws -> Int
  ) -> Workload {
    Workload(
      {
        let work = try prepare()
        var made: Made?
        return (
          work: { made = try work() },
          result: {
            defer { made = nil }
            return [try made.map(sum) ?? -1]
          }
        )
      }, named: name)
  }

  private static let start = Date(timeIntervalSinceReferenceDate: 0)

  private static func open(_ definition: FormDefinition) throws -> Form {
    try CompiledForm(definition).open(now: start)
  }

  /// Transactions that set one row over and over; the work comes to their evaluations and to how
  /// many nodes they have marked.
  private static func turning(
    _ name: String, _ tag: String, times: Int,
    _ definition: @escaping @Sendable () -> FormDefinition
  ) -> Workload {
    Workload(counting: name) {
      var form = try open(definition())
      let isSwitch = tag != "source"
      var isOn = form[tag]?.value == .bool(true)
      var number: Int64 = 0
      return {
        var (evaluated, marked) = (0, 0)
        for _ in 0..<times {
          isOn.toggle()
          number += 1
          let value: Value = isSwitch ? .bool(isOn) : .int(number)
          let changes = try form.set(tag, to: value)
          evaluated += changes.evaluatedCount
          marked += changes.markCount
          guard !isSwitch || changes.count(of: .hidden) > 0 else { return [-1] }
        }
        return [evaluated, marked]
      }
    }
  }

  /// How many rows a definition has, with their options, rules and conditions.
  private static func parts(of definition: FormDefinition) -> Int {
    definition.sections.reduce(0) { count, section in
      section.rows.reduce(count) { count, row in
        count + 1 + (row.options?.written?.count ?? 0) + row.rules.count
          + (row.hidden == nil ? 0 : 1)
          + (row.required == nil ? 0 : 1)
      }
    }
  }

  static let all: [Workload] = [
    Workload(name: "parse") {
      let texts = TypicalConditions.texts(200)
      return { try texts.reduce(0) { $0 + (try Condition($1).variables.count) } }
    },
    Workload(name: "evaluate") {
      let objects = DictionaryClosures(Environment.random(count: 64)).dictionaries
        .map { Value.dictionary($0) }
      let conditions = try EightPredicates.textsOverKeys.map { try Condition($0) }
      return {
        var count = 0
        for condition in conditions {
          for object in objects where try condition.evaluate(object) { count += 1 }
        }
        return count
      }
    },
    making("read") {
      let json = FormFile.json(rows: 300, conditions: 30)
      return { DefinitionReader.read(try JSONReader.read(json)).definition }
    } sum: {
      parts(of: $0)
    },
    making("load") {
      let json = FormFile.json(rows: 300, conditions: 30)
      return { try CompiledForm.compile(json: json) }
    } sum: {
      parts(of: $0.definition) + $0.open(now: start).conditionCount
    },
    making("open") {
      // A compiled form keeps what it opens first, so that each run needs one that never was.
      let compiled = try (0..<runs).map { _ in try CompiledForm(Shape.distinct(5_000)) }
      var next = 0
      return {
        defer { next += 1 }
        return compiled[next].open(now: start)
      }
    } sum: { form in
      form.sections.reduce(0) { $0 + $1.rows.count(where: \.isHidden) }
    },
    turning("pair-of-1k", "x_5", times: 500) { Shape.pairs(500) },
    turning("pair-of-20k", "x_5", times: 500) { Shape.pairs(10_000) },
    turning("one-for-many", "sw", times: 10) { Shape.fan(5_000) },
    turning("one-each", "sw", times: 4) { Shape.distinct(3_000) },
    turning("chains-mixed", "source", times: 4) {
      Shape.grid(chains: 40, length: 40, isMixed: true)
    },
    turning("layers", "source", times: 4) { Shape.layered(width: 40, layers: 40) },
    Workload(name: "host-edit") {
      var form = try open(Shape.pairs(150))
      return {
        try (0..<20).reduce(0) { count, edit in
          let condition = ConditionDefinition(.predicate("$x_8 == \(edit)"))
          return count
            + (try form.update { $0.setCondition(.hidden, of: "h_7", to: condition) })
            .evaluatedCount
        }
      }
    },
    Workload(name: "list") {
      var form = try open(Shape.fan(1_000))
      let changes = try form.set("sw", to: false)
      return { changes.changes.count }
    },
    Workload(name: "undo") {
      var form = try open(Shape.pairs(500))
      return {
        for pair in 0..<50 { try form.set("x_\(pair)", to: true) }
        // Each hides a row again, and evaluates nothing.
        var count = 0
        for _ in 0..<50 {
          let changes = try form.undo()
          count += changes.count(of: .hidden) + changes.evaluatedCount
        }
        return count
      }
    },
  ]
}
