// Receives a file of texts, each behind `> `, with what is said of them below, line by line; a
// blank line ends an entry. Comments, subjects and rewriting are as in `ResultTable`.

import Foundation

/// A file of texts and their messages.
public struct RenderedTable {
  /// One text with its messages.
  public struct Entry {
    /// Where the entry starts, from 1.
    public let line: Int
    /// The text, its lines joined.
    public let text: String
    /// What must be said of it.
    public let expected: String
    /// What it is evaluated over.
    public let subject: Subject
  }

  /// The entries, in the order of the file.
  public private(set) var entries: [Entry] = []
  private let file: URL
  /// The file without its messages: every line, and for the last line of a text its entry.
  private var frame: [(line: String, entry: Int?)] = []

  /// Reads a table in the folder `Corpus` beside a test.
  public init(_ name: String, beside test: String) throws {
    file = URL(fileURLWithPath: test).deletingLastPathComponent()
      .appendingPathComponent("Corpus/\(name)")
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    var subject = Subject()
    var index = 0
    while index < lines.count {
      let line = lines[index]
      guard line.hasPrefix("> ") else {
        try subject.read(line)
        frame.append((line, nil))
        index += 1
        continue
      }
      let start = index
      while index < lines.count, lines[index].hasPrefix("> ") {
        frame.append((lines[index], nil))
        index += 1
      }
      let text = lines[start..<index].map { $0.dropFirst(2) }.joined(separator: "\n")
      frame[frame.count - 1].entry = entries.count
      let messages = index
      while index < lines.count, !lines[index].isEmpty { index += 1 }
      entries.append(
        Entry(
          line: start + 1, text: text, expected: lines[messages..<index].joined(separator: "\n"),
          subject: subject))
    }
  }

  /// Checks every entry, or takes what is said of it as what must be said.
  public func walk(_ check: (Entry, _ found: String) -> Void) throws {
    let found = entries.map { $0.subject.messages(about: $0.text) }
    guard ProcessInfo.processInfo.environment["UPDATE_EXPECT"] != nil else {
      for (entry, found) in zip(entries, found) { check(entry, found) }
      return
    }
    let lines = frame.flatMap { part in
      [part.line] + (part.entry.map { [found[$0]] } ?? [])
    }
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }
}
