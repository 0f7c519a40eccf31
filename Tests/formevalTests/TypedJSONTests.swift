import Foundation
import FormGraph
import Predicate
import Testing

@testable import formeval

@Suite("Values as JSON that keeps every kind")
struct TypedJSONTests {
  private func read(_ json: String) throws(Problem) -> Value {
    try TypedJSON.value(of: JSONReader.read(Array(json.utf8)))
  }

  @Test(
    "What is read is written again",
    arguments: [
      ("null", nil), ("true", true), ("1", 1), ("1.0", 1.0), (#""a""#, "a"),
      ("[1,1.5,[]]", [1, 1.5, []]), (#"{"a":{"b":null}}"#, ["a": ["b": nil]]),
      (
        #"{"$date":"2024-05-01T10:30:00Z"}"#, .date(Date(timeIntervalSince1970: 1_714_559_400))
      ),
      (#"{"$data":"AAEC/w=="}"#, .data(Data([0, 1, 2, 255]))),
      (#"{"$set":[1,"a",{"$set":[]}]}"#, .set(ValueSet([1, "a", .set(ValueSet([]))]))),
      (#"{"a":{"$set":[2]}}"#, ["a": .set(ValueSet([2]))]),
      (#"{"$date":1,"b":2}"#, ["$date": 1, "b": 2]), (#"{"$other":1}"#, ["$other": 1]),
      ("{}", [:]),
    ] as [(String, Value)])
  func isTheSame(_ json: String, _ value: Value) throws {
    #expect(try read(json) == value)
    #expect(JSONWriter.text(of: TypedJSON.json(of: value)) == json)
  }

  @Test(
    "What stands under a key of these and is none",
    arguments: [
      (#"{"$date": "30 February"}"#, "'$date' must be a date"), (#"{"$date": 3}"#, "a date"),
      (#"{"$data": "a"}"#, "'$data' must be text in Base64"), (#"{"$data": []}"#, "Base64"),
      (#"[{"$set": {"a": 1}}]"#, "'$set' must be a list"), (#"{"$set": [{"$set": 1}]}"#, "a list"),
    ])
  func refuses(_ json: String, _ message: String) {
    let problem = #expect(throws: Problem.self) { try read(json) }
    #expect(problem?.message.contains(message) == true)
    #expect(problem?.range != nil && problem?.hint != nil)
  }

  @Test("Numbers that JSON does not have are null")
  func nonFinite() {
    #expect(
      JSONWriter.text(of: TypedJSON.json(of: [.double(.nan), .double(.infinity)])) == "[null,null]")
  }
}
