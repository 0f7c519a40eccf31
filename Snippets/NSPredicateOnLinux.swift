// The Swift of Docs/NSPredicateOnLinux.md.

// snippet.show
import Predicate

let adult = try Condition("age >= 18 AND country IN {'UY', 'AR'}")
print(try adult.evaluate(["age": 20, "country": "UY"]))  // true
print(adult)  // age >= 18 AND country IN {"UY", "AR"}
// snippet.hide

// snippet.show
let wanted = try Condition(format: "%K BEGINSWITH[cd] %@ AND age > $limit", "name", "jo")
print(try wanted.evaluate(["name": "Zoë", "age": 30], variables: ["limit": 18]))  // false
print(try wanted.substituting(["limit": 21]))  // name BEGINSWITH[cd] "jo" AND age > 21
// snippet.hide

// snippet.show
struct Person: KeyReadable {
  var name: String
  var age: Int?

  func value(forKey key: String) -> Value? {
    switch key {
    case "name": .string(name)
    case "age": age.map { .int(Int64($0)) } ?? .null
    default: nil
    }
  }
  var readableKeys: [String] { ["name", "age"] }
}

let people = [Person(name: "Joana", age: 34), Person(name: "Leo", age: nil)]
print(try people.filter(Condition("age >= 18")).map(\.name))  // ["Joana"]
// snippet.hide

// snippet.show
for mistake in Condition.errors(in: "age >= 18 AND name === 'Jo'") {
  print(mistake.message, "-", mistake.hint ?? "")
  // unknown operator '===' - write name == 'Jo'
}
do {
  print(try people.filter(Condition("agee >= 18")).count)
} catch {
  print(error)
  // predicate:1:1: error: the object has no key 'agee'
  //   agee >= 18
  //   ^~~~
  // hint: did you mean age?
}
// snippet.hide

// snippet.show
let total = try Formula("price * (1 + $tax)")
print(try total.evaluate(["price": 50], variables: ["tax": 0.22]))  // 61.0
let both = Condition.all([adult, try Condition("name != nil")])
print(both)  // (age >= 18 AND country IN {"UY", "AR"}) AND name != nil
// snippet.hide
