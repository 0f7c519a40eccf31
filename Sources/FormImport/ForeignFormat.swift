// Recognises files that are not forms, by a few keys or by their first bytes. Its author learns
// what the file is and where to go on, in place of a mistake for each key. Only files without a
// form in them are looked at, so a form is never taken for something else. An XForm is read as XML:
// if it is broken, its author learns where.

import FormFile

/// A kind of file that people give in place of a form.
enum ForeignFormat {
  case surveyJS, formIO, jsonSchema, questionnaire, xForm
  case scenarios, savedState, settings, baseline
  case archive, document, binary

  /// The kind of a file; nil if it may be meant as a form.
  ///
  /// - Parameters:
  ///   - root: The root element; nil if the file is not JSON.
  ///   - bytes: The file.
  init?(_ root: JSONElement?, _ bytes: [UInt8]) {
    let kind: ForeignFormat? =
      switch root?.content {
      case .object(let members)?: Self.kind(of: members)
      case .array(let elements)?:
        elements.first.map { Self.has(["name", "steps"], $0) } ?? false ? Self.scenarios : nil
      case nil: Self.kind(of: bytes.prefix(Self.lookedAt))
      default: nil
      }
    guard let kind else { return nil }
    self = kind
  }

  private static func kind(of members: [JSONMember]) -> ForeignFormat? {
    func value(_ key: String) -> JSONElement.Content? {
      members.first { $0.key == key }?.element.content
    }
    func isList(_ key: String, of keys: [String]) -> Bool {
      guard case .array(let elements)? = value(key), let first = elements.first else {
        return false
      }
      return has(keys, first)
    }
    guard value("sections") == nil, value("questions") == nil else { return nil }
    if isList("pages", of: ["elements"]) || isList("elements", of: ["type", "name"]) {
      return .surveyJS
    }
    if isList("components", of: ["type", "key"]) { return .formIO }
    if case .string("Questionnaire")? = value("resourceType") { return .questionnaire }
    if case .object? = value("properties"), case .string("object")? = value("type") {
      return .jsonSchema
    }
    if case .object? = value("values"), case .int? = value("version") { return .savedState }
    if isList("findings", of: ["file", "id", "text"]) { return .baseline }
    let keys = ["ignore", "errors", "coverage"]
    if !members.isEmpty, members.allSatisfy({ keys.contains($0.key) }) { return .settings }
    return nil
  }

  private static func has(_ keys: [String], _ element: JSONElement) -> Bool {
    guard case .object(let members) = element.content else { return false }
    return keys.allSatisfy { key in members.contains { $0.key == key } }
  }

  // MARK: - Files that are not JSON

  /// The number of bytes that tell what a file is.
  private static let lookedAt = 1024

  private static func kind(of start: ArraySlice<UInt8>) -> ForeignFormat? {
    if start.starts(with: "PK\u{3}\u{4}".utf8) { return .archive }
    if start.starts(with: "%PDF-".utf8) { return .document }
    // JSON's own reader knows UTF-16.
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) { return nil }
    let isMarked = start.starts(with: JSONReader.byteOrderMark)
    let text = start.dropFirst(isMarked ? JSONReader.byteOrderMark.count : 0)
    if text.first(where: { !XMLCharacters.isBlank($0) }) == UInt8(ascii: "<"),
      String(decoding: text, as: UTF8.self).contains("http://www.w3.org/2002/xforms")
    {
      return .xForm
    }
    return start.contains(0) && !isMarked && start.first != UInt8(ascii: "{") ? .binary : nil
  }

  // MARK: - What is said

  /// The problem of a file of this kind, placed at its first character if the file is JSON, or at
  /// its mistake if it is broken XML.
  ///
  /// Of any other file nothing is shown, because it may be binary.
  func problem(_ file: FormSource, maximumBytes: Int) -> Problem {
    if case .xForm = self {
      do throws(Problem) {
        _ = try XMLReader.read(file.bytes, maximumBytes: maximumBytes)
      } catch {
        return error
      }
    }
    let start = file.root?.range.lowerBound
    return Problem(
      start == nil ? .json : .missing, "this looks like \(words.name)",
      range: start.map { $0..<($0 + 1) }, hint: words.hint)
  }

  private var words: (name: String, hint: String) {
    let sections = #"a form is a JSON object with "sections""#
    return switch self {
    case .surveyJS:
      ("a SurveyJS form", "Docs/ComingFrom/SurveyJS.md says how each of its keys is written here")
    case .formIO: ("a Form.io form", "Docs/ComingFrom/README.md compares the names; \(sections)")
    case .jsonSchema: ("a JSON schema", "a schema describes values; \(sections)")
    case .questionnaire: ("a FHIR questionnaire", sections)
    case .xForm:
      ("an ODK XForm", "Docs/ComingFrom/XLSForm.md says how each of its columns is written here")
    case .scenarios: ("a file of scenarios", "formeval FORM --test FILE runs it")
    case .savedState: ("a saved state", "formeval FORM --state FILE opens a form with it")
    case .settings: ("settings of a team", "formeval FORM --check --config FILE takes them")
    case .baseline: ("a baseline", "formeval FORM --check --baseline FILE takes it")
    case .archive:
      (
        "an Excel workbook or another archive",
        "Docs/ComingFrom/XLSForm.md says how each column of an XLSForm is written here"
      )
    case .document: ("a PDF", sections)
    case .binary: ("a binary file", sections)
    }
  }
}
