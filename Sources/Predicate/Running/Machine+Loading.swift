// What a program reads beside its operands: keys of the object, the object itself, the time. Each
// is loaded into a temporary when it is first read, so what is not reached is not asked for, and a
// key that stands twice is asked for once.

import Foundation

extension Machine {
  /// Loads what an instruction reads and is not loaded.
  ///
  /// - Returns: Whether there was anything to load.
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
        // An object that is no value gives none: the tree evaluator says so.
        case .object: readable == nil ? Cell(object) : .object
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

  /// What stands under a key, as far as dictionaries tell.
  @inline(__always)
  private static func cell(under key: ValueDictionary.Key, of value: Value) -> Cell {
    switch value {
    case .null: .null
    case .dictionary(let dictionary): dictionary.cell(under: key)
    default: .object
    }
  }

  /// What stands under keys, the first one of an object that answers it.
  @inline(never)
  private static func cell(
    under path: [ValueDictionary.Key], of object: any KeyReadable
  ) -> Cell {
    // Where there is no such key, the tree evaluator says so.
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
