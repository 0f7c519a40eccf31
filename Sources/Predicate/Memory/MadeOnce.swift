// What follows from something that does not change, and is made when it is first asked for: nobody
// waits, and nobody pays for what nobody asks for.

import Synchronization

/// An object that is made when it is first asked for, on whatever thread.
struct MadeOnce<Made: AnyObject & Sendable>: ~Copyable, Sendable {
  /// Where the object is, which is owned; zero as long as nobody has asked for it.
  private let place = Atomic<UInt>(0)

  deinit { known?.release() }

  /// The object, valid as long as this is; it is not counted on the way.
  ///
  /// Where several threads come here at once, the object of the first is everybody's.
  @inline(__always)
  func value(_ make: () -> Made) -> Unmanaged<Made> {
    known ?? keep(make())
  }

  /// The object, if somebody has asked for it; valid as long as this is.
  var known: Unmanaged<Made>? { Self.object(at: place.load(ordering: .acquiring)) }

  /// A place is zero, or where an object stands that `keep` has retained for it.
  private static func object(at place: UInt) -> Unmanaged<Made>? {
    UnsafeRawPointer(bitPattern: place).map { Unmanaged.fromOpaque($0) }
  }

  @inline(never)
  private func keep(_ new: Made) -> Unmanaged<Made> {
    // Alive until the place counts it, or is found to be taken.
    withExtendedLifetime(new) {
      let made = Unmanaged.passUnretained(new)
      let (isFirst, known) = place.compareExchange(
        expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
      guard !isFirst, let known = Self.object(at: known) else { return made.retain() }
      return known
    }
  }
}
