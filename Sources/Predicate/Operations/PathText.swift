// The parts of a path as NSString names them: its keys lastPathComponent, pathExtension and what is
// left without them. A path is text; no file is looked at.

/// A text as a path with slashes.
struct PathText {
  /// The text without the slashes at its end; a path of slashes alone is `/`.
  private let path: Substring
  /// Where the last component starts.
  private let start: Substring.Index

  init(_ text: String) {
    path = Self.withoutSlashes(text[...])
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    start = path == "/" ? path.startIndex : slash.map(path.utf8.index(after:)) ?? path.startIndex
  }

  /// A text without the slashes at its end, of which the first character is none.
  private static func withoutSlashes(_ text: Substring) -> Substring {
    let bytes = text.utf8
    guard let first = bytes.indices.first else { return text }
    let last = bytes.lastIndex { $0 != UInt8(ascii: "/") } ?? first
    return text[..<bytes.index(after: last)]
  }

  /// `c.txt` of `/a/b/c.txt`.
  var lastComponent: String { String(path[start...]) }

  /// `/a/b` of `/a/b/c.txt`; empty if the path has one component alone.
  var directory: String { path == "/" ? "/" : String(Self.withoutSlashes(path[..<start])) }

  /// `txt` of `/a/b/c.txt`; empty if the last component has no period, or only at one of its ends.
  var fileExtension: String {
    period.map { String(path[path.utf8.index(after: $0)...]) } ?? ""
  }

  /// `/a/b/c` of `/a/b/c.txt`.
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
