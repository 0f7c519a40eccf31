// Reads `formeval.json`, what a team has agreed on for its forms: findings that are ignored,
// findings that are errors, and the least coverage of tests. The file stands beside the forms or
// above them. A mistake in it stops the command, because every result would be another one.

import FormAnalysis
import Foundation
import FormGraph
import Predicate

/// The settings of a folder of forms.
struct Config {
  /// The name under which the file is looked for.
  ///
  /// Such a file is never a form.
  static let fileName = "formeval.json"
  /// Every id with a did-you-mean fits in a tenth of this.
  static let maximumBytes = 1 << 16

  /// The file in messages; empty if there is none.
  private(set) var name = ""
  private(set) var ignored: Set<FindingID> = []
  private(set) var errors: Set<FindingID> = []
  /// The least percentage of results of conditions that tests must see; nil if any will do.
  private(set) var coverage: Double?

  private enum Key: String, CaseIterable {
    case ignore, errors, coverage
  }

  init() {}

  /// Reads a file.
  init(_ bytes: [UInt8], named name: String) throws(CommandError) {
    self.name = name
    let source = FormSource(name: name, bytes: bytes)
    var problems: [Problem] = []
    do throws(Problem) {
      let root = try JSONReader.readDistinct(bytes)
      guard case .object(let members) = root.content else {
        throw Problem(
          "\(Self.fileName) must be an object", range: root.range,
          hint: #"write {"ignore": ["row/unused"]}"#)
      }
      for member in members { take(member, &problems) }
    } catch {
      problems = [error]
    }
    guard problems.isEmpty else { throw .refused(problems, in: source, status: CommandError.usage) }
  }

  private mutating func take(_ member: JSONMember, _ problems: inout [Problem]) {
    switch (Key(rawValue: member.key), member.element.content) {
    case (.ignore?, .array(let elements)): ignored = ids(elements, isIgnoring: true, &problems)
    case (.errors?, .array(let elements)): errors = ids(elements, isIgnoring: false, &problems)
    case (.coverage?, .int(let percent)) where (0...100).contains(percent):
      coverage = Double(percent)
    case (.coverage?, .double(let percent)) where (0...100).contains(percent): coverage = percent
    case (.coverage?, _):
      problems.append(
        Problem(
          "'coverage' must be a percentage, from 0 to 100", range: member.element.range,
          hint: "write \"coverage\": 90"))
    case (let key?, _):
      problems.append(
        Problem(
          "'\(key.rawValue)' must be a list of ids", range: member.element.range,
          hint: "write \"\(key.rawValue)\": [\"row/unused\"]"))
    case (nil, _):
      let keys = Key.allCases.map(\.rawValue)
      problems.append(
        Problem(
          "\(Problem.quoted(member.key)) is not a key of \(Self.fileName)", range: member.keyRange,
          hint: Spelling.nearest(to: member.key, among: keys).map { "did you mean \($0)?" }
            ?? "its keys are \(keys.joined(separator: ", "))"))
    }
  }

  /// The ids of a list.
  ///
  /// An id cannot be in both lists.
  private func ids(
    _ elements: [JSONElement], isIgnoring: Bool, _ problems: inout [Problem]
  ) -> Set<FindingID> {
    var ids: Set<FindingID> = []
    for element in elements {
      var problem: (message: String, hint: String?)?
      if case .string(let text) = element.content {
        if let id = FindingID(rawValue: text) {
          if isIgnoring, !id.canBeSuppressed {
            problem = ("'\(text)' cannot be ignored", "leave it out")
          } else if (isIgnoring ? errors : ignored).contains(id) {
            problem = ("'\(text)' cannot be ignored and an error", "leave one of them out")
          }
          ids.insert(id)
        } else {
          problem = FindingID.unknown(
            text, among: FindingID.allCases.filter { !isIgnoring || $0.canBeSuppressed })
        }
      } else {
        problem = ("an id must be text", "write \"row/unused\"")
      }
      if let problem {
        problems.append(Problem(problem.message, range: element.range, hint: problem.hint))
      }
    }
    return ids
  }
}

/// Finds the settings of forms.
struct ConfigFinder {
  /// The settings that hold for every form, because the command line says so.
  private var fixed: Config?
  /// The settings of each folder that was looked at.
  private var known: [String: Config] = [:]

  /// Reads the file of the command line, if it names one.
  init(_ arguments: Arguments) throws(CommandError) {
    if let path = arguments.config {
      fixed = try config(at: path)
    } else if arguments.ignoresConfig || arguments.isUntrusted {
      fixed = Config()
    }
  }

  /// The settings of a form: those of the nearest file beside it or above it.
  mutating func config(for form: String) throws(CommandError) -> Config {
    if let fixed { return fixed }
    guard form != Arguments.standardInput else { return Config() }
    var folder = URL(fileURLWithPath: form).deletingLastPathComponent().resolvingSymlinksInPath()
    var passed: [String] = []
    var found = Config()
    while true {
      if let config = known[folder.path] {
        found = config
        break
      }
      passed.append(folder.path)
      let file = folder.appendingPathComponent(Config.fileName).path
      // A link that leads nowhere is there, so reading it is an error.
      if (try? FileManager.default.attributesOfItem(atPath: file)) != nil {
        let name = Self.shown(file)
        guard PathKind(of: file) != .other else {
          throw .usage("'\(name)' is not a regular file", hint: "--no-config reads none")
        }
        found = try config(at: name)
        break
      }
      guard folder.pathComponents.count > 1 else { break }
      folder.deleteLastPathComponent()
    }
    for folder in passed { known[folder] = found }
    return found
  }

  private func config(at path: String) throws(CommandError) -> Config {
    let bytes: [UInt8]
    do throws(CommandError) {
      bytes = try Files.read(path, maximumBytes: Config.maximumBytes)
    } catch {
      throw .usage(error.message, hint: error.hint)
    }
    return try Config(bytes, named: Files.name(of: path))
  }

  /// A path as it is typed in the working folder.
  private static func shown(_ path: String) -> String {
    let folder =
      URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      .resolvingSymlinksInPath().path + "/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }
}
