import Foundation
import Testing

@testable import Predicate

@Suite struct SHA256Tests {
  private func digits(_ text: String) -> String {
    SHA256.hash(text.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("The examples of FIPS 180-4, and texts around the length of a block")
  func examples() {
    #expect(
      digits("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(digits("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      digits("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let ends = [
      55: "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
      56: "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
      63: "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34",
      64: "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
    ]
    for (count, expected) in ends {
      #expect(digits(String(repeating: "a", count: count)) == expected)
    }
  }

  @Test("uuid() names what the evaluation says, and fails where it says nothing")
  func uuid() throws {
    let formula = try Formula("uuid()", functions: .extended)
    var context = EvaluationContext(now: .distantPast)
    #expect(throws: (any Error).self) { try formula.evaluate(context: context) }
    context.identity = "abc"
    let value = try formula.evaluate(context: context)
    #expect(value == "ba7816bf-8f01-8fea-8141-40de5dae2223")
  }
}
