// What a problem in a form is about. A check gives each kind an id, by which a form suppresses
// warnings and code hosts track findings.

package import Predicate

extension Problem {
  /// What a problem is about.
  package enum Kind: Sendable, Hashable {
    // The file
    /// The file is not valid JSON.
    case json
    /// An object has an unknown key.
    case key
    /// A word is unknown, such as a type or a rule.
    case word
    /// A key has a value that it cannot have.
    case value
    /// Something that is needed is missing.
    case missing
    /// Something cannot stand here, or not beside something else.
    case place
    /// Something is given twice.
    case duplicate
    /// Something has no effect.
    case noEffect
    /// A name is invalid or reserved.
    case name
    /// The form exceeds a limit.
    case limit
    /// A table or its file cannot be read.
    case table
    /// The host app supplies something that the form cannot use.
    case host
    /// TheDistanceForms treats a question in another way.
    case questions
    /// Something of a form in another format is left out.
    case dropped

    // Rows
    /// The minimum is greater than the maximum.
    case bounds
    /// More options must be chosen than there are.
    case fewOptions
    /// A choice has no options.
    case noOptions
    /// Two options have the same value.
    case duplicateOption
    /// A list starts with too few or too many items.
    case startValue
    /// A required row is answered from the start.
    case requiredMet
    /// A section stands on no page.
    case noPage

    // Texts
    /// A name is unknown.
    case unknownName
    /// A name stands where its meaning cannot be used.
    case use
    /// Values depend on one another in a circle.
    case cycle
    /// A pattern is invalid.
    case pattern
    /// Plain text stands in place of a formula.
    case plainText
    /// A text lacks a language of the form.
    case untranslated
    /// A language or a plural form does not fit the form.
    case language
    /// A function of the host app is called for each option.
    case callPerOption
    /// A diagnostic of a predicate or a formula.
    case text(Diagnostic.Kind)
  }
}
