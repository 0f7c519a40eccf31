// The elements of a page as they were before a transaction wrote it. Plain data is copied to one
// piece of memory after the other, so that the page itself is written where it is and stays where
// it was: a transaction that reaches a million rows goes through memory in its order, asks for a
// few large pieces and gives them back as a whole.

/// The elements of a page as they were, in memory that nobody writes any more.
///
/// Of the pages that were copied to one store the first holds the memory of all: a reference for
/// each would be counted while what was copied is still on its way to memory, which everything
/// would wait for. So whoever keeps one keeps the first, as a ``KeptList`` does, which drops no
/// page.
struct KeptPage<Element: Sendable>: @unchecked Sendable {
  // Sendable: what it points to is written before there is a kept page, and not after.
  /// What the elements are part of; nil where they are a store's, whose first page holds it.
  private let owner: AnyObject?
  /// Where they are, for as long as that is held.
  let elements: UnsafePointer<Element>
  private let rawCount: Int32

  /// A page that nobody writes any more.
  init(_ page: Pages<Element>.Page) {
    self.init(page.owner, page.elements, count: page.count)
  }

  fileprivate init(_ owner: AnyObject?, _ elements: UnsafePointer<Element>, count: Int) {
    self.owner = owner
    self.elements = elements
    rawCount = Int32(truncatingIfNeeded: count)
  }

  @inline(__always)
  var count: Int { Int(rawCount) }

  @inline(__always)
  subscript(place: Int) -> Element {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
    return elements[place]
  }

  /// The same elements in memory of their own.
  func copied() -> Pages<Element>.Page {
    Pages<Element>.Page(copying: UnsafeBufferPointer(start: elements, count: count))
  }
}

/// Where a transaction copies pages of plain data to, one behind the other.
struct PageStore<Element: Sendable>: @unchecked Sendable {
  // Sendable: written by the one column that it is part of, each place once, before anybody is told
  // of it.
  /// What it has copied to first, which holds all else that it has copied to.
  private var memory: Memory?
  /// The same, where no page holds it yet.
  private var owner: Memory?
  /// Where the next page goes, and how many there is room for.
  private var next: UnsafeMutablePointer<Element>?
  private var room = 0
  /// How many pages the next piece of memory will have room for: one at first, for most
  /// transactions keep no more.
  private var nextRoom = 1

  /// Elements, and other pieces of memory.
  private typealias Memory = ManagedBuffer<[AnyObject], Element>

  private static var mostRoom: Int { 64 }
  private static var pageSize: Int { 64 }

  /// Whether elements are plain data, which can be copied without being counted.
  @inline(__always)
  static var isOfPlainData: Bool { _isPOD(Element.self) }

  /// Copies a page, of elements that are plain data.
  @inline(__always)
  mutating func copy(_ page: UnsafePointer<Element>, count: Int) -> KeptPage<Element> {
    precondition(Self.isOfPlainData && count <= Self.pageSize)
    if room == 0 { makeRoom() }
    // There is room, so there is memory.
    let place = next.unsafelyUnwrapped
    place.initialize(from: page, count: count)
    next = place + Self.pageSize
    room &-= 1
    guard owner != nil else { return KeptPage(nil, UnsafePointer(place), count: count) }
    return KeptPage(owner.take(), UnsafePointer(place), count: count)
  }

  /// Copies a page of which one element was another one.
  mutating func copy(
    _ page: UnsafePointer<Element>, count: Int, replacing place: Int, with element: Element
  ) -> KeptPage<Element> {
    precondition(place < count)
    let kept = copy(page, count: count)
    // Nobody has been told of it yet.
    UnsafeMutablePointer(mutating: kept.elements)[place] = element
    return kept
  }

  @inline(never)
  private mutating func makeRoom() {
    let piece = Memory.create(minimumCapacity: nextRoom * Self.pageSize) { _ in [] }
    // Elements that are plain data have nothing to be destroyed.
    next = piece.withUnsafeMutablePointerToElements { $0 }
    if let memory {
      memory.withUnsafeMutablePointerToHeader { $0.pointee.append(piece) }
    } else {
      memory = piece
      owner = piece
    }
    room = nextRoom
    nextRoom = min(2 * nextRoom, Self.mostRoom)
  }
}
