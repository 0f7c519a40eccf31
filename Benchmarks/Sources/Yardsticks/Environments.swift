// The 256 random environments over which the eight predicates are measured, as plain fields. Every
// side makes its own storage of them: cells, class rows, dictionaries, tables. The values are drawn
// so that no predicate is nearly always true or nearly always false, which would flatter branches.

/// What the eight predicates read.
public struct Environment: Sendable {
  public var switchTag: Bool
  public var age: Int
  public var name: String
  public var country: String
  public var a: Int
  public var b: Int
  public var c: Int
  public var price: Double
  public var quantity: Int
  public var score: Int
  public var plan: String
  public var seats: Int
  public var vip: Bool

  /// The names of the fields, in the order in which every storage has its columns.
  public static let columns = [
    "switchTag", "age", "name", "country", "a", "b", "c", "price", "quantity", "score", "plan",
    "seats", "vip",
  ]

  /// The environments, the same in every run.
  public static func random(count: Int = 256, seed: UInt64 = 42) -> [Environment] {
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
public enum EightPredicates {
  public static let texts = [
    "$switchTag == false",
    "$age >= 18 AND $age < 65",
    "$name BEGINSWITH[c] 'jo'",
    "$country IN {'UY','AR','BR'}",
    "($a > 1 AND $b < 2) OR NOT ($c == 3)",
    "$price * $quantity > 100",
    "$score BETWEEN {1,10}",
    "$plan == 'pro' AND $seats > 5 AND ($country == 'UY' OR $vip == TRUE)",
  ]

  public static let textsOverKeys = texts.map { text in String(text.filter { $0 != "$" }) }
}

/// SplitMix64: small, fast, the same everywhere.
public struct Random: Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to and without the bound.
  public mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() % UInt64(bound))
  }

  public mutating func element<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
