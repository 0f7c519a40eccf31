// A text of a form with what it is for: what a check of all texts walks through.

/// A text under a key: a condition, a formula, or what people see.
package struct FieldText: Sendable {
  /// What a formula gives.
  package enum Use: Sendable {
    /// The value of the row, or the value that it starts with.
    case value
    /// A bound of what the row holds.
    case bound
    /// A number, such as a step or a number of items.
    case number
    /// What people see in the place of the value.
    case display
    /// A value that another row is set to, by its tag.
    case other(String)
  }

  /// The text itself.
  package enum Content: Sendable {
    /// Decides something.
    case condition(ConditionDefinition)
    /// Decides which options there are.
    case filter(String)
    /// Gives a value.
    case formula(String, Use)
    /// Is shown to people; says whether SELF is the value of the row.
    case forPeople(FormText, isOfRow: Bool)
    /// Is shown to people as an error; SELF is the value of the row, and parameters are filled in.
    case message(FormText)
  }

  /// The way from the object to the text.
  package let path: [JSONPath.Step]
  /// The text.
  package let content: Content

  init(_ path: [JSONPath.Step], _ content: Content) {
    self.path = path
    self.content = content
  }

  /// The same text, seen from an object around.
  func below(_ steps: JSONPath.Step...) -> FieldText { FieldText(steps + path, content) }
}

extension Sequence {
  /// The texts of all fields of an object, in their order.
  ///
  /// - Complexity: O(n) in the size of the object.
  package func texts<Owner: FieldOwner>(of owner: Owner) -> [FieldText]
  where Element == Field<Owner> {
    flatMap { $0.texts(owner) }
  }
}

extension Array where Element: FieldOwner {
  /// The texts of the objects of a list under a key.
  func texts(below key: FormKey, _ fields: [Field<Element>]) -> [FieldText] {
    indices.flatMap { index in
      fields.texts(of: self[index]).map { $0.below(.key(key.text), .index(index)) }
    }
  }
}
