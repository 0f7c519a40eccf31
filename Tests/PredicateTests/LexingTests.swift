// What the lexer reads eight bytes at a time, byte by byte: every byte at every place of a name or
// a text in quotes, whichever of the two ways reads it.

import Testing

@testable import Predicate

@Suite struct LexingTests {
  @Test func everyByteAtEveryPlace() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        for other in [UInt8(ascii: "a"), 0x00, 0xFF] {
          var bytes = [UInt8](repeating: other, count: 8)
          bytes[place] = byte
          let eight = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          let names = Identifier.continuing(ascii: eight)
          let different = TextBytes.differing(from: byte, eight)
          for (index, found) in bytes.enumerated() {
            let high = UInt64(0x80) << UInt64(8 * index)
            #expect((names & high != 0) == Identifier.canContinue(ascii: found))
            #expect((different & high != 0) == (found != byte))
          }
          #expect((names | different) & 0x7F7F_7F7F_7F7F_7F7F == 0)
        }
      }
    }
  }

  @Test func namesOfEveryLength() {
    let letters = Array("a_Z9bQ0z".utf8)
    for length in 1...20 {
      let name = String(
        decoding: (0..<length).map { letters[$0 % letters.count] }, as: UTF8.self)
      for rest in ["", " ", "]", "@", "[", "`", "{", "/", ":=", "\u{7F}", "+ 12345678", "é", "–"] {
        let range = Self.firstToken(of: name + rest)
        let extra = rest == "é" ? 2 : 0
        #expect(range == 0..<(length + extra), "\(name)\(rest)")
      }
    }
  }

  @Test func textsOfEveryLength() {
    for length in 0...20 {
      let plain = String(repeating: "x", count: length)
      #expect(Self.firstToken(of: "'\(plain)' == '\(plain)'") == 0..<(length + 2))
      #expect(Self.firstToken(of: "'\(plain)") == 0..<1)
      for place in 0..<max(1, length) {
        let (before, behind) = (plain.prefix(place), plain.dropFirst(place))
        for part in ["\\'", "\\\\", "\"", "%", "\\n"] {
          let written = "'\(before)\(part)\(behind)'"
          #expect(Self.firstToken(of: written + " x'") == 0..<written.utf8.count, "\(written)")
          let meant = part == "\\n" ? "\n" : part.count == 2 ? String(part.dropFirst()) : part
          let literal = Self.literal(written)
          #expect(literal.text == before + meant + behind, "\(written)")
          #expect(literal.placeholderCount == 0)
        }
        #expect(Self.literal("'\(before)%@\(behind)'").placeholderCount == 1)
        #expect(Self.literal("'\(before)\\\\%K\(behind)'").placeholderCount == 1)
      }
    }
  }

  private static func firstToken(of text: String) -> Range<Int> {
    TextBytes.read(text) { bytes in
      var lexer = Lexer(bytes)
      return lexer.next().range
    }
  }

  private static func literal(_ written: String) -> StringLiteral {
    TextBytes.read(written) { StringLiteral($0, 0..<$0.count) }
  }
}
