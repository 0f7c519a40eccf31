// What the terms of device management read: the items of a status report and the properties that a
// server has set.

extension ManagementTerm {
  /// What the term reads of the evaluated object.
  ///
  /// Items are those of a status report: in the object `StatusItems`, or else in the evaluated
  /// object itself. Properties are in the object `Properties`. As on a device, what is missing is
  /// nil.
  ///
  /// `read` gives the value of a key of the evaluated object; nil if the key is missing.
  func value(
    _ name: String, flattening: Bool, _ steps: inout Steps,
    read: (_ key: String, _ steps: inout Steps) throws(Trouble) -> Value
  ) throws(Trouble) -> Value {
    let holder = try read(self == .status ? "StatusItems" : "Properties", &steps)
    guard holder.isNull else {
      return try Self.value(at: name, flattening: flattening, &steps) {
        (key, steps) throws(Trouble) in
        try Reading.key(key, of: holder, flattening: flattening, &steps)
      }
    }
    guard self == .status else { return .null }
    return try Self.value(at: name, flattening: flattening, &steps, read: read)
  }

  /// What stands under a whole name, or else under its parts, each in the object before it.
  static func value(
    at name: String, flattening: Bool, _ steps: inout Steps,
    read: (_ key: String, _ steps: inout Steps) throws(Trouble) -> Value
  ) throws(Trouble) -> Value {
    let whole = try read(name, &steps)
    guard whole.isNull, name.utf8.contains(UInt8(ascii: ".")) else { return whole }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    var value = try read(String(parts[0]), &steps)
    for part in parts.dropFirst() {
      guard !value.isNull else { break }
      try steps.take(Steps.partEvaluated)
      value = try Reading.key(String(part), of: value, flattening: flattening, &steps)
    }
    return value
  }
}

extension EvaluatedObject {
  /// The value of a status item or a property.
  func value(
    of term: ManagementTerm, _ name: String, flattening: Bool, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    try term.value(name, flattening: flattening, &steps) { (key, steps) throws(Trouble) in
      switch self {
      case .value(.dictionary(let object)): object[key] ?? .null
      case .value: .null
      case .readable(let object, let value):
        if let found = object.value(forKey: key) {
          found
        } else if case .dictionary(let object) = value {
          object[key] ?? .null
        } else {
          .null
        }
      }
    }
  }
}
