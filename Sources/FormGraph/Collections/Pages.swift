// A persistent array: a list of pages of 256 elements. Copies share all pages. A write copies the
// page it touches and, if the list of pages is shared, that list: 100 references for 25 000
// elements. So the history and change sets keep old shapes of a form and pay only for the pages
// that differ. The array grows at the end and never shrinks.
//
//   pages    a | b | c        one value
//   pages    a | b' | c       a copy that has written to its second page

/// Elements by position, in pages that copies share until they write.
struct Pages<Element: Sendable>: Sendable {
  typealias Page = ContiguousArray<Element>

  /// All pages except the last are full.
  private var pages: ContiguousArray<Page> = []
  private(set) var count = 0

  private static var pageSize: Int { 256 }

  init() {}

  /// Repeats one element.
  ///
  /// All positions share one page until they are written.
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

  /// Appends copies of `element` until there are `count` elements.
  ///
  /// All new full pages are the same shared page. Growing by a million elements costs 4 000
  /// references; memory is used only where something is written.
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

  /// The number of pages that are not identical to the pages at the same positions of another
  /// value.
  ///
  /// It counts what writes have copied since both values were one.
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
    // Not `get`, because reading one property of an element must not copy the other properties.
    @inline(__always) _read { yield pages[index >> 8][index & 255] }
    @inline(__always) _modify { yield &pages[index >> 8][index & 255] }
  }
}
