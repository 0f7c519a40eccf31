// What is kept so that it need not be read or looked up again is found again, and nothing else is.

import Testing

@testable import FormFile
@testable import FormGraph

struct RepeatedTests {
  private func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBufferPointer(Fingerprint.of)
  }

  @Test func fingerprintsDependOnEachByte() {
    for count in 8...40 {
      let text = [UInt8](repeating: 7, count: count)
      #expect(fingerprint(text) == fingerprint(text))
      #expect(fingerprint(text) != fingerprint(text + [7]))
      for place in 0..<count {
        var other = text
        other[place] = 8
        #expect(fingerprint(text) != fingerprint(other), "\(place) of \(count)")
      }
    }
  }

  @Test func partsAreFoundByTheirBytes() throws {
    // Parts of 16 bytes, of which the third is spelled as the first.
    let text = Array("0123456789abcdefABCDEFGHIJKLMNOP0123456789abcdef".utf8)
    try text.withUnsafeBufferPointer { text in
      let known = Repeated<String>(bits: 6)
      #expect(known.slot(of: 0..<15, in: text) == nil)
      let (first, second, third) = (0..<16, 16..<32, 32..<48)
      let slot = try #require(known.slot(of: first, in: text))
      #expect(slot < 64 && known.slot(of: third, in: text) == slot)
      #expect(known.content(of: first, at: slot, in: text) == nil)
      known.keep("one", for: first, at: slot)
      #expect(known.content(of: third, at: slot, in: text) == "one")
      // Of two parts in one slot the later stays.
      #expect(known.content(of: second, at: slot, in: text) == nil)
      known.keep("two", for: second, at: slot)
      #expect(known.content(of: second, at: slot, in: text) == "two")
      #expect(known.content(of: first, at: slot, in: text) == nil)
      let other = (slot + 1) & 63
      known.keep("three", for: first, at: other)
      #expect(known.content(of: third, at: other, in: text) == "three")
      #expect(known.content(of: second, at: slot, in: text) == "two")
    }
  }
}
