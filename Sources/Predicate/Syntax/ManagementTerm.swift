// The terms that Apple's declarative device management adds to the language. A device replaces each
// term by a key path before it parses the text; here a term is a node of the tree, so it prints as
// it was written.

/// A term of device management: `@status(device.model.family)`.
package enum ManagementTerm: String, Sendable, CaseIterable {
  /// An item of the device's status.
  case status
  /// A property that the server has set, with `com.apple.management.properties`.
  case property
  /// A key of an object of the status: `$app.@key(identifier)`.
  case key

  /// The term as it is written.
  package func spelled(_ name: String) -> String { "@\(rawValue)(\(name))" }

  /// Whether the term stands behind what it reads, like a key after a period.
  package var hasBase: Bool { self == .key }
}
