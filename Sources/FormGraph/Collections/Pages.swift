// A persistent array: a list of pages of 256 elements. Copies share all pages. A write copies the
// page it touches and, if it is shared, the list of pages: a hundred of them for 25 000 elements.
// So the history and change sets keep old shapes of a form for the price of what differs. Pages
// grow at the end and never shrink.

/// Elements by position, in pages that copies share until they are written.
struct Pages<Element: Sendable>: Sendable {
  typealias Page = ContiguousArray<Element>

  /// All pages but the last are full.
  private var pages: ContiguousArray<Page> = []
  private(set) var count = 0

  private static var pageSize: Int { 256 }

  init() {}

  /// The same element everywhere, in one page that all places share until they are written.
  init(repeating element: Element, count: Int) { grow(to: count, with: element) }

  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  mutating func append(_ element: consuming Element) {
    if count & 255 == 0 {
      pages.append([element])
    } else {
      pages[count >> 8].append(element)
    }
    count += 1
  }

  /// Appends an element until there are `count`.
  ///
  /// New full pages are one page that all places share, so growing by a million costs four thousand
  /// references, and memory only where something is written.
  mutating func grow(to count: Int, with element: Element) {
    while self.count < count && self.count & 255 != 0 { append(element) }
    guard self.count < count else { return }
    let page = Page(repeating: element, count: Self.pageSize)
    while count - self.count >= Self.pageSize {
      pages.append(page)
      self.count += Self.pageSize
    }
    while self.count < count { append(element) }
  }

  /// How many pages are not the very ones that stand at their places in another value: what writes
  /// have copied since the two were one.
  func pagesNotShared(with other: Pages) -> Int {
    pages.indices.count { index in
      index >= other.pages.count || !Self.areSame(pages[index], other.pages[index])
    }
  }

  private static func areSame(_ left: Page, _ right: Page) -> Bool {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
    }
  }
}

extension Pages: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    // Not by `get`: reading one property of an element copies no other one.
    @inline(__always) _read { yield pages[index >> 8][index & 255] }
    @inline(__always) _modify { yield &pages[index >> 8][index & 255] }
  }
}
