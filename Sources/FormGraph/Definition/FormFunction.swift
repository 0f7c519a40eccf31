// Functions of the host's: conditions that are code and not text. A definition names them and says
// what they read; the host hands them in where the form is compiled.

public import Predicate

/// A condition that the host supplies as code.
///
/// It gets the values of what its definition says it depends on, and gives true or false; anything
/// else, like throwing, is a problem of the condition. It must give the same for the same values:
/// it runs when one of them has changed, and not otherwise.
public typealias FormFunction = @Sendable (FunctionArguments) throws -> Value

/// What a function of the host's can read: what its definition declares, and nothing else.
public struct FunctionArguments: Sendable {
  /// What the definition says the function depends on, in its order.
  public let names: [String]
  /// The values, in the same order.
  public let values: [Value]

  /// The value of something that the function depends on.
  ///
  /// - Parameter name: The name as the definition has it, `age` or `age.isHidden`.
  /// - Throws: Where the definition does not name it.
  public subscript(name: String) -> Value {
    get throws(UndeclaredDependency) {
      guard let index = names.firstIndex(of: name) else { throw UndeclaredDependency(name: name) }
      return values[index]
    }
  }
}

/// A function of the host's read something that its definition does not name.
public struct UndeclaredDependency: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was read.
  public let name: String

  /// A sentence without its full stop.
  public var description: String { "the function reads '\(name)', which 'dependsOn' does not name" }
}
