// How work grows with its input: a row doubles the input and compares counted steps, never a clock.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

private let start = Date(timeIntervalSinceReferenceDate: 0)

@Suite("Effort") struct EffortTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// The size as a part of the size that the test gives, and at least that much.
    var part = 1.0
    var least = 0
    /// The steps for an input of a size.
    let steps: @Sendable (Int) throws -> Int

    var testDescription: String { name }
  }

  static func compile(_ rows: [String], _ rest: String = "") throws -> CompiledForm {
    try read(#"{ "sections": [{ "rows": [\#(rows.joined(separator: ", "))] }]\#(rest) }"#)
  }

  static func read(_ text: String) throws -> CompiledForm {
    try CompiledForm.compile(json: text.utf8)
  }

  static func chain(_ count: Int) throws -> Form {
    try compile(
      [#"{ "tag": "r0", "type": "int" }"#]
        + (1..<count).map {
          #"{ "tag": "r\#($0)", "type": "int", "calculated": "$r\#($0 - 1) + 1" }"#
        }
    ).open(now: start)
  }

  /// The steps of opening a state in which many names are unknown.
  static func restoring(
    _ count: Int, _ add: (inout SavedState, String) -> Void
  ) throws -> Int {
    let compiled = try compile((0..<count).map { #"{ "tag": "row\#($0)", "type": "int" }"# })
    var state = SavedState()
    state.values = ValueDictionary(["row0": 1])
    for index in 0..<count { add(&state, "rwo\(index)x") }
    return try Effort.steps { _ = try compiled.open(now: start, restoring: state) }
  }

  /// The steps of compiling conditions that each read a key of a chosen option.
  static func compilingKeys(_ count: Int, _ key: (Int) -> String) throws -> Int {
    let options = (0..<count).map { #"{ "value": { "k\#($0)": \#($0) }, "title": "t" }"# }
    let all = options.joined(separator: ", ")
    let choice = #"{ "tag": "o", "type": "push", "options": [\#(all)] }"#
    let conditions = (0..<count).map {
      #"{ "type": "label", "hidden": "$o.\#(key($0)) == 3" }"#
    }
    return try Effort.steps { _ = try compile([choice] + conditions) }
  }

  /// A row of that table.
  static func option(
    _ index: Int, value: String = "o", title: String = "title", groups: Int = 7
  ) -> [Value] {
    [.string("\(value)\(index)"), .string("\(title) \(index)"), .int(Int64(index % groups))]
  }

  /// The steps of replacing a table that many rows choose from, and of telling what has changed.
  static func replacing(_ count: Int, _ row: (Int) -> [Value]) throws -> Int {
    func table(_ row: (Int) -> [Value]) throws -> FormTable {
      let columns = [TableColumn("v"), TableColumn("t"), TableColumn("g", type: .int)]
      return try FormTable(columns: columns, rows: (0..<count).map(row))
    }
    let options = #""options": { "table": "t", "value": "v", "title": "t" }, "groupedBy": "g""#
    let rows = (0..<count).map { #"{ "tag": "r\#($0)", "type": "push", \#(options) }"# }
    let json = #"""
      { "tables": { "t": { "columns": ["v", "t", { "name": "g", "type": "int" }], "rows": [] } },
        "sections": [{ "rows": [\#(rows.joined(separator: ", "))] }] }
      """#
    let first = try table { option($0) }
    var form = try CompiledForm.compile(json: json.utf8, tables: ["t": first]).open(now: start)
    try form.set("r0", to: Value.string("o1"))
    let second = try table(row)
    return try Effort.steps {
      let changes = try form.replaceTable("t", with: second)
      // The same of each row, and perhaps what the chosen option is shown as.
      #expect(changes.changes.count >= count && changes.changes.count % count <= 1)
    }
  }

  static let cases: [Case] = [
    Case(name: "the members on the ways to what a row of a chain can reach") { count in
      let impact = try #require(try chain(count).impact(of: "r0"))
      #expect(impact.readers.count == count - 1)
      return impact.readers.reduce(0) { $0 + 1 + $1.path.count }
    },
    Case(name: "the answers to as many pending questions, one by one") { count in
      var form = try compile(
        (0..<count).map {
          #"{ "tag": "r\#($0)", "type": "text", "value": "x", "rules": [{ "asyncFunction": "f" }] }"#
        }
      ).open(now: start)
      let pending = form.pendingValidations
      #expect(pending.count == count)
      let steps = try Effort.steps {
        for question in pending { try form.update { $0.resolve(question.token, with: true) } }
      }
      #expect(form.pendingValidations.isEmpty)
      return steps
    },
    Case(name: "unknown rows that were left, in a saved state") { count in
      try restoring(count) { $0.blurred.append($1) }
    },
    Case(name: "unknown rows that were changed, in a saved state") { count in
      try restoring(count) { $0.changed.append($1) }
    },
    Case(name: "errors of unknown rows in a saved state") { count in
      try restoring(count) { $0.errors.append(SavedState.Shown(row: $1, errors: [])) }
    },
    Case(name: "an answer for each of many options, and several at once") { count in
      let options = (0..<count).map { #""option\#($0)""# }.joined(separator: ", ")
      var form = try compile([
        #"{ "tag": "a", "type": "push", "options": [\#(options)] }"#,
        #"{ "tag": "b", "type": "multipleSelector", "options": [\#(options)] }"#,
      ]).open(now: start)
      return try Effort.steps {
        for index in 0..<count {
          try form.set("a", to: .string("option\(index)"))
          try form.set("b", to: [.string("option\(index)"), "option0"])
          #expect(form["a"]?.isValid == true && form["b"]?.isValid == true)
        }
      }
    },
    Case(name: "an answer for each option that a filter leaves") { count in
      let options = (0..<count).map { #""option\#($0)""# }.joined(separator: ", ")
      let rows = (0..<count).map { #"["option\#($0)"]"# }.joined(separator: ", ")
      let filter = #""optionsFilter": "SELF.value != $gone""#
      var form = try read(
        #"""
        { "tables": { "t": { "columns": ["id"], "rows": [\#(rows)] } }, "sections": [{ "rows": [
          { "tag": "gone", "type": "text", "value": "option1" },
          { "tag": "a", "type": "push", "options": [\#(options)], \#(filter) },
          { "tag": "b", "type": "push", "options": { "table": "t", "value": "id" }, \#(filter) }
        ] }] }
        """#
      ).open(now: start)
      let steps = try Effort.steps {
        for index in 2..<count {
          try form.set("a", to: .string("option\(index)"))
          try form.set("b", to: .string("option\(index)"))
          #expect(form.firstInvalid == nil)
        }
      }
      try form.set("a", to: "option1")
      #expect(form.firstInvalid?.tag == "a")
      return steps
    },
    Case(name: "moves through all pages of a form") { count in
      let pages = (0..<count).map { #"{ "sections": ["s\#($0)"] }"# }.joined(separator: ", ")
      let sections = (0..<count).map {
        #"{ "tag": "s\#($0)", "rows": [{ "tag": "r\#($0)", "type": "int" }] }"#
      }.joined(separator: ", ")
      var form = try read(#"{ "pages": [\#(pages)], "sections": [\#(sections)] }"#)
        .open(now: start)
      let steps = try Effort.steps {
        for _ in 1..<count {
          let changes = try form.update { $0.goForward() }
          #expect(changes.pageChanges.isEmpty && changes.page != nil && !changes.json.isNull)
        }
      }
      #expect(form.currentPage == count - 1)
      return steps + count
    },
    Case(name: "edits a row on each page of a form") { count in
      let pages = (0..<count).map { #"{ "sections": ["s\#($0)"] }"# }.joined(separator: ", ")
      let sections = (0..<count).map {
        #"{ "tag": "s\#($0)", "rows": [{ "tag": "r\#($0)", "type": "int", "required": true }] }"#
      }.joined(separator: ", ")
      var form = try read(#"{ "pages": [\#(pages)], "sections": [\#(sections)] }"#)
        .open(now: start)
      return try Effort.steps {
        for page in 0..<count {
          let changes = try form.set("r\(page)", to: 1)
          #expect(changes.pageChanges.map(\.new.index) == [page])
        }
      }
    },
    Case(name: "languages of a form", part: 0.25) { count in
      let letters = Array("abcdefghijklmnop").map(String.init)
      let languages = (0..<count).map { letters[$0 / 16] + letters[$0 % 16] + "q" }
      let texts = languages.map { #""\#($0)": "T\#($0)""# }.joined(separator: ", ")
      let names = languages.map { #""\#($0)""# }.joined(separator: ", ")
      return try Effort.steps {
        let form = try compile(
          [#"{ "tag": "a", "type": "int", "title": { \#(texts) } }"#],
          #", "languages": [\#(names)]"#)
        #expect(form.warnings.isEmpty)
      }
    },
  ]

  static let casesOfOptions: [Case] = [
    Case(name: "conditions that read keys of as many options that are objects") { count in
      try compilingKeys(count) { "k\($0)" }
    },
    // Below so many, each misspelled key is compared with each key, for a hint.
    Case(name: "conditions that misspell keys of as many options that are objects", least: 400) {
      count in
      try compilingKeys(count) { "kk\($0)" }
    },
    Case(name: "as many choices that are cleared as choices that stay") { count in
      let options = (0..<count).map { #""o\#($0)""# }.joined(separator: ", ")
      let compiled = try compile([
        #"""
        { "tag": "m", "type": "multipleSelector", "whenOptionHidden": "clear", "options": [\#(options)] }
        """#
      ])
      var state = SavedState()
      let choices = (0..<2 * count).map { Value.string("o\($0)") }
      state.values = ValueDictionary(["m": .array(choices)])
      return try Effort.steps {
        let restored = try compiled.open(now: start, restoring: state)
        #expect(restored.misfits.count == count)
        #expect(restored.form["m"]?.value == .array(Array(choices.prefix(count))))
      }
    },
  ]

  /// Each row tells of each option, so that time grows with the square of their number.
  static let casesOfTables: [Case] = [
    Case(name: "a table that as many rows choose from is replaced by other titles") { count in
      try replacing(count) { option($0, title: "Title") }
    },
    Case(name: "a table that as many rows choose from is replaced by other groups") { count in
      try replacing(count) { option($0, groups: 5) }
    },
    Case(name: "a table that as many rows choose from gets another last option") { count in
      try replacing(count) { option($0, value: $0 < count - 1 ? "o" : "last") }
    },
  ]

  @Test(
    "An input of twice the size takes at most 2.3 times the steps",
    arguments: cases + casesOfOptions, depth(quick: 120, full: 400))
  func growsByItself(_ row: Case, depth size: Int) throws { try check(row, size) }

  @Test(
    "A table of twice the size takes at most 2.3 times the steps",
    arguments: casesOfTables, depth(quick: 60, full: 400))
  func growsWithTables(_ row: Case, depth size: Int) throws { try check(row, size) }

  private func check(_ row: Case, _ whole: Int) throws {
    let size = max(row.least, Int(row.part * Double(whole)))
    let (once, twice) = (try row.steps(size), try row.steps(2 * size))
    #expect(once > 0 && 10 * twice <= 23 * once, "\(once) steps, then \(twice)")
  }

  @Test("A long way to a reader is told by its ends")
  func longWays() throws {
    let impact = try #require(try Self.chain(40).impact(of: "r0"))
    let last = try #require(impact.readers.last)
    #expect(last.name == "r39" && last.skipped == 22)
    #expect(
      last.path == (1...8).map { "r\($0)" } + (31...38).map { "r\($0)" })
    let short = try #require(impact.readers.first { $0.name == "r17" })
    #expect(short.skipped == 0 && short.path == (1...16).map { "r\($0)" })
  }

  @Test("A question is found by its token after undo, copies and many answers")
  func tokens() throws {
    var form = try Self.compile([
      #"{ "tag": "a", "type": "text", "rules": [{ "asyncFunction": "f" }] }"#,
      #"{ "tag": "b", "type": "text", "rules": [{ "asyncFunction": "f" }] }"#,
    ]).open(now: start)
    try form.set("b", to: "b")
    let first = try #require(form.pendingValidations.first?.token)
    for index in 0..<500 {
      try form.set("a", to: .string("\(index)"))
      if index % 3 == 0 { try form.undo() }
      if index % 50 == 1 {
        let token = try #require(form.pendingValidations.first { $0.tag == "a" }?.token)
        var copy = form
        try copy.update { $0.resolve(token, with: false) }
        #expect(copy.pendingValidations.map(\.tag) == ["b"])
        #expect(form.pendingValidations.map(\.tag) == ["a", "b"])
      }
    }
    let changes = try form.update { $0.resolve(first, with: true) }
    #expect(changes.pendingEnded.map(\.tag) == ["b"] && changes.notes.isEmpty)
    let again = try form.update { $0.resolve(first, with: true) }
    #expect(again.pendingEnded.isEmpty && again.notes.count == 1)
  }
}
