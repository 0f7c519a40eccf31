// The yardstick of class rows: conditions as people write them in closures against a form library
// whose rows are objects, found by tag in a dictionary and cast to the class they are hoped to be.

/// A row of any kind.
package class BaseRow {
  package let tag: String

  fileprivate init(_ tag: String) { self.tag = tag }
}

package final class SwitchRow: BaseRow {
  package var value: Bool?

  fileprivate init(_ tag: String, _ value: Bool?) {
    self.value = value
    super.init(tag)
  }
}

package final class IntRow: BaseRow {
  package var value: Int?

  fileprivate init(_ tag: String, _ value: Int?) {
    self.value = value
    super.init(tag)
  }
}

package final class DecimalRow: BaseRow {
  package var value: Double?

  fileprivate init(_ tag: String, _ value: Double?) {
    self.value = value
    super.init(tag)
  }
}

package final class TextRow: BaseRow {
  package var value: String?

  fileprivate init(_ tag: String, _ value: String?) {
    self.value = value
    super.init(tag)
  }
}

/// A form of class rows.
package final class ClassForm {
  private let rowsByTag: [String: BaseRow]

  package init(_ environment: Environment) {
    let rows: [BaseRow] = [
      SwitchRow("switchTag", environment.switchTag), IntRow("age", environment.age),
      TextRow("name", environment.name), TextRow("country", environment.country),
      IntRow("a", environment.a), IntRow("b", environment.b), IntRow("c", environment.c),
      DecimalRow("price", environment.price), IntRow("quantity", environment.quantity),
      IntRow("score", environment.score), TextRow("plan", environment.plan),
      IntRow("seats", environment.seats), SwitchRow("vip", environment.vip),
    ]
    rowsByTag = Dictionary(uniqueKeysWithValues: rows.map { ($0.tag, $0) })
  }

  package func rowBy(tag: String) -> BaseRow? { rowsByTag[tag] }
}

/// The eight predicates as closures over forms of class rows.
package final class ClassRowClosures {
  package typealias Closure = (ClassForm) -> Bool

  private let forms: [ClassForm]
  private let closures: [Closure]

  package init(_ environments: [Environment]) {
    forms = environments.map(ClassForm.init)
    closures = Self.closures()
  }

  @inline(never)
  private static func closures() -> [Closure] {
    [
      { form in !((form.rowBy(tag: "switchTag") as? SwitchRow)?.value ?? true) },
      { form in
        guard let age = (form.rowBy(tag: "age") as? IntRow)?.value else { return false }
        return age >= 18 && age < 65
      },
      { form in
        guard let name = (form.rowBy(tag: "name") as? TextRow)?.value else { return false }
        return name.lowercased().hasPrefix("jo")
      },
      { form in
        guard let country = (form.rowBy(tag: "country") as? TextRow)?.value else { return false }
        return country == "UY" || country == "AR" || country == "BR"
      },
      { form in
        if let a = (form.rowBy(tag: "a") as? IntRow)?.value,
          let b = (form.rowBy(tag: "b") as? IntRow)?.value, a > 1 && b < 2
        {
          return true
        }
        return (form.rowBy(tag: "c") as? IntRow)?.value != 3
      },
      { form in
        guard let price = (form.rowBy(tag: "price") as? DecimalRow)?.value,
          let quantity = (form.rowBy(tag: "quantity") as? IntRow)?.value
        else { return false }
        return price * Double(quantity) > 100
      },
      { form in
        guard let score = (form.rowBy(tag: "score") as? IntRow)?.value else { return false }
        return score >= 1 && score <= 10
      },
      { form in
        guard (form.rowBy(tag: "plan") as? TextRow)?.value == "pro",
          let seats = (form.rowBy(tag: "seats") as? IntRow)?.value, seats > 5
        else { return false }
        return (form.rowBy(tag: "country") as? TextRow)?.value == "UY"
          || (form.rowBy(tag: "vip") as? SwitchRow)?.value == true
      },
    ]
  }

  /// How often a closure is true, over all environments so many times.
  @inline(never)
  package func count(_ predicate: Int, rounds: Int) -> Int {
    let closure = closures[predicate]
    var count = 0
    for _ in 0..<rounds {
      for form in forms where closure(form) { count += 1 }
    }
    return count
  }
}
