// A persistent array: a root of chunks, a chunk of 64 pages, a page of 64 elements. Copying is O(1);
// a write copies the page it touches, the chunk above it and the root, each only if it is shared.
// It grows at the end and never shrinks. An index out of range traps as an array's does: negative
// ones and those past the end miss a level, and that level is an array.

/// Elements by position, in pages that copies share until they are written.
struct Pages<Element: Sendable>: Sendable {
  /// All chunks but the last have 64 pages, and all pages but the last of all 64 elements; no chunk
  /// and no page is empty.
  private var chunks: [[[Element]]] = []
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
    var page: [Element] = []
    page.reserveCapacity(Swift.min(elements.underestimatedCount, Self.fanOut))
    for element in elements {
      if page.count == Self.fanOut {
        append(page: page)
        page = []
        page.reserveCapacity(Self.fanOut)
      }
      page.append(element)
    }
    if !page.isEmpty { append(page: page) }
  }

  mutating func append(_ element: Element) {
    guard count & (Self.fanOut - 1) != 0 else { return append(page: [element]) }
    chunks[count >> 12][(count >> 6) & 63].append(element)
    count += 1
  }

  /// Appends an element until there are `count`; fewer than there are change nothing.
  ///
  /// New full pages and chunks are one page and one chunk that all places share, so growing by a
  /// million costs a few hundred references and no memory until something is written.
  mutating func grow(to count: Int, with element: Element) {
    while self.count < count && self.count & (Self.fanOut - 1) != 0 { append(element) }
    let missing = count - self.count
    guard missing > 0 else { return }
    let page = [Element](repeating: element, count: Swift.min(missing, Self.fanOut))
    while count - self.count >= Self.fanOut && self.count & (Self.chunkSize - 1) != 0 {
      append(page: page)
    }
    if count - self.count >= Self.chunkSize {
      let chunk = [[Element]](repeating: page, count: Self.fanOut)
      while count - self.count >= Self.chunkSize {
        chunks.append(chunk)
        self.count += Self.chunkSize
      }
    }
    while count - self.count >= Self.fanOut { append(page: page) }
    let rest = count - self.count
    if rest > 0 { append(page: [Element](repeating: element, count: rest)) }
  }

  var pageCount: Int { (count + 63) >> 6 }

  /// The elements from index × 64 on.
  func page(at index: Int) -> [Element] { chunks[index >> 6][index & 63] }

  /// Writes a page whole; it must keep its length.
  mutating func withPage(_ index: Int, _ body: (inout [Element]) -> Void) {
    body(&chunks[index >> 6][index & 63])
  }

  /// Appends a page, which must be full unless it is the last, where the last one is full.
  mutating func append(page: [Element]) {
    if count & (Self.chunkSize - 1) == 0 {
      chunks.append([page])
    } else {
      chunks[count >> 12].append(page)
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
      guard !Self.isSame(chunk, otherChunk) else { continue }
      for (place, page) in chunk.enumerated() {
        let isShared = place < otherChunk.count && Self.isSame(page, otherChunk[place])
        if !isShared { notShared += 1 }
      }
    }
    return notShared
  }

  /// Whether two arrays, neither of them empty, are one storage.
  ///
  /// The addresses are only compared, never read through. Both arrays are alive, so that one address
  /// is one storage.
  private static func isSame<Item>(_ left: [Item], _ right: [Item]) -> Bool {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in left.baseAddress == right.baseAddress }
    }
  }
}

extension Pages: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    @inline(__always) get { chunks[index >> 12][(index >> 6) & 63][index & 63] }
    @inline(__always) _modify { yield &chunks[index >> 12][(index >> 6) & 63][index & 63] }
  }

  func makeIterator() -> Iterator { Iterator(self) }

  /// Goes through the elements a page at a time, so that an element costs what an array's does.
  struct Iterator: IteratorProtocol {
    private let pages: Pages
    private var page: [Element] = []
    private var place = 0
    /// Where the page after this one starts.
    private var end = 0

    fileprivate init(_ pages: Pages) { self.pages = pages }

    @inline(__always)
    mutating func next() -> Element? {
      if place == page.count {
        guard end < pages.count else { return nil }
        page = pages.chunks[end >> 12][(end >> 6) & 63]
        end += page.count
        place = 0
      }
      defer { place += 1 }
      return page[place]
    }
  }
}

/// Pages that two values share are not compared element by element.
extension Pages: Equatable where Element: Equatable {}
