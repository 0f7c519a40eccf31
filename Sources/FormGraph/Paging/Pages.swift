// A persistent array: a root of chunks, a chunk of 64 pages, a page of 64 elements. Copying is
// O(1); a write copies the page it touches, the chunk above it and the root, each only if it is
// shared. It grows at the end and never shrinks. An index out of range traps as an array's does.

/// Elements by position, in pages that copies share until they are written.
struct Pages<Element: Sendable>: Sendable {
  typealias Page = Block<Element>

  /// All chunks but the last have 64 pages, and all pages but the last of all 64 elements; no chunk
  /// and no page is empty.
  private var chunks = Block<Block<Page>>()
  private(set) var count = 0

  /// Elements in a page, and pages in a chunk: an index is six bits of place in its page, six bits
  /// of page in its chunk, and the chunk.
  private static var fanOut: Int { 64 }
  private static var chunkSize: Int { 64 * 64 }

  init() {}

  /// The same element everywhere, in one page that all places share until they are written.
  init(repeating element: Element, count: Int) {
    grow(to: count, with: element)
  }

  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  mutating func append(_ element: consuming Element) {
    if count & (Self.fanOut - 1) == 0 {
      // Where one page is full the next may well be, too.
      append(page: Page(element, capacity: count > 0 ? Self.fanOut : 1))
    } else {
      (chunks.own() + count >> 12).pointee.own()[(count >> 6) & 63].append(element)
      count += 1
    }
  }

  /// Appends an element until there are `count`; fewer than there are change nothing.
  ///
  /// New full pages and chunks are one page and one chunk that all places share, so growing by a
  /// million costs a few hundred references and no memory until something is written.
  mutating func grow(to count: Int, with element: Element) {
    while self.count < count && self.count & (Self.fanOut - 1) != 0 { append(element) }
    let missing = count - self.count
    guard missing > 0 else { return }
    let page = Page(repeating: element, count: Swift.min(missing, Self.fanOut))
    while count - self.count >= Self.fanOut && self.count & (Self.chunkSize - 1) != 0 {
      append(page: page)
    }
    if count - self.count >= Self.chunkSize {
      let chunk = Block(repeating: page, count: Self.fanOut)
      while count - self.count >= Self.chunkSize {
        chunks.append(chunk)
        self.count += Self.chunkSize
      }
    }
    while count - self.count >= Self.fanOut { append(page: page) }
    let rest = count - self.count
    if rest > 0 { append(page: Page(repeating: element, count: rest)) }
  }

  /// Where an element is, for as long as nobody changes the pages.
  @inline(__always)
  func address(of index: Int) -> UnsafePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return UnsafePointer(
      chunks.elements[index >> 12].elements[(index >> 6) & 63].elements + index & 63)
  }

  /// Where an element is, sought near the one that was last sought with this cursor.
  ///
  /// What is pointed to stays as long as nobody changes the pages.
  @inline(__always)
  func address(of index: Int, near cursor: inout PageCursor<Element>) -> UnsafePointer<Element> {
    let place = index &- cursor.first
    if UInt(bitPattern: place) < UInt(bitPattern: cursor.count) {
      // A cursor that has a place has elements: its count is 0 where it has none.
      return cursor.elements.unsafelyUnwrapped + place
    }
    return seek(index, &cursor)
  }

  @inline(never)
  private func seek(_ index: Int, _ cursor: inout PageCursor<Element>) -> UnsafePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    let elements = chunks.elements[index >> 12].elements[(index >> 6) & 63].elements
    // Told by the index alone: how long the page says it is lies in other memory than the element.
    let first = index & ~63
    cursor = PageCursor(
      first: first, count: Swift.min(Self.fanOut, count &- first), elements: elements)
    return elements + index & 63
  }

  // MARK: - Pages

  var pageCount: Int { (count + 63) >> 6 }

  /// The elements from index × 64 on.
  func page(at index: Int) -> Page {
    precondition(index >= 0 && index < pageCount)
    return chunks.elements[index >> 6].elements[index & 63]
  }

  /// Puts a copy in the place of a page; gives the page, of which no reference is counted for it.
  mutating func exchangeByCopy(page index: Int) -> Page {
    let place = place(ofPage: index)
    let old = place.move()
    place.initialize(to: old.copied())
    return old
  }

  /// Where a page is to be written.
  @inline(__always)
  private mutating func place(ofPage index: Int) -> UnsafeMutablePointer<Page> {
    precondition(index >= 0 && index < pageCount)
    return (chunks.own() + index >> 6).pointee.own() + index & 63
  }

  /// The elements from index × 64 on, to be written.
  @inline(__always)
  mutating func withPage<Result>(
    _ index: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Result
  ) -> Result {
    let page = place(ofPage: index)
    return body(UnsafeMutableBufferPointer(start: page.pointee.own(), count: page.pointee.count))
  }

  /// Where the elements from index × 64 on are to be written, where nobody else has them; nil where
  /// a write would copy them first.
  @inline(__always)
  mutating func owned(page index: Int) -> UnsafeMutablePointer<Element>? {
    precondition(index >= 0 && index < pageCount)
    guard let chunk = chunks.owned, let page = chunk[index >> 6].owned else { return nil }
    return page[index & 63].owned
  }

  /// Appends a page, which must be full unless it is the last, where the last one is full.
  mutating func append(page: Page) {
    if count & (Self.chunkSize - 1) == 0 {
      chunks.append(Block(repeating: page, count: 1))
    } else {
      chunks.own()[count >> 12].append(page)
    }
    count += page.count
  }

  /// How many pages are not the very ones that stand at their places in another value: what writes
  /// have copied since the two were one.
  ///
  /// - Complexity: O(chunks), and O(pages) of those that differ.
  func pagesNotShared(with other: Pages) -> Int {
    var notShared = 0
    for (position, chunk) in chunks.enumerated() {
      guard position < other.chunks.count else {
        notShared += chunk.count
        continue
      }
      let otherChunk = other.chunks[position]
      guard !Block.isSame(chunk, otherChunk) else { continue }
      for (place, page) in chunk.enumerated() {
        let isShared = place < otherChunk.count && Page.isSame(page, otherChunk[place])
        if !isShared { notShared += 1 }
      }
    }
    return notShared
  }
}

extension Pages: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  // Addresses and no values, so that reading one property of an element copies no other one. What
  // is pointed to stays as long as the access: the pages are borrowed until then, or changed by
  // nobody else.
  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { address(of: index) }
    @inline(__always) unsafeMutableAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      let chunk = chunks.own() + index >> 12
      return (chunk.pointee.own() + (index >> 6) & 63).pointee.own() + index & 63
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }

  /// Goes through the elements a page at a time, so that an element costs what an array's does.
  struct Iterator: IteratorProtocol {
    private let pages: Pages
    private var page = Page()
    private var place = 0
    /// How many elements the pages begun have.
    private var end = 0

    fileprivate init(_ pages: Pages) { self.pages = pages }

    @inline(__always)
    mutating func next() -> Element? {
      if place == end {
        guard end < pages.count else { return nil }
        page = pages.page(at: end >> 6)
        end += page.count
      }
      defer { place += 1 }
      return page.elements[place & 63]
    }
  }
}

/// The page in which an element was last sought.
///
/// Who goes through a table finds most of what is next without going down from the root. Used for
/// as long as nobody changes the pages.
struct PageCursor<Element> {
  /// The positions on the page, and where their elements are.
  fileprivate var first = 0
  fileprivate var count = 0
  fileprivate var elements: UnsafePointer<Element>?

  init() {}

  fileprivate init(first: Int, count: Int, elements: UnsafePointer<Element>) {
    self.first = first
    self.count = count
    self.elements = elements
  }
}

/// Pages that two values share are not compared element by element.
extension Pages: Equatable where Element: Equatable {}
