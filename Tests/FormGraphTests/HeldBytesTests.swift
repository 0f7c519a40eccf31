// The limit of what one form and its history hold: the oldest steps go, and then edits are refused.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

private func open(readers: Int, heldBytes: Int) throws -> Form {
  let rows = (0..<readers).map { index in
    RowDefinition(tag: "r\(index)", type: .text, calculated: "concat($t, '\(index)')")
  }
  var limits = FormLimits()
  limits.heldBytes = heldBytes
  let definition = FormDefinition(
    sections: [SectionDefinition(rows: [RowDefinition(tag: "t", type: .text)] + rows)])
  return try CompiledForm(definition, limits: limits)
    .open(now: Date(timeIntervalSinceReferenceDate: 0))
}

private func text(_ letter: String) -> Value { .string(String(repeating: letter, count: 1_000)) }

@Suite("Bytes that a form holds")
struct HeldBytesTests {
  @Test("Past the limit the oldest steps go, and the form holds no more than that")
  func oldestSteps() throws {
    // Each edit writes eleven texts of a good thousand bytes.
    let step = 11 * 1_040
    for (limit, steps) in [(4 * step, 3), (8 * step, 7)] {
      var form = try open(readers: 10, heldBytes: limit)
      for letter in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"] {
        try form.set("t", to: text(letter))
        #expect(form.heldBytes <= limit)
      }
      #expect(form.undoCount == steps)
      for _ in 0..<steps { try form.undo() }
      #expect(form.heldBytes <= limit && form.undoCount == 0 && form.redoCount == steps)
      try form.redo()
      #expect(form["t"]?.value == text(steps == 3 ? "j" : "f"))
    }
  }

  @Test("An edit after which the values alone pass the limit is refused, and changes nothing")
  func refused() throws {
    var form = try open(readers: 10, heldBytes: 10_000)
    #expect(throws: EditError.self) { try form.set("t", to: text("a")) }
    #expect(form["t"]?.value == .null && form.undoCount == 0 && form.heldBytes == 0)
    try form.set("t", to: .string(String(repeating: "b", count: 500)))
    #expect(form.undoCount == 1)
    #expect(throws: EditError.self) { try form.set("t", to: text("a")) }
    // A smaller value is taken, and the count follows each edit back.
    try form.set("t", to: "c")
    #expect(form["r9"]?.value == "c9")
    try form.undo()
    #expect(form.heldBytes <= 10_000 && form["t"]?.value != "c")
  }

  @Test("Without a limit nothing is counted")
  func unlimited() throws {
    var form = try open(readers: 10, heldBytes: .max)
    try form.set("t", to: text("a"))
    #expect(form.heldBytes == 0 && form.undoCount == 1)
  }
}
