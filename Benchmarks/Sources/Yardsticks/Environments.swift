// The 256 random environments over which the eight predicates are measured, as plain fields. Every
// side makes its own storage of them: cells, class rows, dictionaries, tables. The values are drawn
// so that no predicate is nearly always true or nearly always false, which would flatter branches.

/// What the eight predicates read.
package struct Environment: Sendable {
  package var switchTag: Bool
  package var age: Int
  package var name: String
  package var country: String
  package var a: Int
  package var b: Int
  package var c: Int
  package var price: Double
  package var quantity: Int
  package var score: Int
  package var plan: String
  package var seats: Int
  package var vip: Bool

  /// The names of the fields, in the order in which every storage has its columns.
  package static let columns = [
    "switchTag", "age", "name", "country", "a", "b", "c", "price", "quantity", "score", "plan",
    "seats", "vip",
  ]

  /// The environments, the same in every run.
  package static func random(count: Int = 256, seed: UInt64 = 42) -> [Environment] {
    var random = Random(seed: seed)
    return (0..<count).map { _ in
      Environment(
        switchTag: random.below(2) == 0, age: random.below(90),
        name: random.element([
          "John", "joanna", "Mary", "Peter", "JOSE", "Anna", "Giovanni", "Jo",
        ]),
        country: random.element(["UY", "AR", "BR", "US", "DE", "ES"]), a: random.below(5),
        b: random.below(5), c: random.below(5), price: Double(random.below(500)) / 10,
        quantity: random.below(10), score: random.below(20),
        plan: random.element(["free", "basic", "pro"]), seats: random.below(12),
        vip: random.below(2) == 0)
    }
  }
}

/// The eight predicates, as texts: variables for a form, keys for an object.
package enum EightPredicates {
  package static let texts = [
    "$switchTag == false",
    "$age >= 18 AND $age < 65",
    "$name BEGINSWITH[c] 'jo'",
    "$country IN {'UY','AR','BR'}",
    "($a > 1 AND $b < 2) OR NOT ($c == 3)",
    "$price * $quantity > 100",
    "$score BETWEEN {1,10}",
    "$plan == 'pro' AND $seats > 5 AND ($country == 'UY' OR $vip == TRUE)",
  ]

  package static let textsOverKeys = texts.map { text in String(text.filter { $0 != "$" }) }
}

/// SplitMix64: small, fast, the same everywhere.
package struct Random: Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to and without the bound.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() % UInt64(bound))
  }

  package mutating func element<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
