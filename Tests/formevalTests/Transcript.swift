// A session at a terminal as a text file: commands, what they were given and what they said. Read
// into blocks, and written back so that a file that is right comes out as it went in.

import Foundation

/// One command of a transcript.
struct TranscriptBlock: CustomStringConvertible {
  /// Lines that begin with `# `, before the command.
  var comments: [String] = []
  /// The command line behind `$ `.
  var command = ""
  /// The lines behind `< `: standard input.
  var input: [String] = []
  /// Everything the command says, and its status where that is not 0.
  var output: [String] = []

  /// The words behind `formeval`; blanks in quotes separate nothing.
  var arguments: [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in command {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return Array(words.dropFirst())
  }

  /// The block with what the command says now.
  func run() throws -> TranscriptBlock {
    let given = input.map { $0 + "\n" }.joined()
    let (text, status) = try CommandRun.output(of: arguments, input: given)
    var block = self
    block.output = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if block.output.last?.isEmpty == true {
      block.output.removeLast()
    } else {
      block.output.append("[no line break at the end]")
    }
    if status != 0 { block.output.append("[exit \(status)]") }
    return block
  }

  var description: String {
    let lines = comments + ["$ \(command)"] + input.map { "< \($0)" } + output
    return lines.map { $0 + "\n" }.joined()
  }
}

/// A file of commands.
struct Transcript {
  static let directory = CommandRun.root.appending(path: "Tests/formevalTests/Transcripts")

  var blocks: [TranscriptBlock] = []

  init(text: String) {
    var block = TranscriptBlock()
    var isInput = false
    func isHeader(_ line: String) -> Bool { line.hasPrefix("# ") || line.hasPrefix("$ ") }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if isHeader(line), !block.command.isEmpty {
        close(&block)
        block = TranscriptBlock()
      }
      if line.hasPrefix("# ") {
        block.comments.append(line)
      } else if line.hasPrefix("$ ") {
        block.command = String(line.dropFirst(2))
        isInput = true
      } else if isInput, line.hasPrefix("< ") {
        block.input.append(String(line.dropFirst(2)))
      } else if !block.command.isEmpty {
        isInput = false
        block.output.append(line)
      }
    }
    // The line break at the end of the file begins no line.
    if text.hasSuffix("\n"), !block.output.isEmpty { block.output.removeLast() }
    if !block.command.isEmpty { blocks.append(block) }
  }

  /// Keeps a block without the blank line that parts it from the next.
  private mutating func close(_ block: inout TranscriptBlock) {
    if block.output.last?.isEmpty == true { block.output.removeLast() }
    blocks.append(block)
  }

  /// The file, a blank line between blocks.
  var text: String { blocks.map(\.description).joined(separator: "\n") }
}
