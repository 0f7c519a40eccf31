// Rounds decimal text the way people do: half away from zero, applied to the shortest decimal text
// of a number. Rounding the double itself would give 1.0 for 1.005, because that double is slightly
// less than 1.005.

/// Rounds numbers to decimal places.
enum DecimalRounding {
  /// Rounds a number to `places` digits after the decimal point.
  ///
  /// If `places` is negative, that many digits before the point become zero: 1250 to -2 places is
  /// 1300.
  ///
  /// - Throws: Trouble if an integer result does not fit in 64 bits.
  static func round(_ number: Number, to places: Int64) throws(Trouble) -> Value {
    switch number {
    case .int(let int):
      guard places < 0 else { return .int(int) }
      guard let digits = digits(int.magnitude.description, exponent: 0, to: places) else {
        return .int(0)
      }
      guard let rounded = Int64((int < 0 ? "-" : "") + digits.text + zeros(digits.exponent)) else {
        throw Computing.overflow
      }
      return .int(rounded)
    case .double(let double):
      guard double.isFinite else { return .double(double) }
      let parts = double.magnitude.description.split(separator: "e")
      let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
      let fraction = mantissa.count > 1 ? mantissa[1] : ""
      let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      let written = String(mantissa[0] + fraction)
      guard
        let rounded = digits(written, exponent: exponent - fraction.utf8.count, to: places),
        let magnitude = Double("\(rounded.text)e\(rounded.exponent)")
      else { return .double(0) }
      // The result is never negative zero, which people would read as -0.
      return .double(magnitude == 0 ? 0 : double < 0 ? -magnitude : magnitude)
    }
  }

  /// Rounds `written` times a power of ten.
  ///
  /// - Returns: The remaining digits and their power of ten; nil if the result is zero.
  private static func digits(
    _ written: String, exponent: Int, to places: Int64
  ) -> (text: String, exponent: Int)? {
    let digits = Array(written.utf8)
    // No double has a digit more than 1 000 places from the point.
    let places = Int(min(max(places, -1_000), 1_000))
    let kept = digits.count + exponent + places
    guard kept < digits.count else { return (written, exponent) }
    guard kept >= 0 else { return nil }
    var rounded = Array(digits[..<kept])
    if digits[kept] >= UInt8(ascii: "5") {
      var index = rounded.count - 1
      while index >= 0, rounded[index] == UInt8(ascii: "9") {
        rounded[index] = UInt8(ascii: "0")
        index -= 1
      }
      if index >= 0 { rounded[index] += 1 } else { rounded.insert(UInt8(ascii: "1"), at: 0) }
    }
    guard !rounded.isEmpty else { return nil }
    return (String(decoding: rounded, as: UTF8.self), -places)
  }

  private static func zeros(_ count: Int) -> String {
    String(repeating: "0", count: max(0, count))
  }
}
