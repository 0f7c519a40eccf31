// Values of a form as types of Swift.

import Foundation
import FormGraph
import Predicate
import Testing

@Suite struct FormValueTests {
  private enum Kind: String, FormValue { case guest, member }
  private enum Level: Int, FormValue { case low = 1, high }

  private func form() throws -> Form {
    let json = """
      { "inputs": { "limit": 3 }, "sections": [ { "tag": "s", "rows": [
        { "tag": "t", "type": "text", "value": "x" }, { "tag": "i", "type": "int", "value": 7 },
        { "tag": "d", "type": "decimal", "value": 3 }, { "tag": "on", "type": "switch" },
        { "tag": "day", "type": "date", "value": "2024-05-01" },
        { "tag": "kind", "type": "segmented", "options": ["guest", "member"], "value": "member" },
        { "tag": "levels", "type": "multipleSelector", "options": [1, 2], "value": [1, 2] },
        { "tag": "none", "type": "text" } ] },
        { "tag": "names", "kind": "multivalued", "item": { "type": "text" }, "value": ["a", "b"] } ] }
      """
    return try CompiledForm.compile(json: json.utf8).open(now: Date(timeIntervalSince1970: 0))
  }

  @Test("A value is read as the type it is of")
  func reads() throws {
    let form = try form()
    #expect(try form.value("t", as: String.self) == "x")
    #expect(try form.value("i", as: Int.self) == 7)
    #expect(try form.value("i", as: Double.self) == 7)
    #expect(try form.value("d", as: Int64.self) == 3)
    #expect(try form.value("on", as: Bool.self) == false)
    #expect(try form.value("day", as: Date.self) == Date(timeIntervalSince1970: 1_714_521_600))
    #expect(try form.value("kind", as: Kind.self) == .member)
    #expect(try form.value("levels", as: [Level].self) == [.low, .high])
    #expect(try form.value("none", as: String.self) == nil)
    #expect(try form.value("limit", as: Int.self) == 3)
    #expect(try form.value("names", as: [String].self) == ["a", "b"])
    #expect(try form.value("names[1]", as: String.self) == "b")
    #expect(try form.value("t", as: Value.self) == "x")
    #expect(try form["i"]?.value(as: Int.self) == 7)
  }

  @Test("Of options that are equal the first is meant, however many there are")
  func equalOptions() throws {
    for count in [3, 300] {
      let options: [Value] = (0..<count).map { .int(Int64($0)) } + [.double(1), .bool(true)]
      let row = RowDefinition(
        tag: "r", type: .multipleSelector, options: .written(options.map { OptionDefinition($0) }))
      var form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: [row])]))
        .open(now: Date(timeIntervalSince1970: 0))
      try form.set("r", to: [2.0, .double(1), .bool(true), 0])
      #expect(form["r"]?.value == [0, 1, 2])
    }
  }

  @Test("Another type is an error and never nil")
  func mismatches() throws {
    let form = try form()
    func message<Result: FormValue>(_ name: String, _ type: Result.Type) -> String? {
      do throws(TypeMismatch) {
        _ = try form.value(name, as: type)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(message("t", Int.self) == "'t' holds 'x', not a value of the type Int")
    #expect(message("kind", Level.self) == "'kind' holds 'member', not a value of the type Level")
    #expect(
      message("levels", [String].self)
        == "'levels' holds {1, 2}, not a value of the type Array<String>")
    #expect(message("tt", Int.self) == "unknown tag 'tt'; did you mean t?")
    #expect(message("s", Int.self) == "'s' is a section and has no value")
  }

  @Test("What is read is what was made of the same type")
  func roundTrip() throws {
    var form = try form()
    let levels: [Level] = [.high]
    try form.update { draft in
      draft["kind"] = Kind.guest.formValue
      draft["levels"] = levels.formValue
      draft["i"] = (5 as Int).formValue
      draft["day"] = Date(timeIntervalSince1970: 0).formValue
    }
    #expect(try form.value("kind", as: Kind.self) == .guest)
    #expect(try form.value("levels") == levels)
    #expect(try form.value("i") == 5)
    #expect(Data([1]).formValue == .data(Data([1])))
    #expect(Data(formValue: .data(Data([1]))) == Data([1]))
    #expect(Data(formValue: "x") == nil)
  }
}
