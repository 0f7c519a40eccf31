// Findings that were there when a team began to check its forms: they are hidden, and only new ones
// are shown. A finding is the same if the file, the id and the text at fault are equal, so lines
// may move. The file names forms by their paths from its own folder, so it holds wherever a command
// runs.

import FormAnalysis
import Foundation
import FormGraph
import Predicate

/// A baseline of findings.
struct Baseline {
  /// What makes two findings the same.
  struct Entry: Hashable, Comparable {
    let file: String
    let id: String
    let text: String

    static func < (left: Entry, right: Entry) -> Bool {
      (left.file, left.id, left.text) < (right.file, right.id, right.text)
    }
  }

  let path: String
  /// The folders above the file, with links followed.
  private let folder: [String]
  /// How many findings of each entry are hidden, less those that were found.
  private var counts: [Entry: Int] = [:]
  private var checkedFiles: Set<String> = []
  /// The files that could not be checked.
  private var uncheckedFiles: Set<String> = []

  private enum Key: String, CaseIterable {
    case file, id, text, count
  }

  /// Makes an empty baseline for a file at a path.
  init(at path: String) {
    self.path = path
    folder =
      URL(fileURLWithPath: path).deletingLastPathComponent().resolvingSymlinksInPath()
      .pathComponents
  }

  /// Reads a baseline.
  init(_ bytes: [UInt8], at path: String) throws(CommandError) {
    self.init(at: path)
    do throws(Problem) {
      let root = try JSONReader.readDistinct(bytes)
      guard case .object(let members) = root.content,
        let findings = members.first(where: { $0.key == "findings" }),
        case .array(let elements) = findings.element.content
      else {
        throw Problem(
          "a baseline must be an object with a list 'findings'", range: root.range,
          hint: "--write-baseline FILE makes a baseline")
      }
      for element in elements {
        let (entry, count) = try Self.entry(element)
        counts[entry, default: 0] += count
      }
    } catch {
      throw CommandError(
        error, in: FormSource(name: Files.name(of: path), bytes: bytes), status: CommandError.usage)
    }
  }

  private static func entry(
    _ element: JSONElement
  ) throws(Problem) -> (entry: Entry, count: Int) {
    let wanted = Problem(
      "a finding of a baseline must have 'file', 'id' and 'text'", range: element.range,
      hint: #"write {"file": "form.json", "id": "row/unused", "text": ""}"#)
    guard case .object(let members) = element.content else { throw wanted }
    var texts: [Key: String] = [:]
    var count = 1
    for member in members {
      switch (Key(rawValue: member.key), member.element.content) {
      case (.count?, .int(let number)) where (1...Int64(maximumCount)).contains(number):
        count = Int(number)
      case (.file?, .string(let text)), (.id?, .string(let text)), (.text?, .string(let text)):
        if let key = Key(rawValue: member.key) { texts[key] = text }
      default: throw wanted
      }
    }
    guard let file = texts[.file], let id = texts[.id], let text = texts[.text] else {
      throw wanted
    }
    return (Entry(file: file, id: id, text: text), count)
  }

  /// More findings than a form of the largest size has; sums of counts stay far from the largest
  /// integer.
  private static let maximumCount = 1 << 30

  // MARK: - Comparing

  /// Hides the findings of a form that the baseline has.
  mutating func hide(in form: inout CheckedForm) {
    let file = name(of: form.path)
    guard form.notChecked == nil else {
      uncheckedFiles.insert(file)
      return
    }
    checkedFiles.insert(file)
    // Taken out, because a second reference would copy all of it.
    var counts = counts
    self.counts = [:]
    let found = form
    form.hide(because: "in the baseline \(Files.name(of: path))") { finding in
      let entry = Entry(file: file, id: finding.finding.id.rawValue, text: found.text(of: finding))
      guard let count = counts[entry], count > 0 else { return false }
      counts[entry] = count - 1
      return true
    }
    self.counts = counts
  }

  /// What the baseline has and was not found, if its form was checked or does not exist any more.
  ///
  /// Called after the last form.
  func gone(includesStyle: Bool) -> [(entry: Entry, count: Int)] {
    counts.filter { entry, count in
      count > 0 && (includesStyle || !(FindingID(rawValue: entry.id)?.isStyle ?? false))
        && !uncheckedFiles.contains(entry.file)
        && (checkedFiles.contains(entry.file) || !exists(entry.file))
    }
    .map { ($0.key, $0.value) }.sorted { $0.entry < $1.entry }
  }

  private func exists(_ file: String) -> Bool {
    PathKind(of: NSString.path(withComponents: folder + [file])) != .missing
  }

  // MARK: - Writing

  /// The baseline that hides what is found in some forms, as the bytes of its file.
  func bytes(for forms: [CheckedForm]) -> [UInt8] {
    var counts: [Entry: Int] = [:]
    for form in forms {
      let file = name(of: form.path)
      for finding in form.findings where !finding.finding.isSuppressed {
        let text = form.text(of: finding)
        counts[Entry(file: file, id: finding.finding.id.rawValue, text: text), default: 0] += 1
      }
    }
    let findings = counts.sorted { $0.key < $1.key }.map { entry, count -> Value in
      var members: [(String, Value)] = [
        ("file", .string(entry.file)), ("id", .string(entry.id)), ("text", .string(entry.text)),
      ]
      if count > 1 { members.append(("count", .int(Int64(count)))) }
      return .dictionary(ValueDictionary(members))
    }
    return Array((JSONWriter.text(of: ["findings": .array(findings)], pretty: true) + "\n").utf8)
  }

  /// The path of a form from the folder of the baseline.
  private func name(of form: String) -> String {
    guard form != Arguments.standardInput else { return Files.name(of: form) }
    let url = URL(fileURLWithPath: form)
    let own = url.deletingLastPathComponent().resolvingSymlinksInPath().pathComponents
    let shared = zip(folder, own).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: folder.count - shared) + own[shared...]
    return (steps + [url.lastPathComponent]).joined(separator: "/")
  }
}
