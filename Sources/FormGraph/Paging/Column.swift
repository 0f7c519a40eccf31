// A column of state: elements in pages, and what a transaction has overwritten of them. The first
// write to a page keeps the element that stood there, the next one the page as it was, as does the
// first where the page is another column's, too: an edit that reaches one row copies nothing, and
// one that reaches many pays once for 64 elements. What is kept is the way back, and what changed
// is told by comparing it with what stands in its place.

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
  /// What it has overwritten, of each page once, in the order of their first writes.
  private(set) var kept = KeptList<Element>()
  /// Where pages are kept that are written where they are.
  private var store = PageStore<Element>()
  /// By page: its position in what is kept, from 1; 0 of a page that is not there, and of the one
  /// that an element is of which alone is kept.
  private var positions: [Int32] = []
  /// The page last kept in a list, and whether those in it are in ascending order.
  private var lastKept = -1
  private var isInOrder = true
  /// The page last written that is kept whole, and nobody else's, until this transaction ends.
  private var written = Written()
  /// The page last read by `near`; none in the place of which there has come another since.
  private var read = PageCursor<Element>()

  private struct Written {
    var first = 0
    /// 0 where there are no elements.
    var count = 0
    var elements: UnsafeMutablePointer<Element>?
  }

  init(filledWith filler: Element) { self.filler = filler }

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
      kept = KeptList(only: element.pointee, at: index)
      return true
    }
    return kept.only == index || keepsAmongOthers(index)
  }

  @inline(never)
  private mutating func keepsAmongOthers(_ index: Int) -> Bool {
    listOnly()
    let position = positions[index >> 6]
    guard position > 0 else {
      keepFirst(.element(pages[index], index: Int32(truncatingIfNeeded: index)))
      return true
    }
    if case .element(_, let only) = kept[Int(position) - 1] { return Int(only) == index }
    return false
  }

  /// Finds the only element by its page from here on, for it will not be the only one.
  private mutating func listOnly() {
    guard let only = kept.only else { return }
    kept.listOnly()
    lastKept = only >> 6
    positions[lastKept] = 1
  }

  /// Keeps a page before it is written, if this transaction has not written it yet.
  @inline(__always)
  private mutating func keep(page: Int) {
    listOnly()
    let position = Int(positions[page])
    if position > 0 {
      keepWhole(at: position - 1)
    } else {
      keepFirst(.page(pageToKeep(page), index: Int32(truncatingIfNeeded: page)))
    }
  }

  /// A page of which one element has been written, as it was before that.
  private mutating func pageToKeep(
    _ page: Int, replacing place: Int, with old: Element
  ) -> KeptPage<Element> {
    guard PageStore<Element>.isOfPlainData else {
      var copy = pages.page(at: page).copied()
      copy.replace(with: old, at: place)
      return KeptPage(copy)
    }
    return store.copy(
      pages.address(of: page << 6), count: elementCount(ofPage: page), replacing: place, with: old)
  }

  private func elementCount(ofPage page: Int) -> Int { min(64, count &- page << 6) }

  /// A page that is about to be written, as it is now.
  @inline(__always)
  private mutating func pageToKeep(_ page: Int) -> KeptPage<Element> {
    if PageStore<Element>.isOfPlainData, let elements = pages.owned(page: page) {
      return store.copy(elements, count: elementCount(ofPage: page))
    }
    read = PageCursor()
    return KeptPage(pages.exchangeByCopy(page: page))
  }

  @inline(never)
  private mutating func keepFirst(_ old: consuming Kept<Element>) {
    isWritten = true
    let page = old.page
    if page < lastKept { isInOrder = false }
    lastKept = page
    kept.append(old)
    positions[page] = Int32(truncatingIfNeeded: kept.count)
  }

  /// Keeps a whole page of which one element may have been written so far.
  private mutating func keepWhole(at position: Int) {
    guard case .element(let old, let index) = kept[position] else { return }
    let page = Int(index) >> 6
    kept.replaceElement(
      at: position, with: pageToKeep(page, replacing: Int(index) & 63, with: old))
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
    if kept.only == index { return kept.oldOnly }
    let position = positions[index >> 6]
    guard position > 0 else { return pages[index] }
    switch kept[Int(position) - 1] {
    case .element(let old, let only): return Int(only) == index ? old : pages[index]
    case .page(let old, _): return index & 63 < old.count ? old[index & 63] : filler
    }
  }

  /// An element as it was before a transaction that has ended and kept this.
  ///
  /// - Complexity: O(log k) in the number of pages that it has overwritten.
  @inline(__always)
  func old(at index: Int, _ kept: KeptList<Element>) -> Element {
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
  mutating func moveKept(to other: inout KeptList<Element>) {
    if isWritten { moveWritten(to: &other) }
  }

  @inline(__always)
  private mutating func moveWritten(to other: inout KeptList<Element>) {
    precondition(other.isEmpty)
    isWritten = false
    if kept.only == nil { tidyList() }
    swap(&kept, &other)
  }

  /// Forgets where what is kept stands in the list, which is put in order.
  @inline(never)
  private mutating func tidyList() {
    forgetPlaces()
    store = PageStore()
    for old in kept { positions[old.page] = 0 }
    if !isInOrder { kept.putInOrder() }
    isInOrder = true
    lastKept = -1
  }

  /// Puts back what was kept, which are writes like any other.
  mutating func put(_ old: KeptList<Element>) {
    for old in old {
      switch old {
      case .element(let old, let index): self[Int(index)] = old
      case .page(let old, let index):
        let filler = filler
        withPage(Int(index)) { page in
          let common = min(page.count, old.count)
          page.baseAddress?.update(from: old.elements, count: common)
          // The column may have grown since.
          page[common...].update(repeating: filler)
        }
      }
    }
  }
}

extension Column where Element: Equatable {
  /// Whether an element is another one than before this transaction.
  @inline(__always)
  func isOther(at index: Int) -> Bool {
    if kept.only == nil {
      isOtherInList(index)
    } else {
      kept.only == index && kept.oldOnly != self[index]
    }
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
  func countOfChanges(since old: KeptList<Element>) -> Int {
    var count = 0
    for old in old { forEachChange(since: old) { _, _, _ in count += 1 } }
    return count
  }

  /// The elements that are other ones than those that were kept, perhaps only those on some pages;
  /// in ascending order, where the transaction has ended.
  ///
  /// - Complexity: O(k) in the number of pages, of 64 elements each.
  func changes(
    since old: KeptList<Element>, on pages: Set<Int>? = nil
  ) -> [(index: Int, old: Element, new: Element)] {
    var changes: [(index: Int, old: Element, new: Element)] = []
    for old in old where pages?.contains(old.page) != false {
      forEachChange(since: old) { changes.append(($0, $1, $2)) }
    }
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
