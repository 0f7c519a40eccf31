// Decisions that bytes make: what random tests draw from a seed, a fuzzer draws from its input, so
// that a small change of the input is a small change of what is made of it.

/// Random numbers out of bytes, and after the last of them out of a seed.
public struct ByteSource: RandomNumberGenerator, Sendable {
  private let bytes: [UInt8]
  private var position = 0
  private var rest: SplitMix64

  /// Starts with bytes, which may be none.
  public init(_ bytes: [UInt8] = [], then rest: SplitMix64 = SplitMix64(seed: 0)) {
    self.bytes = bytes
    self.rest = rest
  }

  /// What the numbers after the last byte started from.
  public var seed: UInt64 { rest.seed }

  /// Whether no byte is left.
  public var isExhausted: Bool { position >= bytes.count }

  /// The bytes that are left, from the last one back: what is drawn of them does not change with
  /// what was drawn before.
  public var fromBehind: ByteSource {
    ByteSource(bytes[min(position, bytes.count)...].reversed(), then: rest)
  }

  /// The next number: of a byte one whose multiples fall evenly into up to 256 places.
  public mutating func next() -> UInt64 {
    guard position < bytes.count else { return rest.next() }
    defer { position += 1 }
    // The lower bits are such that no draw from a small range is ever repeated for their sake.
    return UInt64(bytes[position]) << 56 | 0x0055_5555_5555_5555
  }
}
