import Foundation
import Predicate
import Testing

@testable import FormGraph

@Suite("Validating many answers")
struct AnswerValidatorTests {
  private static let json = """
    { "sections": [{ "rows": [
      { "tag": "age", "type": "int", "minimum": 0, "required": true },
      { "tag": "adult", "type": "switch", "calculated": "TERNARY($age >= 18, YES, NO)" },
      { "tag": "email", "type": "text", "hidden": "$adult == NO" }
    ] }] }
    """

  private func validator() throws -> AnswerValidator {
    AnswerValidator(try CompiledForm.compile(json: Self.json.utf8).open(now: .distantPast))
  }

  private func line(_ json: String, _ format: AnswerFormat) throws -> String {
    var output: [UInt8] = []
    var validator = try validator()
    _ = validator.write(json: Array(json.utf8), line: 7, format, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test("Times of day are written as text, also in items")
  func timesOfDay() throws {
    let form = try CompiledForm.compile(
      json: """
        { "sections": [
          { "rows": [{ "tag": "t", "type": "time" }] },
          { "tag": "l", "kind": "multivalued", "item": { "type": "time" } }] }
        """.utf8
    ).open(now: .distantPast)
    var validator = AnswerValidator(form)
    func line(_ format: AnswerFormat) -> String {
      var output: [UInt8] = []
      let answers = #"{"t":"14:30","l":["08:15"]}"#
      _ = validator.write(json: Array(answers.utf8), line: 1, format, to: &output)
      return String(decoding: output, as: UTF8.self)
    }
    var format = AnswerFormat()
    format.parts = .values
    #expect(line(format) == #"{"values":{"t":"14:30","l":["08:15"]},"line":1}"# + "\n")
    format.isOnlyChanged = true
    #expect(line(format) == #"{"values":{},"line":1}"# + "\n")
  }

  @Test("The result has errors, values and what the form calculates")
  func result() throws {
    var validator = try validator()
    let good = validator.validate(json: #"{"age": 20}"#.utf8)
    #expect(good.isValid && good.isGood && good.errors == [] && good.refused == [])
    #expect(
      good.values.map { JSONWriter.text(of: .dictionary($0)) }
        == #"{"age":20,"adult":true,"email":null}"#)
    let bad = validator.validate(json: #"{"age": -1}"#.utf8)
    #expect(!bad.isValid)
    #expect(bad.errors.map(\.name) == ["age"])
    #expect(
      bad.values.map { JSONWriter.text(of: .dictionary($0)) }
        == #"{"age":-1,"adult":false}"#)
    let refused = validator.validate(json: #"{"age": "x"}"#.utf8)
    #expect(refused.values == nil && !refused.isValid)
    #expect(refused.refused.map(\.tag) == ["age"])
    #expect(validator.validate(json: #"{"age": 20}"#.utf8).values == good.values)
  }

  @Test("Only the parts and values that were asked for are written")
  func parts() throws {
    var format = AnswerFormat()
    format.parts = .valid
    #expect(try line(#"{"age": 20}"#, format) == "{\"valid\":true,\"line\":7}\n")
    format.parts = [.values]
    format.names = ["adult"]
    #expect(try line(#"{"age": 20}"#, format) == "{\"values\":{\"adult\":true},\"line\":7}\n")
    format.parts = .problems
    #expect(try line(#"{"age": 20}"#, format) == "{\"line\":7}\n")
  }

  @Test("Values that are the same as in the answers can be left out")
  func changed() throws {
    var format = AnswerFormat()
    format.isOnlyChanged = true
    format.parts = .values
    #expect(
      try line(#"{"age": 20, "email": "a"}"#, format)
        == "{\"values\":{\"adult\":true},\"line\":7}\n")
    #expect(try line(#"{"age": 20, "adult": true}"#, format) == "{\"values\":{},\"line\":7}\n")
  }

  @Test("A refused line says so whatever was asked for, with its number")
  func refusedLine() throws {
    var format = AnswerFormat()
    format.parts = .valid
    #expect(try line(#"{"age": "x"}"#, format).hasSuffix(#""line":7}"# + "\n"))
    #expect(try line("{", format).hasPrefix(#"{"valid":false,"refused":"#))
  }
}
