// A number as decimal digits, for rounding and printing. A double is taken as its shortest decimal
// text. So 2.675 rounds to 2.68, as people expect, although the exact value of the double is less
// than 2.675.

/// A finite decimal number: a sign, digits and the place of the decimal point.
///
/// The value is `0.d₁d₂d₃… × 10^point`. The digits neither start nor end with a zero.
struct DecimalDigits: Hashable, Sendable {
  private(set) var isNegative: Bool
  /// The digits, each from 0 to 9; empty for zero.
  private(set) var digits: [UInt8]
  /// The number of digits before the decimal point; negative if zeros follow the point.
  private(set) var point: Int

  init(_ number: Int64) {
    self.init(String(number))
  }

  /// The shortest digits that identify the double; nil if it is not finite.
  init?(_ number: Double) {
    guard number.isFinite else { return nil }
    self.init(number.description)
  }

  /// Reads a number as Swift prints it: `-12`, `0.5`, `1e-07`.
  private init(_ text: String) {
    isNegative = text.hasPrefix("-")
    digits = []
    point = 0
    var isFraction = false
    let end = text.utf8.firstIndex(of: UInt8(ascii: "e")) ?? text.endIndex
    for byte in text.utf8[..<end] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte - UInt8(ascii: "0"))
        if !isFraction { point += 1 }
      case UInt8(ascii: "."): isFraction = true
      default: break
      }
    }
    if end < text.endIndex { point += Int(text[end...].dropFirst()) ?? 0 }
    trim()
  }

  var isZero: Bool { digits.isEmpty }

  /// The number multiplied by a power of ten.
  func shifted(by places: Int) -> DecimalDigits {
    var shifted = self
    if !isZero { shifted.point += places }
    return shifted
  }

  /// Rounds to a number of digits after the decimal point; a half is rounded away from zero.
  func rounded(toPlaces places: Int) -> DecimalDigits {
    let kept = point + places
    guard kept < digits.count else { return self }
    var rounded = self
    guard kept >= 0 else {
      rounded.digits = []
      rounded.trim()
      return rounded
    }
    rounded.digits = Array(digits.prefix(kept))
    if digits[kept] >= 5 {
      // Each 9 becomes a zero, which `trim` removes.
      var index = kept
      while index > 0, rounded.digits[index - 1] == 9 {
        index -= 1
        rounded.digits[index] = 0
      }
      if index > 0 {
        rounded.digits[index - 1] += 1
      } else {
        rounded.digits.insert(1, at: 0)
        rounded.point += 1
      }
    }
    rounded.trim()
    return rounded
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    point = digits.isEmpty ? 0 : point - zeros
  }

  /// The digits before the decimal point, without leading zeros.
  ///
  /// A double has at most 311.
  var whole: [UInt8] {
    guard point > 0 else { return [] }
    return digits.prefix(point) + Array(repeating: 0, count: max(0, point - digits.count))
  }

  /// The digits after the decimal point, without trailing zeros.
  ///
  /// A double has at most 340.
  var fraction: [UInt8] {
    guard point < digits.count else { return [] }
    return Array(repeating: 0, count: max(0, -point)) + digits.dropFirst(max(0, point))
  }
}

/// The digits of a number as they are printed, including leading and trailing zeros.
///
/// Plural rules read these digits.
struct PrintedDigits: Hashable, Sendable {
  var isNegative: Bool
  var whole: [UInt8]
  var fraction: [UInt8]

  init(_ number: DecimalDigits, minimumWhole: Int = 1, minimumFraction: Int = 0) {
    isNegative = number.isNegative && !number.isZero
    let whole = number.whole
    let fraction = number.fraction
    self.whole = Array(repeating: 0, count: max(0, minimumWhole - whole.count)) + whole
    self.fraction =
      fraction + Array(repeating: 0, count: max(0, minimumFraction - fraction.count))
  }
}
