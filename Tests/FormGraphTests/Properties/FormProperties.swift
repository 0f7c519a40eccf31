// What must be so of every form file, right or wrong: problems lie in it, what is read is written
// and read again as the same, and a form that compiles opens, is edited, taken back and restored
// without losing anything, while what was compiled stays as it was.

import FormImport
import Foundation
import Predicate
import TestSupport

@testable import FormGraph

/// Properties of form files.
enum FormProperties {
  /// The time of every form.
  static let now = Date(timeIntervalSinceReferenceDate: 0)

  static func check(_ bytes: [UInt8]) throws {
    guard bytes.first == 1 else { return try check(file: bytes) }
    var maker = RandomForm(random: ByteSource(Array(bytes.dropFirst())))
    let text = JSONWriter.text(of: maker.definition().json)
    try check(file: DamagedFile(text, maker.random.fromBehind).bytes)
  }

  private static func check(file bytes: [UInt8]) throws {
    let root: JSONElement
    do throws(Problem) {
      root = try JSONReader.read(bytes)
    } catch {
      try check([error], of: FormSource(name: "form", bytes: bytes))
      let document = FormDocument(importing: bytes)
      return try check(document.problems, of: document.source)
    }
    let value = root.value
    let again = try? JSONReader.read(Array(JSONWriter.text(of: value).utf8))
    try require(again?.value == value, "read as \(value), written and read as \(again as Any)")
    let witnesses = Witnesses()
    let document = FormDocument(importing: bytes)
    try check(document.problems, of: document.source)
    let compiled: CompiledForm
    do throws(CompileFailure) {
      compiled = try CompiledForm(document, functions: witnesses.functions)
    } catch {
      try require(!error.problems.isEmpty, "refused for no reason")
      try check(error.problems, of: document.source)
      return
    }
    try check(compiled.warnings, of: document.source)
    try checkWriting(compiled.definition)
    var maker = ValueMaker(ByteSource(bytes.reversed()))
    try check(compiled, &maker)
  }

  // MARK: - Problems

  /// Requires problems to lie in the file and to be sayable.
  private static func check(_ problems: [Problem], of source: FormSource) throws {
    let bytes = source.bytes
    let isText = String(validating: bytes, as: UTF8.self) != nil
    for problem in problems {
      try require(!problem.message.isEmpty, "a problem without a message")
      try require(
        source.root == nil || problem.range != nil, "a problem without a place: \(problem)")
      for range in [problem.range] + problem.related.map(\.range) {
        guard let range else { continue }
        for offset in [range.lowerBound, range.upperBound] {
          let isIn = (0...bytes.count).contains(offset)
          try require(
            isIn && (!isText || offset == bytes.count || bytes[offset] & 0xC0 != 0x80),
            "\(range) is no place in a file of \(bytes.count) bytes: \(problem.message)")
        }
      }
    }
    try require(
      !ProblemRenderer(source: source).text(of: problems).isEmpty || problems.isEmpty,
      "problems that cannot be shown")
    _ = Problem.json(of: problems, in: source)
  }

  // MARK: - Definitions

  /// Requires what is written of a definition to read as the same.
  private static func checkWriting(_ definition: FormDefinition) throws {
    let text = JSONWriter.text(of: definition.json)
    let read = DefinitionReader.read(try JSONReader.read(Array(text.utf8)))
    try require(
      read.problems.allSatisfy { $0.severity == .warning },
      "what is written has problems: \(read.problems)\n\(text)")
    let second = JSONWriter.text(of: read.definition.json)
    try require(second == text, "written as\n\(text)\nread and written as\n\(second)")
    try require(read.definition == definition, "another definition is read of\n\(text)")
  }

  // MARK: - Live forms

  private static func check(_ compiled: CompiledForm, _ maker: inout ValueMaker) throws {
    var form = compiled.open(now: now)
    let fingerprint = form.json
    let definition = compiled.definition
    try check(form, "opened")
    try checkReopening(form, of: compiled, "opened")
    var log: [String] = []
    for turn in 0..<6 {
      if turn % 3 == 2 { try form.goBack() } else { try form.goForward() }
      let before = form
      let json = form.content
      let names = names(of: form)
      guard !names.isEmpty else { break }
      let (name, value) = (maker.pick(names), value(&maker))
      log.append("\(name) = \(value)")
      let place = log.joined(separator: ", ")
      do {
        let steps = form.undoCount
        try form.set(name, to: value)
        try check(form, place)
        try checkReopening(form, of: compiled, place)
        // Inputs and the time are not taken back.
        if form.undoCount > steps {
          let after = form.content
          try form.undo()
          try require(form.content == json, "\(place), taken back: \(form.content), it was \(json)")
          try form.redo()
          try require(
            form.content == after, "\(place), made again: \(form.content), it was \(after)")
        }
      } catch let error as EditError {
        try require(!error.reasons.isEmpty, "\(place): refused for no reason")
        try require(form.content == json, "\(place): refused, and changed the form")
      }
      try require(before.content == json, "\(place): an edit changed a copy")
    }
    try require(
      compiled.definition == definition && compiled.open(now: now).json == fingerprint,
      "\(log): what was compiled has changed")
  }

  private static func check(_ form: Form, _ place: String) throws {
    if let inconsistency = form.inconsistency {
      throw BrokenProperty(description: "\(place): \(inconsistency)")
    }
    for problem in form.problems {
      try Places(problem.text).check(problem.range, problem.message)
      try require(!problem.message.isEmpty, "\(place): a problem without a message")
    }
    let answers = form.answersJSON(includingHidden: true)
    try require((try? JSONReader.read(Array(answers.utf8))) != nil, "\(place): \(answers)")
  }

  /// Requires what a form holds to be there again when it was saved and opened: everything is then
  /// computed from the start.
  private static func checkReopening(
    _ form: Form, of compiled: CompiledForm, _ place: String
  ) throws {
    let text = JSONWriter.text(of: form.savedState.json)
    let state = try SavedState(JSONReader.read(Array(text.utf8)))
    let restored = try compiled.open(now: now, restoring: state)
    try require(restored.misfits == [], "\(place): \(restored.misfits) do not fit again")
    let (found, expected) = (rows(restored.form), rows(form))
    for (name, row) in expected where found[name] != row {
      throw BrokenProperty(
        description: "\(place): \(name) is \(row), opened again \(found[name] as Any)")
    }
    try require(found.count == expected.count, "\(place): rows are missing")
    try require(restored.form.canSubmit == form.canSubmit, "\(place): canSubmit opened again")
    try require(
      restored.form.toldPages == form.toldPages && restored.form.currentPage == form.currentPage,
      "\(place): pages opened again")
  }

  /// What is so of every row that can be named, and what it holds.
  private static func rows(_ form: Form) -> [String: [Value]] {
    let rows = form.sections.flatMap(\.rows).filter { $0.name != nil }
    let pairs = rows.map { row -> (String, [Value]) in
      let attributes = [row.isHidden, row.isDisabled, row.isRequired, row.isValid].map(Value.bool)
      return (row.name ?? "", attributes + [row.value])
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func names(of form: Form) -> [String] {
    form.sections.flatMap(\.rows).compactMap(\.name) + form.inputs.keys
  }

  /// A value for some row; `set` refuses what does not fit.
  private static func value(_ maker: inout ValueMaker) -> Value {
    maker.chance(60)
      ? maker.pick([nil, true, false, 0, 1, 2, 25, 2.5, "", "a", "abc", [1], ["a", 1], []])
      : maker.value(1)
  }
}

/// A file that is right but for a few tokens.
struct DamagedFile {
  private(set) var bytes: [UInt8] = []

  /// Leaves out tokens, says them twice, exchanges them for others, as often as bytes say.
  init(_ text: String, _ source: ByteSource) {
    var maker = ValueMaker(source)
    var tokens = Self.tokens(of: Array(text.utf8))
    let words = tokens.filter { $0.count > 2 } + Self.hostile.map { Array($0.utf8) }
    for _ in 0..<maker.number(in: 0...4) where !tokens.isEmpty {
      // Two bytes, for most files have more tokens than one byte can say.
      let place = (maker.number(in: 0...255) * 256 + maker.number(in: 0...255)) % tokens.count
      switch maker.number(in: 0...5) {
      case 0: tokens.remove(at: place)
      case 1: tokens.insert(tokens[place], at: place)
      case 2: tokens.swapAt(place, maker.number(in: 0...255) * 7 % tokens.count)
      default: tokens[place] = maker.pick(words)
      }
    }
    bytes = Array(tokens.joined())
  }

  private static let hostile = [
    "null", "true", "1e400", "-0", "9223372036854775808", "\"\"", "\"\\u0000\"", "\"\\ud800\"",
    "[]", "{}", "[[]]", "{\"\":1}", "\"$r1 ==\"", "\"$r1 == 1\"", "\"SELF.x\"", "\"now() > 1\"",
    "\"random() > 0\"", "\"r1\"", "\"$date\"", "\u{FEFF}", "\"é\u{301}\"",
  ]

  /// Strings, runs of other letters, and signs each for itself.
  private static func tokens(of bytes: [UInt8]) -> [[UInt8]] {
    var tokens: [[UInt8]] = []
    var token: [UInt8] = []
    var isInString = false
    for (index, byte) in bytes.enumerated() {
      let isSign = "{}[]:,\"".utf8.contains(byte)
      if isInString {
        token.append(byte)
        if byte == UInt8(ascii: "\""), bytes[index - 1] != UInt8(ascii: "\\") {
          tokens.append(token)
          (token, isInString) = ([], false)
        }
      } else if isSign {
        if !token.isEmpty { tokens.append(token) }
        token = [byte]
        isInString = byte == UInt8(ascii: "\"")
        if !isInString {
          tokens.append(token)
          token = []
        }
      } else {
        token.append(byte)
      }
    }
    if !token.isEmpty { tokens.append(token) }
    return tokens
  }
}

extension Form {
  /// The pages as clients are told of them, which have no ids of this form alone.
  var toldPages: Value? {
    if case .dictionary(let state) = json { state["pages"] } else { nil }
  }
}
