// JSON as plain values, read by Foundation: what tests of imports walk and change without any code
// of the importers.

import Foundation

/// A value of JSON.
enum PlainJSON: Codable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(String)
  case list([PlainJSON])
  case object([String: PlainJSON])

  /// A step to a part of a value.
  enum Step: Hashable {
    case key(String)
    case index(Int)
  }

  init(_ text: String) throws {
    self = try JSONDecoder().decode(PlainJSON.self, from: Data(text.utf8))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let int = try? container.decode(Int.self) {
      self = .int(int)
    } else if let double = try? container.decode(Double.self) {
      self = .double(double)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([PlainJSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: PlainJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .int(let int): try container.encode(int)
    case .double(let double): try container.encode(double)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }

  /// The bytes of the value, with keys in alphabetical order.
  var bytes: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return try encoder.encode(self)
    }
  }

  /// The part at a place; setting nil takes it away.
  subscript(place: ArraySlice<Step>) -> PlainJSON? {
    get {
      guard let step = place.first else { return self }
      switch (self, step) {
      case (.object(let members), .key(let key)): return members[key]?[place.dropFirst()]
      case (.list(let elements), .index(let index)):
        return elements.indices.contains(index) ? elements[index][place.dropFirst()] : nil
      default: return nil
      }
    }
    set {
      guard let step = place.first else {
        if let newValue { self = newValue }
        return
      }
      let isLast = place.count == 1
      switch (self, step) {
      case (.object(var members), .key(let key)):
        if isLast { members[key] = newValue } else { members[key]?[place.dropFirst()] = newValue }
        self = .object(members)
      case (.list(var elements), .index(let index)) where elements.indices.contains(index):
        if let newValue, isLast {
          elements[index] = newValue
        } else if isLast {
          elements.remove(at: index)
        } else {
          elements[index][place.dropFirst()] = newValue
        }
        self = .list(elements)
      default: break
      }
    }
  }

  /// The places of all texts, numbers and flags below a place.
  func leaves(below place: [Step] = []) -> [[Step]] {
    switch self {
    case .null: []
    case .bool, .int, .double, .text: [place]
    case .list(let elements):
      elements.enumerated().flatMap { $1.leaves(below: place + [.index($0)]) }
    case .object(let members):
      members.sorted { $0.key < $1.key }
        .flatMap { $1.leaves(below: place + [.key($0)]) }
    }
  }
}
