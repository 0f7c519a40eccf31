// Lets a large struct be passed by its address.

/// A field that makes the compiler pass the struct around it by its address.
///
/// Without it, the compiler takes a large `~Copyable` struct apart in each method that only reads
/// it, and then checks for each field and branch that nothing is moved out. In debug builds, this
/// check took a sixth of the time for Predicate and FormGraph. A struct that holds an existential
/// value stays in memory as a whole. The value is always nil and fills 32 bytes.
package struct AddressOnly: Sendable {
  private let nothing: (any Sendable)? = nil

  package init() {}
}
