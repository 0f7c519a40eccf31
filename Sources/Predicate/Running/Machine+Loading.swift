// Loads the values that a program reads beside its operands: keys of the object, the object itself,
// the time. Each value is loaded into a temporary when it is first read. So the host is not asked
// for a value that is not reached, and only once for a key that the text contains twice.

import Foundation

extension Machine {
  /// Loads the sources of an instruction that are not loaded yet.
  ///
  /// - Returns: Whether a source was loaded.
  @inline(__always)
  func load(
    _ instruction: UnsafePointer<Instruction>, from code: Code, _ object: Value,
    _ readable: (any KeyReadable)?, now: @autoclosure () -> Date
  ) -> Bool {
    func isMissing(_ source: Source) -> Bool {
      source.isTemporary && source.index >= Self.firstLoad
        && temporaries[source.index] == .unloaded
    }
    func load(_ source: Source) {
      temporaries[source.index] =
        switch code.loads[source.index - Self.firstLoad] {
        case .now: Cell(now())
        // If a readable object has no value of its own, the tree evaluator reports the error.
        case .object: readable == nil || !object.isNull ? Cell(object) : .object
        case .key(let key):
          if let readable {
            Self.cell(under: [key], of: readable)
          } else {
            Self.cell(under: key, of: object)
          }
        case .path(let path):
          if let readable {
            Self.cell(under: path, of: readable)
          } else {
            Self.cell(under: path[...], of: object)
          }
        }
    }
    let (first, second) = (instruction.pointee.first, instruction.pointee.second)
    let isMissing = (isMissing(first), isMissing(second))
    if isMissing.0 { load(first) }
    if isMissing.1 { load(second) }
    return isMissing.0 || isMissing.1
  }

  /// The cell of the value of a key, as far as dictionaries are concerned.
  @inline(__always)
  private static func cell(under key: ValueDictionary.Key, of value: Value) -> Cell {
    switch value {
    case .null: .null
    case .dictionary(let dictionary): dictionary.cell(under: key)
    default: .object
    }
  }

  /// The cell at a key path of an object that reads keys itself.
  @inline(never)
  private static func cell(
    under path: [ValueDictionary.Key], of object: any KeyReadable
  ) -> Cell {
    // If the object does not have the key, the tree evaluator reports the error.
    guard let first = path.first, let value = object.value(forKey: first.text) else {
      return .object
    }
    return cell(under: path.dropFirst(), of: value)
  }

  @inline(never)
  private static func cell(
    under path: ArraySlice<ValueDictionary.Key>, of value: Value
  ) -> Cell {
    var value = value
    for key in path {
      switch value {
      case .null: return .null
      case .dictionary(let dictionary): value = dictionary[key] ?? .null
      default: return .object
      }
    }
    return Cell(value)
  }
}
