// Tags, names of inputs and names of values: which may be given, and that none is given twice.
// Names under different Unicode normal forms are different to the language and the same to people:
// Swift's equality of strings, canonical equivalence, finds both.

import Predicate

extension DefinitionChecker {
  /// A name that a value has in the form's values, and what gives it.
  struct ValueName {
    let text: String
    let member: Member
    /// Whether it is the row's tag, for want of a name of its own.
    let isTag: Bool

    var steps: [JSONPath.Step] { [.key(isTag ? "tag" : "name")] }
  }

  /// Takes note of a tag or the name of an input: a condition must be able to say it, and it must
  /// mean one thing.
  mutating func checkTag(_ tag: String, of member: Member) {
    if !Identifier.isValid(tag) {
      report(
        "\(Problem.quoted(tag)) cannot be \(member.isInput ? "an input name" : "a tag"): "
          + "it must be letters, digits and _, and not begin with a digit",
        of: member, member.stepsOfTag, focus: member.focusOfTag, hint: Self.hint(forTag: tag))
    }
    guard let first = tags[tag] else {
      tags[tag] = member
      return
    }
    let firstTag = tags.index(forKey: tag).map { tags.keys[$0] } ?? tag
    let noun = member.isInput && first.isInput ? "input" : "tag"
    report(
      "the \(noun) \(Problem.quoted(tag)) is given twice", of: member, member.stepsOfTag,
      focus: member.focusOfTag, hint: Self.hint(firstTag, tag),
      related: [
        note("it is given here first", first, first.stepsOfTag, focus: first.focusOfTag)
      ],
      isMutual: true)
  }

  /// Takes note of what a row's value is called, its own name or else its tag.
  ///
  /// No other row's value may be overwritten; equal tags have been reported as such.
  mutating func checkName(of row: RowDefinition, _ member: Member) {
    guard let text = row.name ?? row.tag else { return }
    let name = ValueName(text: text, member: member, isTag: row.name == nil)
    guard let first = names[text] else {
      names[text] = name
      return
    }
    guard !(name.isTag && first.isTag) else { return }
    report(
      "two rows give their value the name \(Problem.quoted(text))", of: member, name.steps,
      hint: Self.hint(first.text, text),
      related: [note("it is given here first", first.member, first.steps)])
  }

  private static func hint(_ first: String, _ second: String) -> String? {
    ExactText(first) == ExactText(second)
      ? nil : "the two differ in Unicode normal form only, which nobody can see"
  }

  /// A tag near to a text that is none, and what conditions would make of the text.
  private static func hint(forTag text: String) -> String? {
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.map(underscored)))
    guard text.utf8.count <= Problem.maximumShown, kept.contains(where: { $0 != "_" }) else {
      return nil
    }
    let hint = "write \(Identifier.isValid(kept) ? kept : "_" + kept)"
    guard text.contains("-") else { return hint }
    return "\(hint); $\(text) would mean $\(text.replacing("-", with: " - "))"
  }

  private static func underscored(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Identifier.isValid("_" + String(scalar)) ? scalar : "_"
  }
}

extension DefinitionChecker.Member {
  fileprivate var isInput: Bool {
    if case .input = self { return true }
    return false
  }

  /// The name of an input is the key its definition stands under.
  fileprivate var stepsOfTag: [JSONPath.Step] { isInput ? [] : [.key("tag")] }

  fileprivate var focusOfTag: Problem.Focus { isInput ? .key : .element }
}
