// Tells the format of a file by its content: by a few keys if it is JSON, else by its first bytes
// or, for an archive, its last ones. What is looked at is bounded, whatever the file holds. A file
// with `sections` or `questions` is always a form, so that its author learns of each mistake in it.

import FormFile

/// The format of a file that somebody gives as a form.
enum FileFormat: Hashable {
  /// Our own, and whatever is not known to be something else.
  case form
  case theDistanceForms
  case surveyJS, formIO, xForm
  /// A FHIR Questionnaire; nil if nothing in it tells the version of FHIR.
  case questionnaire(FHIRVersion?)
  case bundle, resource, resourceInXML
  /// XML of any other kind, such as the answers of an XForm.
  case xml
  case jsonSchema, scenarios, savedState, settings, baseline
  case workbook, archive, document, binary
}

// MARK: - JSON

extension FileFormat {
  /// The format of a file that is JSON.
  ///
  /// - Complexity: O(n) in the number of members of the root, and of the lists whose first element
  ///   tells the format. Of the items of a FHIR Questionnaire, 1 000 are looked at.
  init(_ root: JSONElement) {
    switch root.content {
    case .object(let members): self = Self.format(of: members)
    case .array(let elements):
      let isList = elements.first.map { Self.has(["name", "steps"], $0) } ?? false
      self = isList ? .scenarios : .form
    default: self = .form
    }
  }

  private static func format(of members: [JSONMember]) -> FileFormat {
    func value(_ key: String) -> JSONElement.Content? {
      members.first { $0.key == key }?.element.content
    }
    func isList(_ key: String, of keys: [String]) -> Bool {
      guard case .array(let elements)? = value(key), let first = elements.first else {
        return false
      }
      return has(keys, first)
    }
    // Whoever gives both learns from the reader of questions that there can be only one.
    if members.contains(where: { $0.key == "questions" }) { return .theDistanceForms }
    if members.contains(where: { $0.key == "sections" }) { return .form }
    if isList("pages", of: ["elements"]) || isList("elements", of: ["type", "name"]) {
      return .surveyJS
    }
    if isList("components", of: ["type", "key"]) { return .formIO }
    if case .string(let type)? = value("resourceType") {
      switch type {
      case "Questionnaire": return .questionnaire(FHIRVersion(ofQuestionnaire: members))
      case "Bundle": return .bundle
      default: return .resource
      }
    }
    if case .object? = value("properties"), case .string("object")? = value("type") {
      return .jsonSchema
    }
    if case .object? = value("values"), case .int? = value("version") { return .savedState }
    if isList("findings", of: ["file", "id", "text"]) { return .baseline }
    let keys = ["ignore", "errors", "coverage"]
    if !members.isEmpty, members.allSatisfy({ keys.contains($0.key) }) { return .settings }
    return .form
  }

  private static func has(_ keys: [String], _ element: JSONElement) -> Bool {
    guard case .object(let members) = element.content else { return false }
    return keys.allSatisfy { key in members.contains { $0.key == key } }
  }
}

// MARK: - Other files

extension FileFormat {
  /// The number of bytes at the start that tell what a file is.
  private static let lookedAt = 4096
  /// The number of bytes at the end of an archive, where the names of its files stand.
  private static let lookedAtInArchives = 1 << 16
  /// The number of bytes at the start of XML where its namespaces stand.
  private static let lookedAtInXML = 1 << 16

  /// The format of a file that is not JSON.
  ///
  /// - Complexity: O(1): 64 KiB at the end of an archive and at the start of XML, and 4 KiB at the
  ///   start of any other file.
  init(_ bytes: [UInt8]) {
    let start = bytes.prefix(Self.lookedAt)
    if start.starts(with: "PK\u{3}\u{4}".utf8) {
      let end = bytes.suffix(Self.lookedAtInArchives)
      self = Self.contains("xl/workbook", end) ? .workbook : .archive
      return
    }
    if start.starts(with: "%PDF-".utf8) {
      self = .document
      return
    }
    // JSON's own reader knows UTF-16.
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) {
      self = .form
      return
    }
    let isMarked = start.starts(with: JSONReader.byteOrderMark)
    let text = start.dropFirst(isMarked ? JSONReader.byteOrderMark.count : 0)
    let first = text.first { !XMLCharacters.isBlank($0) }
    if first == UInt8(ascii: "<") {
      let text = bytes.prefix(Self.lookedAtInXML)
      if Self.contains("http://www.w3.org/2002/xforms", text) {
        self = .xForm
      } else {
        self = Self.contains("http://hl7.org/fhir", text) ? .resourceInXML : .xml
      }
    } else {
      let isBinary = start.contains(0) && !isMarked && start.first != UInt8(ascii: "{")
      self = isBinary ? .binary : .form
    }
  }

  private static func contains(_ word: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
  }
}
