// The Swift of Docs/NSPredicateOnLinux.md.

// snippet.show
import Foundation
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
struct Order: Encodable {
  var id: Int
  var due: Date
}

let order = try Value(encoding: Order(id: 7, due: .distantPast))
print(try Condition("id == 7 AND due < now()").evaluate(order))  // true
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

// snippet.show
struct Untranslated: Error { let part: String }

/// The WHERE of SQL for a predicate over columns, and the values that its question marks stand for.
func whereClause(
  of condition: Condition, columns: Set<String>
) throws(Untranslated) -> (sql: String, values: [Value]) {
  var parts: [String] = []
  var values: [Value] = []
  for part in condition.tree.parts {
    let inner = Array(parts.suffix(part.childCount))
    parts.removeLast(part.childCount)
    switch part.kind {
    case .and: parts.append("(" + inner.joined(separator: " AND ") + ")")
    case .or: parts.append("(" + inner.joined(separator: " OR ") + ")")
    case .not: parts.append("NOT \(inner[0])")
    case .key(let name, of: .object) where part.childCount == 0 && columns.contains(name):
      parts.append("\"\(name)\"")
    case .constant(.null): parts.append("NULL")
    case .constant(let value):
      values.append(value)
      parts.append("?")
    case .aggregate: parts.append("(" + inner.joined(separator: ", ") + ")")
    // nil equals nil here, and an order with nil is false.
    case .comparison(.equal, [], .one): parts.append("\(inner[0]) IS NOT DISTINCT FROM \(inner[1])")
    case .comparison(.notEqual, [], .one): parts.append("\(inner[0]) IS DISTINCT FROM \(inner[1])")
    case .comparison(let order, [], .one) where ["<", "<=", ">", ">=", "IN"].contains(order.symbol):
      parts.append("(\(inner[0]) \(order.symbol) \(inner[1])) IS TRUE")
    default: throw Untranslated(part: String(part.source))
    }
  }
  return (parts.joined(), values)
}

let stored = try whereClause(of: adult, columns: ["age", "country"])
print(stored.sql)  // (("age" >= ?) IS TRUE AND ("country" IN (?, ?)) IS TRUE)
print(stored.values.map(\.description).joined(separator: ", "))  // 18, 'UY', 'AR'
// snippet.hide

// snippet.show
let named = #Predicate<Person> { $0.name != "" }
let grown = try Condition("age >= 18")
print(try people.filter { try named.evaluate($0) && grown.evaluate($0) }.count)  // 1
// snippet.hide
