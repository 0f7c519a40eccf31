// Values of a form as Swift types: values can be read as a type and made from a type. Reading as
// the wrong type throws an error. It never returns nil, because nil means that there is no value.

public import Foundation
public import Predicate

/// A type that a value of a form can be read as.
///
/// An enumeration of text or numbers, such as for the options of a row, only has to declare the
/// conformance: `enum Kind: String, FormValue { case guest, member }`.
public protocol FormValue: Sendable {
  /// Reads a value; nil if the value has another type.
  init?(formValue: Value)

  /// This as a value of a form.
  var formValue: Value { get }
}

extension String: FormValue {
  /// Reads a text.
  public init?(formValue: Value) {
    guard case .string(let text) = formValue else { return nil }
    self = text
  }

  /// The text as a value.
  public var formValue: Value { .string(self) }
}

extension Bool: FormValue {
  /// Reads a truth value.
  public init?(formValue: Value) {
    guard case .bool(let flag) = formValue else { return nil }
    self = flag
  }

  /// The truth value as a value.
  public var formValue: Value { .bool(self) }
}

extension Int64: FormValue {
  /// Reads a whole number.
  public init?(formValue: Value) {
    guard case .int(let int)? = ValueKind.int.converted(formValue) else { return nil }
    self = int
  }

  /// The number as a value.
  public var formValue: Value { .int(self) }
}

extension Int: FormValue {
  /// Reads a whole number.
  public init?(formValue: Value) {
    guard let int = Int64(formValue: formValue).flatMap(Int.init(exactly:)) else { return nil }
    self = int
  }

  /// The number as a value.
  public var formValue: Value { .int(Int64(self)) }
}

extension Double: FormValue {
  /// Reads a number.
  public init?(formValue: Value) {
    guard case .double(let double)? = ValueKind.decimal.converted(formValue) else { return nil }
    self = double
  }

  /// The number as a value.
  public var formValue: Value { .double(self) }
}

extension Date: FormValue {
  /// Reads a point in time.
  public init?(formValue: Value) {
    guard case .date(let date) = formValue else { return nil }
    self = date
  }

  /// The point in time as a value.
  public var formValue: Value { .date(self) }
}

extension Data: FormValue {
  /// Reads data.
  public init?(formValue: Value) {
    guard case .data(let data) = formValue else { return nil }
    self = data
  }

  /// The data as a value.
  public var formValue: Value { .data(self) }
}

extension Value: FormValue {
  /// Takes any value.
  public init?(formValue: Value) { self = formValue }

  /// The value itself.
  public var formValue: Value { self }
}

extension Array: FormValue where Element: FormValue {
  /// Reads a list; nil unless every member can be read as an element.
  public init?(formValue: Value) {
    guard case .array(let members) = formValue else { return nil }
    self = []
    reserveCapacity(members.count)
    for member in members {
      guard let element = Element(formValue: member) else { return nil }
      append(element)
    }
  }

  /// The list as a value.
  public var formValue: Value { .array(map(\.formValue)) }
}

extension FormValue where Self: RawRepresentable, RawValue: FormValue {
  /// Reads the raw value of a case.
  public init?(formValue: Value) {
    guard let raw = RawValue(formValue: formValue) else { return nil }
    self.init(rawValue: raw)
  }

  /// The raw value of the case as a value.
  public var formValue: Value { rawValue.formValue }
}

// MARK: - Reading

/// An error: a value of a form could not be read as a type.
public struct TypeMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the row or input.
  public let name: String
  /// A sentence without a full stop.
  public let description: String
}

extension Form {
  /// The value of a row or an input as a type.
  ///
  /// For a section with items, the list of its items.
  ///
  /// ```swift
  /// let age = try form.value("age", as: Int.self)
  /// ```
  ///
  /// - Parameters:
  ///   - name: A row, or the name of an input.
  ///   - type: The type to read the value as.
  /// - Throws: An error if the name is unknown, or if the value has another type.
  /// - Returns: The value; nil if there is no value.
  public func value<Result: FormValue>(
    _ name: some RowNaming, as type: Result.Type = Result.self
  ) throws(TypeMismatch) -> Result? {
    let name = name.rowName
    if case .tag(let tag) = name, let items = section(tag)?.items {
      return try Value.array(items.map(\.value)).read(as: type, tag)
    }
    switch found(name) {
    case .row(let row):
      return try state.values[row.index].read(as: type, engine.name(of: row))
    case .input(let input):
      return try state.inputs[input.index].read(as: type, topology.graph.inputs[input.index].name)
    case nil:
      let reason = missing(name)
      throw TypeMismatch(name: reason.tag, description: reason.description)
    }
  }
}

extension RowState {
  /// The stored value as a type.
  ///
  /// - Parameter type: The type to read the value as.
  /// - Throws: An error if the value has another type.
  /// - Returns: The value; nil if there is no value.
  public func value<Result: FormValue>(
    as type: Result.Type
  ) throws(TypeMismatch) -> Result? { try value.read(as: type, name ?? "the row") }
}

extension Value {
  fileprivate func read<Result: FormValue>(
    as type: Result.Type, _ name: String
  ) throws(TypeMismatch) -> Result? {
    guard !isNull else { return nil }
    if let result = Result(formValue: self) { return result }
    throw TypeMismatch(
      name: name, description: "'\(name)' holds \(short), not a value of the type \(type)")
  }
}
