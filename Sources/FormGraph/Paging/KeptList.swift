// What a transaction has overwritten of a column: one element in the value itself, so that an edit
// of one row asks for no memory; of more a list, for each page an element or the page as it was.
// What belongs to a transaction that has ended is in order, so that whoever seeks may halve.

/// What a transaction has overwritten of a page.
enum Kept<Element: Sendable>: Sendable {
  /// One element, and no other of its page.
  case element(Element, index: Int32)
  /// The page as it was before, and which page it is.
  case page(KeptPage<Element>, index: Int32)

  /// Where the first of what is kept stands in the column.
  var first: Int {
    switch self {
    case .element(_, let index): Int(index)
    case .page(_, let index): Int(index) << 6
    }
  }

  /// Which page it is of.
  var page: Int { first >> 6 }

  /// Whether all elements of the page are kept.
  var isWhole: Bool { if case .page = self { true } else { false } }
}

/// What a transaction has overwritten, in the order in which that was added until it is put in
/// order.
struct KeptList<Element: Sendable>: Sendable {
  /// Where the only element stood, for as long as there is but one and nobody has asked for a list;
  /// -1 otherwise.
  private var rawOnly: Int32 = -1
  /// The only element; nil where there is none.
  private var heldOnly: Element?
  private var list: [Kept<Element>]?

  init() {}

  init(only element: Element, at index: Int) {
    rawOnly = Int32(truncatingIfNeeded: index)
    heldOnly = element
  }

  private init(_ list: [Kept<Element>]) { self.list = list.isEmpty ? nil : list }

  /// Where the element stood that alone is kept; nil where there is a list.
  @inline(__always)
  var only: Int? { rawOnly >= 0 ? Int(rawOnly) : nil }

  /// That element, which must be there.
  @inline(__always)
  var oldOnly: Element {
    // Set together with the index, and never without.
    heldOnly.unsafelyUnwrapped
  }

  /// Makes a list of the only element.
  mutating func listOnly() {
    guard rawOnly >= 0 else { return }
    self = KeptList([self[0]])
  }

  mutating func append(_ kept: consuming Kept<Element>) {
    listOnly()
    list = list.take() ?? []
    list?.append(kept)
  }

  /// Puts a page in the place of its only element that was kept so far.
  ///
  /// Nothing else is ever replaced, nor a page taken out of what a transaction has kept: the first
  /// of those that were copied side by side holds the memory of all.
  mutating func replaceElement(at position: Int, with page: KeptPage<Element>) {
    listOnly()
    let kept = self[position]
    precondition(!kept.isWhole)
    list?[position] = .page(page, index: Int32(truncatingIfNeeded: kept.page))
  }
}

extension KeptList: RandomAccessCollection {
  var startIndex: Int { 0 }

  @inline(__always)
  var endIndex: Int { rawOnly >= 0 ? 1 : list?.count ?? 0 }

  @inline(__always)
  var isEmpty: Bool { rawOnly < 0 && list == nil }

  subscript(position: Int) -> Kept<Element> {
    guard rawOnly < 0 else {
      precondition(position == 0)
      return .element(oldOnly, index: rawOnly)
    }
    guard let list else { preconditionFailure("there is no element") }
    return list[position]
  }
}

extension KeptList {
  /// Puts what was kept in the order in which it stands in the column.
  mutating func putInOrder() { list?.sort { $0.first < $1.first } }

  /// The last of what was kept that begins at a position or before it, of what is in order.
  ///
  /// - Complexity: O(log k) in the number of pages.
  @inline(__always)
  func last(upTo index: Int) -> Kept<Element>? { isEmpty ? nil : search(upTo: index) }

  @inline(never)
  private func search(upTo index: Int) -> Kept<Element>? {
    var (start, end) = (0, count)
    while start < end {
      let middle = (start + end) >> 1
      if self[middle].first <= index { start = middle + 1 } else { end = middle }
    }
    return start > 0 ? self[start - 1] : nil
  }

  /// How many elements were kept, of whole pages 64 each.
  func elementCount() -> Int { reduce(0) { $0 + ($1.isWhole ? 64 : 1) } }

  /// Adds what a newer transaction has overwritten and this one has not.
  ///
  /// Of a page there may be several elements then, each once, if nobody has kept all of it.
  mutating func merge(_ newer: Self) {
    guard !newer.isEmpty else { return }
    let pages = Set(newer.lazy.map(\.page))
    let older = Dictionary(grouping: filter { pages.contains($0.page) }, by: \.page)
    var completed: Set<Int> = []
    var added: [Kept<Element>] = []
    for new in newer {
      let older = older[new.page] ?? []
      switch new {
      case .element:
        if !older.contains(where: { $0.isWhole || $0.first == new.first }) { added.append(new) }
      case .page(let page, let index):
        guard !older.contains(where: \.isWhole) else { continue }
        // In memory of its own: of that of a whole transaction all would be held for one page.
        var copy = page.copied()
        // What this one has kept of the page goes into it.
        for case .element(let old, let index) in older {
          copy.replace(with: old, at: Int(index) & 63)
          completed.insert(new.page)
        }
        added.append(.page(KeptPage(copy), index: index))
      }
    }
    // No whole page is among those: it might hold the memory of others.
    if !completed.isEmpty { self = Self(filter { !completed.contains($0.page) }) }
    for new in added { append(new) }
    putInOrder()
  }
}
