// A column of state: elements in pages, and what a transaction has overwritten of them. The first
// write to a page keeps the element that stood there, the next one the page as it was, as does the
// first where the page is another column's, too: an edit that reaches one row copies nothing, and
// one that reaches many pays once for 64 elements. What is kept is the way back, and what changed
// is told by comparing it with what stands in its place.

/// What a transaction has overwritten of a page.
enum Kept<Element: Sendable>: Sendable {
  /// One element, and no other of its page.
  case element(Element, index: Int32)
  /// The page as it was before, and which page it is.
  case page(Pages<Element>.Page, index: Int32)

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

/// Elements by position, with what a transaction overwrites of them.
///
/// Copied on request only, and never within a transaction: what a transaction has written is its
/// own.
struct Column<Element: Sendable>: ~Copyable, @unchecked Sendable {
  // Sendable: what it points to is its own memory, and used by whoever may change it.

  private(set) var pages = Pages<Element>()
  /// What stands where nothing was written.
  private let filler: Element
  /// Whether this transaction has overwritten anything: asked of every column at its end.
  private(set) var isWritten = false
  /// Where the only element is that it has overwritten, for as long as there is but one, or -1.
  ///
  /// A transaction that reaches one row keeps no list.
  private var only: Int32 = -1
  /// What stood there.
  private var oldOnly: Element
  /// What it has overwritten otherwise, of each page once, in the order of their first writes.
  private var list: [Kept<Element>] = []
  /// By page: its position in the list, from 1; 0 of a page that is not there.
  private var positions: [Int32] = []
  /// Whether the pages in the list are in ascending order.
  private var isInOrder = true
  /// The page last written that is kept whole, and nobody else's, until this transaction ends.
  private var written = Written()
  /// The page last read by `near`; none that has been written since.
  private var read = PageCursor<Element>()

  private struct Written {
    var first = 0
    /// 0 where there are no elements.
    var count = 0
    var elements: UnsafeMutablePointer<Element>?
  }

  init(filledWith filler: Element) {
    self.filler = filler
    oldOnly = filler
  }

  private init(_ pages: Pages<Element>, filledWith filler: Element, positions: [Int32]) {
    self.init(filledWith: filler)
    self.pages = pages
    self.positions = positions
  }

  /// The same elements, between transactions.
  func copy() -> Column {
    precondition(!isWritten)
    return Column(pages, filledWith: filler, positions: positions)
  }

  var count: Int { pages.count }

  /// What this transaction has overwritten so far, in the order of its writes.
  var kept: Few<Kept<Element>> {
    only >= 0 ? Few(only: .element(oldOnly, index: only)) : Few(list)
  }

  /// Makes room for as many elements.
  mutating func grow(to count: Int) {
    forgetPlaces()
    pages.grow(to: count, with: filler)
    while positions.count < pages.pageCount { positions.append(0) }
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { pages[index] }
    @inline(__always) set { addressAlone(toWrite: index).pointee = newValue }
  }

  /// An element that is likely to stand near the one last asked for.
  @inline(__always)
  mutating func near(_ index: Int) -> Element {
    let place = index &- written.first
    if UInt(bitPattern: place) < UInt(bitPattern: written.count) {
      // A page that has a place has elements.
      return written.elements.unsafelyUnwrapped[place]
    }
    return pages.address(of: index, near: &read).pointee
  }

  /// Where an element is to be written; the others of its page stand around it.
  @inline(__always)
  mutating func address(toWrite index: Int) -> UnsafeMutablePointer<Element> {
    let place = index &- written.first
    if UInt(bitPattern: place) < UInt(bitPattern: written.count) {
      // A page that has a place has elements.
      return written.elements.unsafelyUnwrapped + place
    }
    return seek(toWrite: index)
  }

  /// Where an element is to be written, and for now no other one of its page.
  @inline(__always)
  private mutating func addressAlone(toWrite index: Int) -> UnsafeMutablePointer<Element> {
    let place = index &- written.first
    if UInt(bitPattern: place) < UInt(bitPattern: written.count) {
      // A page that has a place has elements.
      return written.elements.unsafelyUnwrapped + place
    }
    return seekAlone(toWrite: index)
  }

  @inline(never)
  private mutating func seek(toWrite index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    keep(page: index >> 6)
    read = PageCursor()
    written = pages.withPage(index >> 6) {
      Written(first: index & ~63, count: $0.count, elements: $0.baseAddress)
    }
    // The index is one of the column, so its page, which has just been found, has elements.
    return written.elements.unsafelyUnwrapped + index & 63
  }

  @inline(never)
  private mutating func seekAlone(toWrite index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    // A page that somebody else has is copied by its first write, and may as well be kept whole.
    guard let elements = pages.owned(page: index >> 6) else { return seek(toWrite: index) }
    let element = elements + index & 63
    return keepsAlone(index, element) ? element : seek(toWrite: index)
  }

  /// Forgets where pages were: they are about to be other ones.
  private mutating func forgetPlaces() {
    written = Written()
    read = PageCursor()
  }

  /// Keeps an element as it is, whether it is written or not.
  mutating func keep(at index: Int) {
    if !keepsAlone(index, pages.address(of: index)) { keep(page: index >> 6) }
  }

  /// Keeps an element before it is written, where no other one of its page has been kept; gives
  /// whether it alone is.
  @inline(__always)
  private mutating func keepsAlone(_ index: Int, _ element: UnsafePointer<Element>) -> Bool {
    if !isWritten {
      isWritten = true
      only = Int32(truncatingIfNeeded: index)
      oldOnly = element.pointee
      return true
    }
    return Int(only) == index || keepsAmongOthers(index)
  }

  @inline(never)
  private mutating func keepsAmongOthers(_ index: Int) -> Bool {
    listOnly()
    let position = positions[index >> 6]
    guard position > 0 else {
      keepFirst(.element(pages[index], index: Int32(truncatingIfNeeded: index)))
      return true
    }
    if case .element(_, let only) = list[Int(position) - 1] { return Int(only) == index }
    return false
  }

  /// Makes the only element the first of a list, for it will not be the only one.
  private mutating func listOnly() {
    guard only >= 0 else { return }
    keepFirst(.element(oldOnly, index: only))
    oldOnly = filler
    only = -1
  }

  /// Keeps a page before it is written, if this transaction has not written it yet.
  @inline(__always)
  private mutating func keep(page: Int) {
    if only >= 0 { listOnly() }
    let position = Int(positions[page])
    if position > 0 {
      keepWhole(at: position - 1)
    } else {
      read = PageCursor()
      keepFirst(.page(pages.exchangeByCopy(page: page), index: Int32(truncatingIfNeeded: page)))
    }
  }

  @inline(never)
  private mutating func keepFirst(_ old: consuming Kept<Element>) {
    isWritten = true
    let page = old.page
    if let last = list.last, page < last.page { isInOrder = false }
    list.append(old)
    positions[page] = Int32(truncatingIfNeeded: list.count)
  }

  /// Keeps a whole page of which one element may have been written so far.
  private mutating func keepWhole(at position: Int) {
    guard case .element(let old, let index) = list[position] else { return }
    var page = pages.copy(ofPage: Int(index) >> 6)
    page.replace(with: old, at: Int(index) & 63)
    list[position] = .page(page, index: index >> 6)
  }

  /// Gives the elements of a page to be written.
  @inline(__always)
  mutating func withPage<Result>(
    _ page: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Result
  ) -> Result {
    keep(page: page)
    forgetPlaces()
    return pages.withPage(page, body)
  }

  /// An element as it was before this transaction.
  @inline(__always)
  func old(at index: Int) -> Element {
    guard only < 0 else { return Int(only) == index ? oldOnly : pages[index] }
    let position = positions[index >> 6]
    guard position > 0 else { return pages[index] }
    switch list[Int(position) - 1] {
    case .element(let old, let only): return Int(only) == index ? old : pages[index]
    case .page(let old, _): return index & 63 < old.count ? old[index & 63] : filler
    }
  }

  /// An element as it was before a transaction that has ended and kept this.
  ///
  /// - Complexity: O(log k) in the number of pages that it has overwritten.
  @inline(__always)
  func old(at index: Int, _ kept: Few<Kept<Element>>) -> Element {
    switch kept.last(upTo: index) {
    case .element(let old, index: Int32(truncatingIfNeeded: index))?: old
    case .page(let old, index: Int32(truncatingIfNeeded: index >> 6))?:
      index & 63 < old.count ? old[index & 63] : filler
    case .element, .page, nil: pages[index]
    }
  }

  /// Ends a transaction and moves what it has overwritten, in the order in which it stands in the
  /// column, to a place that holds nothing.
  @inline(__always)
  mutating func moveKept(to other: inout Few<Kept<Element>>) {
    if isWritten { moveWritten(to: &other) }
  }

  @inline(__always)
  private mutating func moveWritten(to other: inout Few<Kept<Element>>) {
    isWritten = false
    guard only >= 0 else { return moveList(to: &other) }
    other = Few(only: .element(oldOnly, index: only))
    oldOnly = filler
    only = -1
  }

  @inline(never)
  private mutating func moveList(to other: inout Few<Kept<Element>>) {
    forgetPlaces()
    for old in list { positions[old.page] = 0 }
    other = Few(list)
    list = []
    if !isInOrder { other.putInOrder() }
    isInOrder = true
  }

  /// Puts back what was kept, which are writes like any other.
  mutating func put(_ old: Few<Kept<Element>>) {
    for old in old {
      switch old {
      case .element(let old, let index): self[Int(index)] = old
      case .page(var old, let index):
        // The column may have grown since.
        for _ in old.count..<pages.page(at: Int(index)).count { old.append(filler) }
        listOnly()
        let position = Int(positions[Int(index)])
        if position > 0 { keepWhole(at: position - 1) }
        forgetPlaces()
        let replaced = pages.exchange(old, at: Int(index))
        if position == 0 { keepFirst(.page(replaced, index: index)) }
      }
    }
  }
}

extension Column where Element: Equatable {
  /// Whether an element is another one than before this transaction.
  @inline(__always)
  func isOther(at index: Int) -> Bool {
    only < 0 ? isOtherInList(index) : Int(only) == index && oldOnly != self[index]
  }

  @inline(never)
  private func isOtherInList(_ index: Int) -> Bool { old(at: index) != self[index] }

  /// Writes an element; gives whether it is another one than stood there.
  @inline(__always)
  mutating func replace(_ element: Element, at index: Int) -> Bool {
    exchange(element, at: index) != nil
  }

  /// Writes an element; gives the one that stood there, where that was another one.
  @inline(__always)
  mutating func exchange(_ element: Element, at index: Int) -> Element? {
    let place = index &- written.first
    if UInt(bitPattern: place) < UInt(bitPattern: written.count) {
      // A page that has a place has elements.
      let pointer = written.elements.unsafelyUnwrapped + place
      let old = pointer.pointee
      guard old != element else { return nil }
      pointer.pointee = element
      return old
    }
    let old = pages.address(of: index, near: &read).pointee
    guard old != element else { return nil }
    seekAlone(toWrite: index).pointee = element
    return old
  }

  /// How many elements are other ones than those that were kept.
  func countOfChanges(since old: Few<Kept<Element>>) -> Int {
    var count = 0
    for old in old { forEachChange(since: old) { _, _, _ in count += 1 } }
    return count
  }

  /// The elements that are other ones than those that were kept; in ascending order, where the
  /// transaction has ended.
  ///
  /// - Complexity: O(k) in the number of pages, of 64 elements each.
  func changes(since old: Few<Kept<Element>>) -> [(index: Int, old: Element, new: Element)] {
    var changes: [(index: Int, old: Element, new: Element)] = []
    old.forEach { forEachChange(since: $0) { changes.append(($0, $1, $2)) } }
    return changes
  }

  private func forEachChange(
    since old: Kept<Element>, _ body: (_ index: Int, _ old: Element, _ new: Element) -> Void
  ) {
    switch old {
    case .element(let old, let index):
      let new = pages[Int(index)]
      if new != old { body(Int(index), old, new) }
    case .page(let old, let index):
      for (place, new) in pages.page(at: Int(index)).enumerated() {
        let old = place < old.count ? old[place] : filler
        if new != old { body(Int(index) << 6 + place, old, new) }
      }
    }
  }
}

extension Few {
  /// Puts what was kept in the order in which it stands in the column.
  mutating func putInOrder<Value>() where Element == Kept<Value> {
    self = Few(sorted { $0.first < $1.first })
  }

  /// The last of what was kept that begins at a position or before it, of what is in order.
  ///
  /// - Complexity: O(log k) in the number of pages.
  @inline(__always)
  func last<Value>(upTo index: Int) -> Element? where Element == Kept<Value> {
    isEmpty ? nil : search(upTo: index)
  }

  @inline(never)
  private func search<Value>(upTo index: Int) -> Element? where Element == Kept<Value> {
    var (start, end) = (0, count)
    while start < end {
      let middle = (start + end) >> 1
      if self[middle].first <= index { start = middle + 1 } else { end = middle }
    }
    return start > 0 ? self[start - 1] : nil
  }

  /// How many elements were kept, of whole pages 64 each.
  func elementCount<Value>() -> Int where Element == Kept<Value> {
    reduce(0) { $0 + ($1.isWhole ? 64 : 1) }
  }

  /// What was kept of pages whose indices are among some; all where nothing is said.
  func pages<Value>(_ indices: Set<Int>?) -> Self where Element == Kept<Value> {
    guard let indices else { return self }
    return Few(filter { indices.contains($0.page) })
  }

  /// Adds what a newer transaction has overwritten and this one has not.
  ///
  /// Of a page there may be several elements then, each once, if nobody has kept all of it.
  mutating func merge<Value>(_ newer: Self) where Element == Kept<Value> {
    guard !newer.isEmpty else { return }
    let pages = Set(newer.lazy.map(\.page))
    let older = Dictionary(grouping: filter { pages.contains($0.page) }, by: \.page)
    var completed: Set<Int> = []
    var added: [Element] = []
    for new in newer {
      let older = older[new.page] ?? []
      switch new {
      case .element:
        if !older.contains(where: { $0.isWhole || $0.first == new.first }) { added.append(new) }
      case .page(var page, let index):
        guard !older.contains(where: \.isWhole) else { continue }
        // What this one has kept of the page goes into it.
        for case .element(let old, let index) in older {
          page.replace(with: old, at: Int(index) & 63)
          completed.insert(new.page)
        }
        added.append(.page(page, index: index))
      }
    }
    if !completed.isEmpty { self = Few(filter { !completed.contains($0.page) }) }
    for new in added { append(new) }
    putInOrder()
  }
}
