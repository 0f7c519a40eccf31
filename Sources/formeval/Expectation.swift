// What a scenario expects of the form after some steps, as data, and its comparison with a form.
// Names and values have been checked by `ExpectationReader`, so only the state of the form decides.

import FormGraph
import FormProtocol
import Predicate

/// What is expected of a form at one place of a scenario.
struct Expectation {
  /// What is expected as a text: the texts of a row or a section, and the value of a row as people
  /// see it.
  static let texts = Change.Property.allCases.filter { $0.text != nil || $0 == .display }

  /// One expected fact.
  enum Check {
    case hidden(String, Bool)
    case disabled(String, Bool)
    case required(String, Bool)
    /// The messages that a row shows.
    case errors(String, [String])
    /// No row shows a message.
    case noErrors
    /// The value of a row, an input or a list, and the same value in JSON.
    case value(String, Value, json: Value)
    /// The values of the options that can be chosen.
    case options(String, [Value])
    case text(String, Change.Property, String?)
    /// Whether no visible row or section is invalid.
    case valid(Bool)
    case canSubmit(Bool)
    /// The tag of the current page.
    case page(String)
    /// The tags of the visible pages.
    case pages([String])
  }

  /// A fact that is not as expected.
  struct Difference: Equatable {
    /// What the fact is about, such as the tag of a row.
    let subject: String
    let expected: String
    let actual: String
    /// Why the form is so, in the sentence that `--why` begins with; nil if no text decides it.
    var why: String?
  }

  /// The facts with their places in the file of the scenario.
  var checks: [(check: Check, range: Range<Int>)] = []

  /// What is not as expected, in the order of the file.
  func differences(in form: Form) -> [(difference: Difference, range: Range<Int>)] {
    checks.flatMap { check, range in
      Self.differences(check, in: form).map { difference in
        var difference = difference
        difference.why = check.why(in: form)
        return (difference, range)
      }
    }
  }
}

extension Expectation.Check {
  /// The first sentence of `--why` about what the check compares, or what keeps a form from being
  /// submitted.
  fileprivate func why(in form: Form) -> String? {
    switch self {
    case .hidden(let tag, _): form.sentence(about: .attribute(.hidden), of: tag)
    case .disabled(let tag, _): form.sentence(about: .attribute(.disabled), of: tag)
    case .required(let tag, _): form.sentence(about: .attribute(.required), of: tag)
    case .errors(let tag, _): form.sentence(about: .attribute(.valid), of: tag)
    case .value(let tag, _, _):
      form.sentence(about: .value, of: tag) ?? form.sentence(about: .count, of: tag)
    case .valid(true), .canSubmit(true): form.blockers.first?.sentence
    case .noErrors, .options, .text, .valid, .canSubmit, .page, .pages: nil
    }
  }
}

extension Expectation {
  private static func differences(_ check: Check, in form: Form) -> [Difference] {
    func compare(_ subject: String, _ expected: String, _ actual: String) -> [Difference] {
      expected == actual
        ? [] : [Difference(subject: subject, expected: expected, actual: actual)]
    }
    switch check {
    case .hidden(let tag, let isHidden):
      let actual = word(tag, in: form, \.isHidden, \.isHidden, "hidden", "shown")
      return compare(tag, isHidden ? "hidden" : "shown", actual)
    case .disabled(let tag, let isDisabled):
      let actual = word(tag, in: form, \.isDisabled, \.isDisabled, "disabled", "enabled")
      return compare(tag, isDisabled ? "disabled" : "enabled", actual)
    case .required(let tag, let isRequired):
      let actual = form[tag].map { $0.isRequired ? "required" : "optional" } ?? missing
      return compare(tag, isRequired ? "required" : "optional", actual)
    case .errors(let tag, let messages):
      let actual = form[tag].map { text(of: $0.errors) } ?? missing
      return compare("errors of \(tag)", text(of: messages.map(Value.string)), actual)
    case .noErrors:
      return form.sections.lazy.flatMap(\.rows).filter { !$0.errors.isEmpty }.map { row in
        let name = row.name ?? row.title
        return Difference(
          subject: "errors of \(name)", expected: "[]", actual: text(of: row.errors))
      }
    case .value(let tag, let expected, let json):
      guard let actual = value(of: tag, in: form) else {
        return compare("value of \(tag)", JSONWriter.text(of: json), missing)
      }
      guard !actual.value.isExpected(expected) else { return [] }
      return compare(
        "value of \(tag)", JSONWriter.text(of: json), JSONWriter.text(of: actual.json))
    case .options(let tag, let expected):
      guard let row = form[tag] else {
        return compare("options of \(tag)", text(of: expected), missing)
      }
      let kind = row.jsonKinds.value
      let actual = (row.options ?? []).map { kind.shownInJSON($0.value) }
      let wanted = kind.shownInJSON(kind.eachConvertedFromJSON(.array(expected)))
      guard !Value.array(actual).isExpected(wanted) else { return [] }
      return [
        Difference(
          subject: "options of \(tag)", expected: text(of: expected), actual: text(of: actual))
      ]
    case .text(let tag, let key, let expected):
      let actual = Self.text(key, of: tag, in: form)
      return compare(
        "\(key.rawValue) of \(tag)", JSONWriter.text(of: expected.map(Value.string) ?? .null),
        actual)
    case .valid(let isValid):
      let actual = form.isValidNow
      return compare("the form", isValid ? "valid" : "invalid", actual ? "valid" : "invalid")
    case .canSubmit(let canSubmit):
      func word(_ canSubmit: Bool) -> String {
        canSubmit ? "can be submitted" : "cannot be submitted"
      }
      return compare("the form", word(canSubmit), word(form.canSubmit))
    case .page(let tag):
      let actual = form.currentPage.map { form.pages[$0].nameInTests } ?? "none"
      return compare("the current page", tag, actual)
    case .pages(let tags):
      let actual = form.pages.filter(\.isVisible).map { Value.string($0.nameInTests) }
      return compare("the visible pages", text(of: tags.map(Value.string)), text(of: actual))
    }
  }

  /// What stands in the place of a state if an item does not exist now.
  private static let missing = "does not exist"

  private static func word(
    _ tag: String, in form: Form, _ ofRow: (RowState) -> Bool, _ ofSection: (SectionState) -> Bool,
    _ yes: String, _ no: String
  ) -> String {
    guard let holds = form[tag].map(ofRow) ?? form.section(tag).map(ofSection) else {
      return missing
    }
    return holds ? yes : no
  }

  private static func text(of errors: [RowError]) -> String {
    text(of: errors.map { .string($0.message) })
  }

  private static func text(of values: [Value]) -> String { JSONWriter.text(of: .array(values)) }

  private static func text(_ key: Change.Property, of tag: String, in form: Form) -> String {
    guard form[tag] != nil || form.section(tag) != nil else { return missing }
    return JSONWriter.text(of: shownText(key, of: tag, in: form).map(Value.string) ?? .null)
  }

  /// One of `texts` of a row or a section; nil if it has none.
  static func shownText(_ property: Change.Property, of tag: String, in form: Form) -> String? {
    let row = form[tag]
    guard let key = property.text else { return row?.displayText }
    return (row?.texts ?? form.section(tag)?.texts)?[key]
  }

  /// The value of a row, a list, an input, or a row that has a name of its own.
  static func value(of name: String, in form: Form) -> (value: Value, json: Value)? {
    if let row = form[name] {
      return (row.value, row.jsonKinds.value.shownInJSON(row.value))
    }
    if let items = form.section(name)?.items {
      return (
        .array(items.map(\.value)), .array(items.map { form.valueInJSON(of: $0.id) })
      )
    }
    if let value = form.inputs[name] {
      return (value, form.jsonKind(ofInput: name).shownInJSON(value))
    }
    return form.values(includingHidden: true)[name].map { value in
      (value, form.values(includingHidden: true, inJSON: true)[name] ?? value)
    }
  }
}

extension Form {
  /// Whether no visible row or section is invalid.
  ///
  /// - Complexity: O(n) in the size of the form.
  var isValidNow: Bool {
    guard !canSubmit else { return true }
    return (try? Validation(of: self, .form))?.count == 0
  }
}

extension PageState {
  /// The name of the page in scenarios: its tag or its title.
  var nameInTests: String { tag ?? title ?? "page \(index + 1)" }
}

extension Value {
  /// Whether the value is as a scenario expects it.
  ///
  /// Members of an object that the scenario leaves out do not count. Numbers that agree in 12
  /// digits are equal, because 0.1 + 0.2 is not exactly 0.3. NaN and infinities are null, as in
  /// JSON.
  ///
  /// The recursion is bounded by the depth of the expected JSON, `JSONReader.maximumDepth`.
  func isExpected(_ expected: Value) -> Bool {
    switch (self, expected) {
    case (.array(let members), .array(let others)):
      return members.count == others.count
        && zip(members, others).allSatisfy { $0.isExpected($1) }
    case (.dictionary(let members), .dictionary(let others)):
      return zip(others.keys, others.values).allSatisfy { key, other in
        (members[key] ?? .null).isExpected(other)
      }
    case (.double(let number), .null): return !number.isFinite
    case (.null, .null): return true
    case (.int, .double(let other)), (.double, .double(let other)):
      return asDouble.map { abs($0 - other) <= 1e-12 * max(abs($0), abs(other)) } ?? false
    case (.double(let number), .int(let other)):
      return abs(number - Double(other)) <= 1e-12 * max(abs(number), abs(Double(other)))
    default: return EqualValue(self) == EqualValue(expected)
    }
  }

  private var asDouble: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    default: nil
    }
  }
}
