// A column of state: elements in pages, and the pages that a transaction has overwritten. A page is
// kept at its first write in a transaction and copied; whatever is written to it afterwards costs
// nothing more, so that one write pays for 64 elements and a million for a million. What is kept is
// the way back, and what changed is told by comparing a kept page with the one in its place.

/// A page that a transaction has overwritten.
struct KeptPage<Element: Sendable>: Sendable {
  /// Which page it is.
  let index: Int32
  /// The page as it was before.
  let elements: Pages<Element>.Page
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
  /// The pages this transaction has overwritten, in the order of their first writes.
  private(set) var kept: [KeptPage<Element>] = []
  /// By page: its position in `kept`, from 1; 0 of a page that was not written.
  private var positions: [Int32] = []
  /// The page last written: kept, and nobody else's, until this transaction ends.
  private var written = Written()
  /// The page last read by `near`; none that has been written since.
  private var read = PageCursor<Element>()

  private struct Written {
    var first = 0
    /// 0 where there are no elements.
    var count = 0
    var elements: UnsafeMutablePointer<Element>?
  }

  init(filledWith filler: Element) { self.filler = filler }

  private init(_ pages: Pages<Element>, filledWith filler: Element, positions: [Int32]) {
    self.pages = pages
    self.filler = filler
    self.positions = positions
  }

  /// The same elements, between transactions.
  func copy() -> Column {
    precondition(kept.isEmpty)
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
    @inline(__always) set { address(toWrite: index).pointee = newValue }
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

  /// Forgets where pages were: they are about to be other ones.
  private mutating func forgetPlaces() {
    written = Written()
    read = PageCursor()
  }

  /// Keeps an element as it is, whether it is written or not.
  mutating func keep(at index: Int) { keep(page: index >> 6) }

  /// Keeps a page before it is written, if this transaction has not written it yet.
  @inline(__always)
  private mutating func keep(page: Int) {
    if positions[page] == 0 { keepFirst(page: page) }
  }

  @inline(never)
  private mutating func keepFirst(page: Int) {
    kept.append(
      KeptPage(index: Int32(truncatingIfNeeded: page), elements: pages.page(at: page)))
    positions[page] = Int32(truncatingIfNeeded: kept.count)
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
    let position = positions[index >> 6]
    guard position > 0 else { return pages[index] }
    let elements = kept[Int(position) - 1].elements
    let place = index & 63
    return place < elements.count ? elements[place] : filler
  }

  /// Ends a transaction and moves what it has overwritten to a place that holds nothing.
  @inline(__always)
  mutating func moveKept(to other: inout [KeptPage<Element>]) {
    guard !kept.isEmpty else { return }
    forgetPlaces()
    for page in kept { positions[Int(page.index)] = 0 }
    swap(&kept, &other)
  }

  /// Puts pages back, which are writes like any other.
  mutating func put(_ old: [KeptPage<Element>]) {
    forgetPlaces()
    for page in old {
      let index = Int(page.index)
      keep(page: index)
      // The column may have grown since.
      var elements = page.elements
      for _ in elements.count..<pages.page(at: index).count { elements.append(filler) }
      pages.setPage(elements, at: index)
    }
  }
}

extension Column where Element: Equatable {
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
    seek(toWrite: index).pointee = element
    return old
  }

  /// How many elements are other ones than in pages that were kept.
  func countOfChanges(since old: [KeptPage<Element>]) -> Int {
    old.reduce(0) { count, page in
      let new = pages.page(at: Int(page.index))
      let grown = new.dropFirst(page.elements.count).count { $0 != filler }
      return count + grown + zip(page.elements, new).count { $0 != $1 }
    }
  }

  /// The elements that are other ones than in pages that were kept, in ascending order.
  ///
  /// - Complexity: O(k log k) in the number of pages, of 64 elements each.
  func changes(since old: [KeptPage<Element>]) -> [(index: Int, old: Element, new: Element)] {
    var changes: [(index: Int, old: Element, new: Element)] = []
    for page in old.sorted(by: { $0.index < $1.index }) {
      let first = Int(page.index) << 6
      for (place, new) in pages.page(at: Int(page.index)).enumerated() {
        let old = place < page.elements.count ? page.elements[place] : filler
        if new != old { changes.append((first + place, old, new)) }
      }
    }
    return changes
  }
}

extension Array {
  /// An element as it was, where its page was kept; nil where it was not, or the column has grown
  /// since.
  ///
  /// - Complexity: O(k) in the number of pages.
  func element<Kept>(at index: Int) -> Kept? where Element == KeptPage<Kept> {
    guard let page = first(where: { $0.index == index >> 6 }),
      page.elements.indices.contains(index & 63)
    else { return nil }
    return page.elements[index & 63]
  }

  /// Those of the pages whose indices are among some; all where nothing is said.
  func pages<Kept>(_ indices: Set<Int>?) -> Self where Element == KeptPage<Kept> {
    guard let indices else { return self }
    return filter { indices.contains(Int($0.index)) }
  }

  /// Adds the pages that a newer transaction has overwritten and this one has not.
  mutating func merge<Kept>(_ newer: Self) where Element == KeptPage<Kept> {
    guard !newer.isEmpty else { return }
    let known = Set(map(\.index))
    self += newer.filter { !known.contains($0.index) }
  }
}
