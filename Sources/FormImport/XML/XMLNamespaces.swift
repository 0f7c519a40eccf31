// What prefixes mean, while a document is read. Namespaces get numbers. A declaration is in force
// until its element ends; what it replaced is then in force again, so looking a prefix up costs the
// same however many declarations stand around it.

import Predicate

/// The namespaces of a document and the declarations in force.
struct XMLNamespaces {
  /// The namespace of the prefix `xml`.
  static let xml = "http://www.w3.org/XML/1998/namespace"
  /// The namespace of `xmlns` and of attributes with this prefix, which declare namespaces.
  static let declarations = "http://www.w3.org/2000/xmlns/"
  /// The number of `declarations`.
  static let declarationsNumber: UInt32 = 2

  /// The namespaces by number; 0 is no namespace.
  private(set) var names = ["", Self.xml, Self.declarations]
  private var numbers: [ExactText: UInt32] = [:]
  /// The places of prefixes in `bindings`; the first is the empty prefix.
  private var slots = [ExactText(""): 0, ExactText("xml"): 1, ExactText("xmlns"): 2]
  /// The numbers of the namespaces that prefixes mean now; 0 if undeclared.
  private var bindings: [UInt32] = [0, 1, Self.declarationsNumber]
  /// What the declarations in force replaced.
  private var replaced: [(slot: Int, number: UInt32)] = []

  init() {
    for (number, name) in names.enumerated() { numbers[ExactText(name)] = UInt32(number) }
  }

  /// The number of declarations in force.
  var count: Int { replaced.count }

  /// The number of the namespace of elements without a prefix.
  var defaultNumber: UInt32 { bindings[0] }

  /// The number of the namespace of a prefix; nil if it is not declared.
  func number(of prefix: String) -> UInt32? {
    guard let slot = slots[ExactText(prefix)], bindings[slot] > 0 else { return nil }
    return bindings[slot]
  }

  /// Declares a prefix, or the default namespace for the empty prefix.
  mutating func declare(_ prefix: String, as name: String) {
    let number = numbers[ExactText(name)] ?? UInt32(truncatingIfNeeded: names.count)
    if number == names.count {
      numbers[ExactText(name)] = number
      names.append(name)
    }
    let slot = slots[ExactText(prefix)] ?? bindings.count
    if slot == bindings.count {
      slots[ExactText(prefix)] = slot
      bindings.append(0)
    }
    replaced.append((slot, bindings[slot]))
    bindings[slot] = number
  }

  /// Ends the declarations after the first `count`.
  mutating func leave(_ count: Int) {
    while replaced.count > count, let last = replaced.popLast() {
      bindings[last.slot] = last.number
    }
  }
}
