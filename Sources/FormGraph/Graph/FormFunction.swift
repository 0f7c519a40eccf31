// Functions of the host, written in code. A form calls them from its texts, `isAdult($age)`, or
// names a function with what it reads. The host supplies the functions when the form is compiled.

public import Predicate

/// A function that the host supplies as code.
///
/// The function gets the arguments of its call in a text, or the values that its definition
/// declares. In a text it returns any value. In a condition it returns true or false. In a rule it
/// may also return nil to accept the value, or a message to reject it. Any other result, or
/// throwing, is a problem of the text or the condition.
///
/// The function must return the same result for the same values. It runs only when one of the
/// values has changed.
public typealias FormFunction = @Sendable (FunctionArguments) throws -> Value

/// The values that a host's function can read: the arguments of a call, or what its definition
/// declares.
public struct FunctionArguments: Hashable, Sendable {
  /// The names that the definition declares, in its order.
  ///
  /// In a call of a text, the name of an argument is the variable that it is: `age` for `$age`,
  /// `age.isHidden` for `$age.isHidden`. Any other argument has an empty name.
  public let names: [String]
  /// The values, in the same order.
  public let values: [Value]

  /// The value of a declared name.
  ///
  /// - Parameter name: The name as it is in the definition, such as `age` or `age.isHidden`.
  /// - Throws: An error if the definition does not declare the name.
  public subscript(name: String) -> Value {
    get throws(UndeclaredDependency) {
      guard let index = names.firstIndex(of: name) else { throw UndeclaredDependency(name: name) }
      return values[index]
    }
  }
}

/// An error: a function read a name that its definition does not declare.
public struct UndeclaredDependency: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name that was read.
  public let name: String

  /// A sentence without a full stop.
  public var description: String { "the function reads '\(name)', which 'dependsOn' does not name" }
}
