// Reads JSON that a form has told: `form.json["sections"][0]["rows"]`. What is missing is nil, so a
// test compares the last value alone.

public import Predicate

extension Value {
  /// What an object has under a key; nil of anything else.
  public subscript(key: String) -> Value {
    if case .dictionary(let members) = self { members[key] ?? .null } else { .null }
  }

  /// An element of a list; nil of anything else.
  public subscript(index: Int) -> Value {
    list.indices.contains(index) ? list[index] : .null
  }

  /// The elements of a list; none of anything else.
  public var list: [Value] { if case .array(let list) = self { list } else { [] } }

  /// The keys of an object; none of anything else.
  public var keys: [String] {
    if case .dictionary(let members) = self { members.keys } else { [] }
  }

  /// The text; nil of anything else.
  public var text: String? { if case .string(let text) = self { text } else { nil } }
}
