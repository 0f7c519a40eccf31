// Finds an option of a row by its value, when a row has many options. All copies of the row share
// the index, which is made when a value is first looked up.
//
//   options   "tea" | "milk" | 1   →   index   "tea": 0, "milk": 1, 1: 2   →   true is at 2

import Foundation
package import Predicate

/// The positions of the options of a row by their values, compared by the language's equality.
final class OptionIndex: @unchecked Sendable, Hashable {
  // Sendable: `contents` is only read and written while the lock is held.

  /// Up to this number of options, comparing each is as cheap as hashing one.
  static let fewOptions = 32

  /// What is found out about the options.
  struct Contents {
    fileprivate var places: [EqualValue: Int] = [:]
    /// The first option of each text, by the text in small letters.
    fileprivate var words: [String: Int] = [:]
    fileprivate var kinds = Kinds()
    /// Whether two options have the same value.
    fileprivate var hasTwice: Bool

    init(_ options: [OptionDefinition]) {
      Effort.count(options.count)
      hasTwice = false
      places.reserveCapacity(options.count)
      for index in options.indices {
        let value = options[index].value
        kinds.formUnion(Kinds(value))
        if places[EqualValue(value)] == nil {
          places[EqualValue(value)] = index
        } else {
          hasTwice = true
        }
        if case .string(let text) = value, case let word = text.lowercased(), words[word] == nil {
          words[word] = index
        }
      }
    }
  }

  private let lock = NSLock()
  private var contents: Contents?

  /// What is known of the options, which are the same in each call.
  ///
  /// - Complexity: O(n) the first time, then O(1).
  fileprivate func contents(of options: [OptionDefinition]) -> Contents {
    if let contents = lock.withLock({ contents }) { return contents }
    // Made outside the lock. Two threads may both make it, but neither waits.
    let made = Contents(options)
    lock.withLock { contents = made }
    return made
  }

  // The options say what the index is, so two rows differ only if their options do.
  static func == (left: OptionIndex, right: OptionIndex) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension RowDefinition {
  /// The position of the option that the row itself lists with a value; nil if there is none.
  ///
  /// - Complexity: O(1), after O(n) for the first value.
  package func place(ofOption value: Value) -> Int? {
    guard let options = options?.written else { return nil }
    Effort.count(1)
    if let index = optionIndex { return index.contents(of: options).places[EqualValue(value)] }
    Effort.count(options.count)
    // By index: taking the options out one by one would copy their texts.
    return options.indices.first { options[$0].value.equals(value) }
  }

  /// Whether two options have the same value, or this is not known because the options are few.
  ///
  /// - Complexity: Like `place(ofOption:)`.
  package var listsOptionsTwice: Bool {
    guard let options = options?.written, let index = optionIndex else { return true }
    return index.contents(of: options).hasTwice
  }

  /// The first option whose text differs at most in case; nil if there is none.
  ///
  /// - Complexity: Like `place(ofOption:)`.
  package func option(spelledLike text: String) -> String? {
    guard let options = options?.written else { return nil }
    let word = text.lowercased()
    let place: Int?
    if let index = optionIndex {
      place = index.contents(of: options).words[word]
    } else {
      Effort.count(options.count)
      place = options.indices.first { index in
        guard case .string(let text) = options[index].value else { return false }
        return text.lowercased() == word
      }
    }
    guard let place, case .string(let text) = options[place].value else { return nil }
    return text
  }

  /// The cells of the options that the row itself lists, if they are few.
  ///
  /// A value in such a cell is an option, and is stored as the option spells it. Others may be
  /// options, too: values that do not fit, and numbers after an option that is true, false or a
  /// double, which may be equal to them.
  package var optionCells: [Cell] {
    guard let options = options?.written, optionIndex == nil else { return [] }
    var cells: [Cell] = []
    cells.reserveCapacity(options.count)
    for option in options {
      switch option.value {
      case .bool, .double: return cells
      default:
        let cell = Cell(option.value)
        if cell.isInline { cells.append(cell) }
      }
    }
    return cells
  }

  /// The kinds of the values of the options that the row itself lists.
  ///
  /// - Complexity: Like `place(ofOption:)`.
  package var optionKinds: Kinds {
    guard let options = options?.written else { return Kinds() }
    if let index = optionIndex { return index.contents(of: options).kinds }
    return options.reduce(into: Kinds()) { $0.formUnion(Kinds($1.value)) }
  }
}
