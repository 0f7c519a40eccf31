// Reads the `expect` of a scenario. Names are looked up, values are converted to the types of their
// rows, and expectations that contradict each other are refused. All mistakes are found at once.

import FormGraph
import FormProtocol
import Predicate

/// Reads expectations, using the names of a form.
struct ExpectationReader {
  private let values: EditValues
  private let pages: [String]
  /// Whether a page without a tag exists, which scenarios name by its title.
  private let hasUntaggedPage: Bool

  init(_ values: EditValues) {
    self.values = values
    let all = values.names.definition.pages
    pages = all.compactMap(\.tag)
    hasUntaggedPage = pages.count < all.count
  }

  private enum Key: String, CaseIterable {
    case hidden, shown, disabled, enabled, required, optional
    case errors, values, options, texts, valid, canSubmit, page, pages
  }

  /// Reads an expectation and appends its mistakes to a list.
  func expectation(_ element: JSONElement, _ problems: inout [Problem]) -> Expectation {
    var expectation = Expectation()
    guard case .object(let members) = element.content else {
      problems.append(
        Problem(
          "'expect' must be an object", range: element.range,
          hint: #"write {"shown": ["tag"], "values": {"tag": 1}}"#))
      return expectation
    }
    var states = States()
    for member in members {
      guard let key = Key(rawValue: member.key) else {
        problems.append(.unknownKey(member, of: "'expect'", Key.allCases.map(\.rawValue)))
        continue
      }
      do throws(Problem) {
        expectation.checks += try checks(key, member.element, &states, &problems)
      } catch {
        problems.append(error)
      }
    }
    if let valid = states.valid, let canSubmit = states.canSubmit, canSubmit.0, !valid.0 {
      problems.append(
        Problem("a form that is invalid cannot be submitted", range: canSubmit.range))
    }
    if let page = states.page, let pages = states.pages, !pages.contains(page.0) {
      problems.append(
        Problem("the current page '\(page.0)' is not among the visible pages", range: page.range))
    }
    return expectation
  }

  /// What has been expected so far, to find contradictions.
  private struct States {
    /// By attribute and tag: the expected state.
    var attributes: [[String]: Bool] = [:]
    var valid: (Bool, range: Range<Int>)?
    var canSubmit: (Bool, range: Range<Int>)?
    var page: (String, range: Range<Int>)?
    var pages: [String]?
  }

  private func checks(
    _ key: Key, _ element: JSONElement, _ states: inout States, _ problems: inout [Problem]
  ) throws(Problem) -> [(check: Expectation.Check, range: Range<Int>)] {
    var checks: [(check: Expectation.Check, range: Range<Int>)] = []
    switch (key, element.content) {
    case (.hidden, .array(let tags)), (.shown, .array(let tags)), (.disabled, .array(let tags)),
      (.enabled, .array(let tags)), (.required, .array(let tags)), (.optional, .array(let tags)):
      for element in tags where problems.count < ScenarioResult.maximumFailures {
        do throws(Problem) {
          checks.append((try check(key, element, &states), element.range))
        } catch {
          problems.append(error)
        }
      }
    case (.errors, .object(let members)):
      if members.isEmpty { return [(.noErrors, element.range)] }
      try each(members, &problems) { member throws(Problem) in
        try checkRow(member)
        checks.append((.errors(member.key, try messages(member.element)), member.keyRange))
      }
    case (.values, .object(let members)):
      try each(members, &problems) { member throws(Problem) in
        do throws(EditRefusal) {
          let value = try values.named(member)
          checks.append((.value(member.key, value, json: member.element.value), member.keyRange))
        } catch {
          throw Problem(error)
        }
      }
    case (.options, .object(let members)):
      try each(members, &problems) { member throws(Problem) in
        try checkRow(member)
        guard case .array(let options) = member.element.content else {
          throw Problem(
            "the options of '\(member.key)' must be a list of values", range: member.element.range)
        }
        checks.append((.options(member.key, options.map(\.value)), member.keyRange))
      }
    case (.texts, .object(let members)):
      try each(members, &problems) { member throws(Problem) in
        try named(member.key, at: member.keyRange) { () throws(EditRefusal) in
          try values.names.checkMember(member.key)
        }
        checks += try texts(member)
      }
    case (.valid, .bool(let isValid)):
      states.valid = (isValid, element.range)
      checks.append((.valid(isValid), element.range))
    case (.canSubmit, .bool(let canSubmit)):
      states.canSubmit = (canSubmit, element.range)
      checks.append((.canSubmit(canSubmit), element.range))
    case (.page, .string):
      let page = try page(element)
      states.page = (page, element.range)
      checks.append((.page(page), element.range))
    case (.pages, .array(let elements)):
      var names: [String] = []
      for element in elements { names.append(try page(element)) }
      states.pages = names
      checks.append((.pages(names), element.range))
    default: throw Problem("'\(key)' must be \(Self.wanted(key))", range: element.range)
    }
    return checks
  }

  private func each(
    _ members: [JSONMember], _ problems: inout [Problem],
    _ read: (JSONMember) throws(Problem) -> Void
  ) throws(Problem) {
    // The nearest of all names is looked for at each unknown one, so mistakes that are not kept are
    // not looked for either.
    for member in members where problems.count < ScenarioResult.maximumFailures {
      do throws(Problem) { try read(member) } catch { problems.append(error) }
    }
  }

  private static func wanted(_ key: Key) -> String {
    switch key {
    case .hidden, .shown, .disabled, .enabled, .required, .optional:
      #"a list of tags, like ["age"]"#
    case .errors: #"an object like {"age": "Too young."}, or {} for none"#
    case .values: #"an object like {"age": 12}"#
    case .options: #"an object like {"size": ["s", "m"]}"#
    case .texts: #"an object like {"age": {"title": "Your age"}}"#
    case .valid, .canSubmit: "true or false"
    case .page: "the tag of a page"
    case .pages: "a list of the tags of the visible pages"
    }
  }

  // MARK: - Attributes

  private func check(
    _ key: Key, _ element: JSONElement, _ states: inout States
  ) throws(Problem) -> Expectation.Check {
    guard case .string(let tag) = element.content else {
      throw Problem("a tag must be text", range: element.range)
    }
    let isRow = key == .required || key == .optional
    try named(tag, at: element.range) { () throws(EditRefusal) in
      if isRow { _ = try values.names.row(tag) } else { try values.names.checkMember(tag) }
    }
    let (attribute, holds): (Key, Bool) =
      switch key {
      case .shown: (.hidden, false)
      case .enabled: (.disabled, false)
      case .optional: (.required, false)
      default: (key, true)
      }
    if states.attributes.updateValue(holds, forKey: [attribute.rawValue, tag]) == !holds {
      let words: (Key, Key) =
        switch attribute {
        case .hidden: (.hidden, .shown)
        case .disabled: (.disabled, .enabled)
        default: (.required, .optional)
        }
      throw Problem("'\(tag)' cannot be both \(words.0) and \(words.1)", range: element.range)
    }
    return switch attribute {
    case .hidden: .hidden(tag, holds)
    case .disabled: .disabled(tag, holds)
    default: .required(tag, holds)
    }
  }

  // MARK: - Names and texts

  private func named(
    _ name: String, at range: Range<Int>, _ check: () throws(EditRefusal) -> Void
  ) throws(Problem) {
    do throws(EditRefusal) { try check() } catch {
      throw Problem(error.message, range: range, hint: error.hint)
    }
  }

  private func checkRow(_ member: JSONMember) throws(Problem) {
    try named(member.key, at: member.keyRange) { () throws(EditRefusal) in
      _ = try values.names.row(member.key)
    }
  }

  private func messages(_ element: JSONElement) throws(Problem) -> [String] {
    let elements: [JSONElement] =
      if case .array(let elements) = element.content { elements } else { [element] }
    var messages: [String] = []
    for element in elements {
      guard case .string(let message) = element.content else {
        throw Problem("errors must be a message or a list of messages", range: element.range)
      }
      messages.append(message)
    }
    return messages
  }

  private func texts(
    _ member: JSONMember
  ) throws(Problem) -> [(check: Expectation.Check, range: Range<Int>)] {
    guard case .object(let texts) = member.element.content else {
      throw Problem(
        "the texts of '\(member.key)' must be \(#"an object like {"title": "Your age"}"#)",
        range: member.element.range)
    }
    var checks: [(check: Expectation.Check, range: Range<Int>)] = []
    for text in texts {
      guard let key = Expectation.texts.first(where: { $0.rawValue == text.key }) else {
        throw .unknownKey(text, of: "'texts'", Expectation.texts.map(\.rawValue))
      }
      switch text.element.content {
      case .string(let string): checks.append((.text(member.key, key, string), text.keyRange))
      case .null: checks.append((.text(member.key, key, nil), text.keyRange))
      default: throw Problem("'\(text.key)' must be text or null", range: text.element.range)
      }
    }
    return checks
  }

  private func page(_ element: JSONElement) throws(Problem) -> String {
    guard case .string(let name) = element.content else {
      throw Problem("a page must be its tag", range: element.range)
    }
    if hasUntaggedPage || pages.contains(name) { return name }
    let nearest = Spelling.nearest(to: name, among: pages)
    throw Problem(
      "unknown page '\(name)'", range: element.range,
      hint: nearest.map { "did you mean \($0)?" }
        ?? (pages.isEmpty ? "the form has no pages" : "pages: \(pages.joined(separator: ", "))"))
  }
}

extension Problem {
  /// A key that an object of a scenario does not have, with the nearest known key.
  static func unknownKey(_ member: JSONMember, of owner: String, _ known: [String]) -> Problem {
    let nearest = Spelling.nearest(to: member.key, among: known)
    return Problem(
      "unknown key '\(member.key)' in \(owner)", range: member.keyRange,
      hint: nearest.map { "did you mean \($0)?" } ?? "keys: \(known.joined(separator: ", "))")
  }
}
