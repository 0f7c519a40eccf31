// Objects of the embedder's own: they answer their keys, and nothing else is read of them.

import Predicate
import Testing

/// The example of `KeyReadable`, with some more keys.
private struct Person: KeyReadable {
  var name: String
  var age: Int?
  var friends: [String] = []

  func value(forKey key: String) -> Value? {
    switch key {
    case "name": .string(name)
    case "age": age.map { .int(Int64($0)) } ?? .null
    case "friends": .array(friends.map { ["name": .string($0)] })
    default: nil
    }
  }
  var readableKeys: [String] { ["name", "age", "friends"] }
}

/// An object that says nothing of its keys, and counts what is asked of it.
private final class Silent: KeyReadable {
  var asked: [String] = []
  func value(forKey key: String) -> Value? {
    asked.append(key)
    return key == "a" ? 1 : Optional.none
  }
}

@Suite struct KeyReadableTests {
  private let ana = Person(name: "Ana", age: 20, friends: ["Bo", "Cy"])
  private let bo = Person(name: "Bo")

  /// Text, and what it comes to for Ana, a failure as its place, sentence and hint.
  @Test(arguments: [
    ("name == 'Ana' AND age >= 18", "true"), ("SELF.name == 'Ana'", "true"),
    ("self.%K == 'Ana'", "true"), ("SELF.$key == 'Ana'", "true"), ("name.length == 3", "true"),
    ("friends.@count == 2 AND friends[0].name == 'Bo'", "true"),
    ("ANY friends.name == 'Cy'", "true"), ("ALL friends.name == name", "false"),
    ("SUBQUERY(friends, $f, $f.name < name).@count == 0", "true"),
    ("SUBQUERY(friends, $f, $f.name > SELF.$key).@count == 2", "true"),
    ("nam == 'Ana'", "0..<3: the object has no key 'nam' (did you mean name?)"),
    ("1 == 1 AND SELF.$k2 == 1", "11..<19: the object has no key 'nmae' (did you mean name?)"),
    ("nothing == 1", "0..<7: the object has no key 'nothing' ()"),
    ("name == 'Bo' AND nothing == 1", "false"),
    ("name.nam == 1", "0..<8: the text 'Ana' has no key 'nam' ()"),
    (
      "SELF == nil", "0..<4: SELF is an object here and cannot be used as a value (write SELF.key)"
    ),
    (
      "@count == 1", "0..<0: SELF is an object here and cannot be used as a value (write SELF.key)"
    ),
    (
      "SELF[name] == 1",
      "0..<4: SELF is an object here and cannot be used as a value (write SELF.key)"
    ),
    (
      "{SELF, $key} == 1",
      "1..<5: SELF is an object here and cannot be used as a value (write SELF.key)"
    ),
    (
      "SUBQUERY(SELF, $key, 1 == 1) == nil",
      "9..<13: SELF is an object here and cannot be used as a value (write SELF.key)"
    ),
  ])
  func outcomes(_ text: String, _ expected: String) throws {
    let condition =
      text.contains("%K") ? try Condition(format: text, "name") : try Condition(text)
    let variables: [String: Value] = ["key": "name", "k2": "nmae"]
    for condition in [condition, try condition.substituting(variables)] {
      var found: String
      do throws(EvaluationError) {
        found = "\(try condition.evaluate(ana, variables: variables))"
      } catch {
        found =
          "\(error.diagnostic.range): \(error.diagnostic.message) "
          + "(\(error.diagnostic.hint ?? ""))"
      }
      #expect(found == expected, "\(text)")
    }
  }

  @Test func nullIsNil() throws {
    #expect(try Condition("age == nil").evaluate(bo))
    #expect(try !Condition("age < 18").evaluate(bo))
    #expect(try Formula("age + 1").evaluate(bo) == .null)
    #expect(try Formula("age + $by").evaluate(ana, variables: ["by": 2]) == 22)
  }

  @Test func aKeyThatAVariableNamesIsAllThereIs() throws {
    let formula = try Formula("SELF.$key")
    #expect(try formula.evaluate(ana, variables: ["key": "name"]) == "Ana")
    #expect(try formula.evaluate(bo, variables: ["key": "age"]) == .null)
  }

  @Test func filtering() throws {
    let people = [ana, bo]
    #expect(try people.filter(Condition("age >= 18")).map(\.name) == ["Ana"])
    #expect(try people.lazy.map { $0 }.filter(Condition("TRUEPREDICATE")).count == 2)
    #expect(throws: EvaluationError.self) { try people.filter(Condition("agee >= 18")) }
  }

  @Test func onlyWhatIsNeededIsAsked() throws {
    let silent = Silent()
    #expect(try Condition("a == 2 AND b == 1 OR a == 1").evaluate(silent))
    #expect(silent.asked == ["a"])
    #expect {
      try Condition("aa == 1").evaluate(silent)
    } throws: {
      ($0 as? EvaluationError)?.diagnostic
        == Diagnostic("the object has no key 'aa'", at: 0..<2)
    }
    #expect(throws: EvaluationError.self) { try Condition("a.@count == 1").evaluate(silent) }
    let anything: any KeyReadable = silent
    #expect(try Condition("a == 1").evaluate(anything))
  }
}
