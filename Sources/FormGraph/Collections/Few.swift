// A list that usually has one element or none, such as the edits of a transaction. One element is
// stored inline, so editing one row allocates no memory.

/// Elements in the order in which they were appended.
///
/// One element is stored inline, more in an array.
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
      // Taken out of the storage, so that the array has one owner and grows in place.
      storage = .none
      list.append(element)
      storage = .many(list)
    }
  }
}

extension Few {
  /// Calls a function with each element without copying the list.
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
