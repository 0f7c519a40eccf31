// Loads the values that a program reads beside its operands: keys of the object, the object itself,
// the time. Each value is loaded into a temporary when it is first read. So the host is not asked
// for a value that is not reached, and only once for a key that the text contains twice.

import Foundation

extension Machine {
  /// Loads the sources of an instruction that are not loaded yet.
  ///
  /// - Parameters:
  ///   - instruction: The instruction.
  ///   - cell: The cell of a load, by its index.
  /// - Returns: Whether a source was loaded.
  @inline(__always)
  func load(_ instruction: UnsafePointer<Instruction>, _ cell: (Int) -> Cell) -> Bool {
    func isMissing(_ source: Source) -> Bool {
      source.isTemporary && source.index >= Self.firstLoad
        && temporaries[source.index] == .unloaded
    }
    func load(_ source: Source) {
      temporaries[source.index] = cell(source.index - Self.firstLoad)
    }
    let (first, second) = (instruction.pointee.first, instruction.pointee.second)
    let isMissing = (isMissing(first), isMissing(second))
    if isMissing.0 { load(first) }
    if isMissing.1 { load(second) }
    return isMissing.0 || isMissing.1
  }

  /// The cell of a key among the cells of a dictionary; the cell of nil if it has no such key.
  ///
  /// The key must fit in its cell.
  @inline(__always)
  static func cell(
    under key: Cell, in cells: UnsafeBufferPointer<ValueDictionary.CellPair>
  ) -> Cell {
    for pair in cells where pair.key == key { return pair.value }
    return .null
  }

  /// The cell that a load reads of a value.
  @inline(__always)
  static func cell(_ load: Code.Load, of object: Value, now: Date) -> Cell {
    switch load {
    case .now: Cell(now)
    case .object: Cell(object)
    case .key(let key): cell(under: key, of: object)
    case .path(let path): cell(under: path[...], of: object)
    }
  }

  /// The cell that a load reads of an object that answers keys, if it is given, else of a value.
  static func cell(
    _ load: Code.Load, of object: Value, _ readable: (any KeyReadable)?, now: Date
  ) -> Cell {
    guard let readable else { return cell(load, of: object, now: now) }
    return switch load {
    case .now: Cell(now)
    // If the object has no value of its own, the tree evaluator reports the error.
    case .object: object.isNull ? .object : Cell(object)
    case .key(let key): cell(under: [key], of: readable)
    case .path(let path): cell(under: path, of: readable)
    }
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
