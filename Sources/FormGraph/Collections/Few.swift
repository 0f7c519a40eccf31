// A list that mostly has one element or none: what a transaction is asked to do, and what it has
// edited. One element stands in the value itself, so that an edit of one row asks for no memory.

/// Elements in the order in which they were appended; one stands in the value, more in an array.
struct Few<Element: Sendable>: Sendable {
  private var storage: Storage = .none

  private enum Storage: Sendable {
    case none
    case one(Element)
    case many([Element])
  }

  init() {}

  mutating func append(_ element: consuming Element) {
    switch storage {
    case .none: storage = .one(element)
    case .one(let first): storage = .many([first, element])
    case .many(var list):
      // Taken out, so that the list has one owner and grows where it is.
      storage = .none
      list.append(element)
      storage = .many(list)
    }
  }
}

extension Few {
  /// Calls a function with each element, without copying the list for it.
  @inline(__always)
  func forEach(_ body: (Element) throws -> Void) rethrows {
    switch storage {
    case .none: break
    case .one(let only): try body(only)
    case .many(let list):
      for element in list { try body(element) }
    }
  }
}

extension Few: RandomAccessCollection {
  var startIndex: Int { 0 }

  var endIndex: Int {
    @inline(__always) get {
      switch storage {
      case .none: 0
      case .one: 1
      case .many(let list): list.count
      }
    }
  }

  @inline(__always)
  var isEmpty: Bool { if case .none = storage { true } else { false } }

  subscript(position: Int) -> Element {
    switch storage {
    case .none: preconditionFailure("there is no element")
    case .one(let only):
      precondition(position == 0)
      return only
    case .many(let list): return list[position]
    }
  }
}
