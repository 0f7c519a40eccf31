// The parts of a path, as the NSString keys lastPathComponent, pathExtension and so on return them.
// A path is only text; the file system is not used.

/// A text as a path with slashes.
struct PathText {
  /// The text without trailing slashes; `/` if the path consists of slashes.
  private let path: Substring
  /// Where the last component starts.
  private let start: Substring.Index

  init(_ text: String) {
    path = Self.withoutSlashes(text[...])
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    start = path == "/" ? path.startIndex : slash.map(path.utf8.index(after:)) ?? path.startIndex
  }

  /// A text without trailing slashes.
  ///
  /// The first character is kept even if it is a slash.
  private static func withoutSlashes(_ text: Substring) -> Substring {
    let bytes = text.utf8
    guard let first = bytes.indices.first else { return text }
    let last = bytes.lastIndex { $0 != UInt8(ascii: "/") } ?? first
    return text[..<bytes.index(after: last)]
  }

  /// The last component: `c.txt` for `/a/b/c.txt`.
  var lastComponent: String { String(path[start...]) }

  /// The directory: `/a/b` for `/a/b/c.txt`; empty if the path has only one component.
  var directory: String { path == "/" ? "/" : String(Self.withoutSlashes(path[..<start])) }

  /// The extension: `txt` for `/a/b/c.txt`.
  ///
  /// Empty if the last component has no period, or only at its start or end.
  var fileExtension: String {
    period.map { String(path[path.utf8.index(after: $0)...]) } ?? ""
  }

  /// The path without its extension: `/a/b/c` for `/a/b/c.txt`.
  var withoutExtension: String { period.map { String(path[..<$0]) } ?? String(path) }

  /// The period before the extension.
  private var period: Substring.Index? {
    let component = path.utf8[start...]
    guard let period = component.lastIndex(of: UInt8(ascii: ".")), period != start,
      path.utf8.index(after: period) != path.endIndex
    else { return nil }
    return period
  }
}
