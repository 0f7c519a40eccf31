// The yardstick for the package call over a dictionary: the same comparisons by hand over the same
// `ValueDictionary`, as somebody would write them who knows what kind each value is.

package import Predicate

/// The eight predicates as closures over dictionaries.
package final class DictionaryClosures {
  package typealias Closure = (ValueDictionary) -> Bool

  /// The environments as dictionaries, which the other side reads too.
  package let dictionaries: [ValueDictionary]
  private let closures: [Closure]

  package init(_ environments: [Environment]) {
    dictionaries = environments.map { row in
      ValueDictionary([
        ("switchTag", .bool(row.switchTag)), ("age", .int(Int64(row.age))),
        ("name", .string(row.name)), ("country", .string(row.country)), ("a", .int(Int64(row.a))),
        ("b", .int(Int64(row.b))), ("c", .int(Int64(row.c))), ("price", .double(row.price)),
        ("quantity", .int(Int64(row.quantity))), ("score", .int(Int64(row.score))),
        ("plan", .string(row.plan)), ("seats", .int(Int64(row.seats))), ("vip", .bool(row.vip)),
      ])
    }
    closures = Self.closures()
  }

  @inline(never)
  private static func closures() -> [Closure] {
    [
      { row in
        guard case .bool(let isOn)? = row["switchTag"] else { return false }
        return !isOn
      },
      { row in
        guard case .int(let age)? = row["age"] else { return false }
        return age >= 18 && age < 65
      },
      { row in
        guard case .string(let name)? = row["name"] else { return false }
        var bytes = name.utf8.makeIterator()
        guard let first = bytes.next(), let second = bytes.next() else { return false }
        return first | 0x20 == UInt8(ascii: "j") && second | 0x20 == UInt8(ascii: "o")
      },
      { row in
        guard case .string(let country)? = row["country"] else { return false }
        return country == "UY" || country == "AR" || country == "BR"
      },
      { row in
        if case .int(let a)? = row["a"], a > 1, case .int(let b)? = row["b"], b < 2 { return true }
        guard case .int(let c)? = row["c"] else { return true }
        return c != 3
      },
      { row in
        guard case .double(let price)? = row["price"], case .int(let quantity)? = row["quantity"]
        else { return false }
        return price * Double(quantity) > 100
      },
      { row in
        guard case .int(let score)? = row["score"] else { return false }
        return score >= 1 && score <= 10
      },
      { row in
        guard case .string("pro")? = row["plan"], case .int(let seats)? = row["seats"], seats > 5
        else { return false }
        if case .string("UY")? = row["country"] { return true }
        guard case .bool(let vip)? = row["vip"] else { return false }
        return vip
      },
    ]
  }

  /// How often a closure is true, over all environments so many times.
  @inline(never)
  package func count(_ predicate: Int, rounds: Int) -> Int {
    let closure = closures[predicate]
    var count = 0
    for _ in 0..<rounds {
      for row in dictionaries where closure(row) { count += 1 }
    }
    return count
  }
}
