// Finds the files that `--check` reads: of a folder, the `.json` files in it and below it. What is
// hidden is left out, and so are links to folders, pipes and devices: the search ends, and opens
// nothing that may wait for ever.

import Foundation
import FormGraph

/// The files that the paths of a command line stand for.
struct CheckedPaths {
  /// A file, and the folder of the command line in which it was found; nil if it was named itself.
  typealias Found = (path: String, folder: String?)

  private(set) var files: [Found] = []
  /// The folders of the command line.
  private(set) var folders: [String] = []
  /// The folders below that cannot be read.
  private(set) var unreadable: [String] = []
  /// Whether there are several files, or a folder, so that lines name their file.
  var areSeveral: Bool { files.count != 1 || !folders.isEmpty }

  /// Looks for files.
  ///
  /// A path that does not exist is left to whoever reads it. A shell that lists all files of a
  /// folder lists the settings and the baseline too, which are no forms.
  ///
  /// - Complexity: O(n log n) in the number of entries of the folders.
  init(_ paths: [String], besides baseline: String? = nil) {
    let baseline = baseline.map(Self.standardized)
    var known: Set<String> = []
    for path in paths {
      let isFolder = path != Arguments.standardInput && PathKind(of: path) == .folder
      if isFolder { folders.append(path) }
      let found = isFolder ? self.found(in: path) : [path]
      for file in found
      where known.insert(file).inserted && !Self.isConfig(file)
        && (baseline == nil || Self.standardized(file) != baseline)
      {
        files.append((file, isFolder ? path : nil))
      }
    }
  }

  /// A path without the detours in it: `./forms/a.json` is `forms/a.json`.
  private static func standardized(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  private static func isConfig(_ path: String) -> Bool {
    path == Config.fileName || path.hasSuffix("/" + Config.fileName)
  }

  /// The `.json` files in a folder and below it, sorted.
  private mutating func found(in folder: String) -> [String] {
    var found: [String] = []
    var waiting = [folder]
    while let folder = waiting.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        unreadable.append(folder)
        continue
      }
      // What is found in the working folder is named as a host names it in an annotation.
      let start = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
      for name in names where !name.hasPrefix(".") {
        let path = start + name
        let isNamedJSON = name.lowercased().hasSuffix(".json")
        switch PathKind(of: path) {
        case .folder:
          let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
          if !isLink { waiting.append(path) }
        // A link that leads nowhere may have been a form, so reading it is an error.
        case .file, .missing: if isNamedJSON { found.append(path) }
        case .other: break
        }
      }
    }
    return found.sorted()
  }
}

/// What a path leads to, with links followed.
enum PathKind {
  case file, folder
  /// A pipe, a device or a socket.
  case other
  case missing

  init(of path: String) {
    #if os(Windows)
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      self = !exists ? .missing : isFolder.boolValue ? .folder : .file
    #else
      var status = stat()
      guard stat(path, &status) == 0 else {
        self = .missing
        return
      }
      self =
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    #endif
  }
}

extension FormSource {
  /// Whether a file that was found in a folder is taken for a form: an object with `sections`.
  ///
  /// A form whose JSON is broken must not pass for another kind of file, so there the text decides.
  var looksLikeForm: Bool {
    guard let root else { return bytes.contains(Array("\"sections\"".utf8)) }
    guard case .object(let members) = root.content else { return false }
    return members.contains { $0.key == "sections" }
  }
}
