// The workloads, each in two steps: what is prepared and not counted, and the work. What the work
// comes to is exact: evaluations of a transaction, conditions that hold, rows that were read.

import FormGraph
import Foundation
import Predicate
import Shapes
import Yardsticks

/// A workload.
struct Workload: Sendable {
  let name: String
  /// Prepares; what it gives is the work.
  let prepare: @Sendable () throws -> () throws -> Int

  private static let start = Date(timeIntervalSinceReferenceDate: 0)

  private static func open(_ definition: FormDefinition) throws -> Form {
    try CompiledForm(definition).open(now: start)
  }

  /// Transactions that set one row over and over; the work is the sum of their evaluations.
  private static func turning(
    _ name: String, _ tag: String, times: Int,
    _ definition: @escaping @Sendable () -> FormDefinition
  ) -> Workload {
    Workload(name: name) {
      var form = try open(definition())
      let isSwitch = tag != "source"
      var isOn = form[tag]?.value == .bool(true)
      var number: Int64 = 0
      return {
        var evaluated = 0
        for _ in 0..<times {
          isOn.toggle()
          number += 1
          let value: Value = isSwitch ? .bool(isOn) : .int(number)
          let changes = try form.set(tag, to: value)
          evaluated += changes.evaluatedCount
          guard !isSwitch || changes.count(of: .hidden) > 0 else { return -1 }
        }
        return evaluated
      }
    }
  }

  /// Formulas given to one row after another.
  private static func connecting(
    _ name: String, _ order: FormulaEdits.Order, rows: Int
  ) -> Workload {
    Workload(name: name) {
      let script = FormulaEdits(order, rows: rows)
      let compiled = try CompiledForm(script.definition)
      return {
        var form = compiled.open(now: start)
        return try script.make(in: &form)
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
    Workload(name: "sweep") {
      let sweep = try BoundSweep(Environment.random())
      return {
        try EightPredicates.texts.indices.reduce(0) {
          $0 + (try sweep.countInSweep($1, rounds: 4))
        }
      }
    },
    Workload(name: "read") {
      let json = FormFile.json(rows: 300, conditions: 30)
      return {
        DefinitionReader.read(try JSONReader.read(json)).definition.sections
          .reduce(0) { $0 + $1.rows.count }
      }
    },
    Workload(name: "load") {
      let json = FormFile.json(rows: 300, conditions: 30)
      return {
        try CompiledForm.compile(json: json).definition.sections.reduce(0) { $0 + $1.rows.count }
      }
    },
    Workload(name: "open") {
      let compiled = try CompiledForm(Shape.fan(5_000))
      return { compiled.open(now: start).conditionCount }
    },
    turning("pair-of-1k", "x_5", times: 500) { Shape.pairs(500) },
    turning("pair-of-20k", "x_5", times: 500) { Shape.pairs(10_000) },
    turning("one-for-many", "sw", times: 10) { Shape.fan(5_000) },
    turning("one-each", "sw", times: 4) { Shape.distinct(3_000) },
    turning("chains", "source", times: 4) { Shape.grid(chains: 40, length: 40) },
    turning("layers", "source", times: 4) { Shape.layered(width: 40, layers: 40) },
    connecting("edges-form", .form, rows: 500),
    connecting("edges-random", .random, rows: 500),
    connecting("edges-backwards", .backwards, rows: 100),
    Workload(name: "list") {
      var form = try open(Shape.fan(1_000))
      let changes = try form.set("sw", to: false)
      return { changes.changes.count }
    },
    Workload(name: "undo") {
      var form = try open(Shape.pairs(500))
      return {
        for pair in 0..<50 { try form.set("x_\(pair)", to: true) }
        var evaluated = 0
        for _ in 0..<50 { evaluated += try form.undo().evaluatedCount }
        return evaluated
      }
    },
  ]
}
