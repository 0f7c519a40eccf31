// What fuzzers hand over, and what must be so of it whatever it is. The targets of Fuzz/ call this,
// and the test suite calls it with every input that once mattered, without a fuzzer.

import TestSupport

/// Something that must be so and is not.
public struct BrokenProperty: Error, CustomStringConvertible {
  /// What is not so, and of what.
  public let description: String
}

/// What bytes are taken for.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A text of the language.
  case text
  /// A text with placeholders, a zero byte, and what its arguments are made of.
  case format
  /// A text, a zero byte, and what the object, the variables and the limit are made of.
  case evaluation
  /// A form file; behind a first byte of 1, what a form and the damage to its file are made of.
  case form
  /// What a form, from the front, and edits of it, from behind, are made of.
  case edits

  /// Checks everything that must be so of an input.
  ///
  /// - Parameter bytes: The input.
  /// - Throws: The first `BrokenProperty`.
  public func check(_ bytes: [UInt8]) throws {
    switch self {
    case .text: try TextProperties.check(String(decoding: bytes, as: UTF8.self))
    case .format:
      var (text, rest) = Self.halves(bytes)
      try FormatProperties.check(text, &rest)
    case .evaluation:
      var (text, rest) = Self.halves(bytes)
      try EvaluationProperties.check(text, &rest)
    case .form: try FormProperties.check(bytes)
    case .edits: try EditProperties.check(bytes)
    }
  }

  /// The text before the first zero byte, and the bytes behind it.
  private static func halves(_ bytes: [UInt8]) -> (text: String, rest: ByteSource) {
    let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
    return (
      String(decoding: bytes[..<end], as: UTF8.self), ByteSource(Array(bytes[end...].dropFirst()))
    )
  }
}

/// Requires something to be so.
func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
  if !holds { throw BrokenProperty(description: message()) }
}
