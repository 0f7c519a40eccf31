// Reads the files of tables beside a form. A form may come from a stranger, so a table can only be
// a regular file in the folder of the form or below it: the real paths are compared, with all
// links followed.

import Foundation
import FormGraph
import Predicate

/// The files of the tables of one form.
struct TableFiles {
  /// The path of the form, as it was given.
  let form: String
  let read: (String) throws(CommandError) -> [UInt8]

  /// Why a file cannot be read, as a sentence.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// The bytes of a file that a table names.
  ///
  /// FormGraph has checked the spelling of the path.
  func bytes(of name: String) throws(Unreadable) -> [UInt8] {
    guard form != Arguments.standardInput else {
      throw Unreadable(
        description: "a form on standard input has no folder, so '\(name)' cannot be read")
    }
    let folder = URL(fileURLWithPath: form).deletingLastPathComponent().resolvingSymlinksInPath()
    let file = folder.appendingPathComponent(name).resolvingSymlinksInPath()
    guard file.pathComponents.starts(with: folder.pathComponents) else {
      throw Unreadable(description: "'\(name)' is a link that leaves the folder of the form")
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    switch attributes?[.type] as? FileAttributeType {
    case .typeRegular?: break
    case .typeDirectory?: throw Unreadable(description: "'\(name)' is a directory")
    case nil:
      throw Unreadable(
        description: "there is no file '\(name)' beside the form\(hint(name, folder))")
    // Opening a pipe would wait for ever.
    default: throw Unreadable(description: "'\(name)' is not a regular file")
    }
    do throws(CommandError) { return try read(file.path) } catch {
      throw Unreadable(description: error.message)
    }
  }

  private func hint(_ name: String, _ folder: URL) -> String {
    let others = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Spelling.nearest(to: name, among: others.sorted()).map { "; did you mean \($0)?" } ?? ""
  }
}
