// Any bytes give a tree or a mistake with a place: every prefix of a small form, every byte of it
// changed, and random damage. A tree that is read is whole: everything in it lies in the file and
// inside what is around it.

import FormFile
import TestSupport
import Testing

@testable import FormImport

@Suite("XML: any bytes") struct XMLRobustnessTests {
  /// A form with everything that XML has.
  private static let form = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- a form --><h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns="http://www.w3.org/2002/xforms">
    <h:head><model><?p a?><instance><data id='é'><a>1</a><b/></data></instance>\r
    <bind nodeset="/data/b" relevant="/data/a &lt; 5 and
     ../c != '&#x1F600;'"/></model></h:head><h:body><input ref="/data/a"><label xml:lang="日本">
    A &amp; B<![CDATA[ < ]]]>C<!-- - --> ]] &gt;</label></input></h:body></h:html><?end?>

    """

  /// Reads bytes, checks the tree or the mistake, and says whether there is a tree.
  @discardableResult
  private func check(_ bytes: [UInt8], _ place: @autoclosure () -> String) -> Bool {
    do throws(Problem) {
      let tree = try XMLReader.read(bytes)
      for element in tree.root.all {
        let parts =
          element.attributes.flatMap { [$0.range, $0.name.range, $0.value.range] }
          + element.elements.map(\.range) + element.texts.map(\.range) + [element.name.range]
        let isWhole = parts.allSatisfy {
          element.range.lowerBound < $0.lowerBound && $0.upperBound < element.range.upperBound
        }
        let texts = element.attributes.map(\.value) + element.texts
        let areTexts = texts.allSatisfy { !$0.string.unicodeScalars.contains("\0") }
        if !isWhole || !areTexts { Issue.record("\(place()): \(element.outline)") }
      }
      return true
    } catch {
      let isText = String(validating: bytes, as: UTF8.self) != nil
      let isPlaced = ([error.range] + error.related.map(\.range)).allSatisfy { range in
        guard let range else { return false }
        return [range.lowerBound, range.upperBound].allSatisfy {
          (0...bytes.count).contains($0)
            && (!isText || $0 == bytes.count || bytes[$0] & 0xC0 != 0x80)
        }
      }
      // What is larger than a limit needs no hint.
      let isClear = error.hint != nil || error.message.contains(" than ")
      if !isPlaced || error.message.isEmpty || !isClear {
        Issue.record("\(place()): \(error)")
      }
      return false
    }
  }

  @Test func everyPrefix() throws {
    let bytes = Array(Self.form.utf8)
    let end = try XMLReader.read(bytes).root.range.upperBound
    for length in 0...bytes.count {
      let isTree = check(Array(bytes[..<length]), "prefix of \(length)")
      // After the root, only a cut instruction is a mistake.
      let rest = String(decoding: bytes[end..<max(end, length)], as: UTF8.self)
      #expect(
        isTree == (length >= end && ["", "<?end?>", "<?end?>\n"].contains(rest)), "\(length)")
    }
  }

  @Test(arguments: depth(quick: 12, full: 256))
  func everyChangedByte(depth count: Int) {
    let original = Array(Self.form.utf8)
    let others = count == 256 ? Array(0...255) : Array("<>&\"'/=:]-!".utf8) + [0xC3]
    #expect(others.count == count)
    for place in original.indices {
      for byte in others {
        var bytes = original
        bytes[place] = byte
        check(bytes, "byte \(byte) at \(place)")
      }
      var shorter = original
      shorter.remove(at: place)
      check(shorter, "without the byte at \(place)")
    }
  }

  @Test(arguments: depth(quick: 1_000, full: 20_000))
  func randomDamage(depth rounds: Int) {
    var random = SplitMix64.forTest(0xDA_3A6E)
    let seed = random.seed
    let original = Array(Self.form.utf8)
    var trees = 0
    for round in 0..<rounds {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let length = Int.random(in: 0..<min(30, bytes.count - place), using: &random)
        let other = Int.random(in: 0..<(original.count - 30), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<(place + length))
        case 2: bytes.insert(contentsOf: original[other..<(other + length)], at: place)
        default:
          bytes.replaceSubrange(place..<(place + length), with: original[other..<(other + 9)])
        }
      }
      if check(bytes, "seed \(seed), round \(round)") { trees += 1 }
    }
    #expect(trees > 0 && trees < rounds, "seed \(seed)")
  }

  /// What once made readers of XML slow or large.
  @Test(arguments: depth(quick: 20_000, full: 1_000_000))
  func muchOfOneThing(depth count: Int) throws {
    func text(_ start: String, _ repeated: String, _ end: String) -> [UInt8] {
      Array((start + String(repeating: repeated, count: count) + end).utf8)
    }
    func length(_ bytes: [UInt8]) throws -> [Int] {
      try XMLReader.read(bytes).root.texts.map(\.string.utf8.count)
    }
    #expect(try length(text("<a>", "&lt;", "</a>")) == [count])
    #expect(try length(text("<a>", "\r\n", "</a>")) == [count])
    #expect(try length(text("<a>", "]", "</a>")) == [count])
    #expect(try length(text("<a>x", "<![CDATA[]]>", "</a>")) == [1])
    #expect(try length(text("<a>x", "<!---->", "y</a>")) == [2])
    #expect(try length(text("<a>&#", "0", "65;</a>")) == [1])
    #expect(try XMLReader.read(text("<a>", "<b/>", "</a>")).root.elements.count == count)
    for bytes in [
      text("", "<a>", ""), text("", "<", ""), text("<a>", "&", ""), text("<a ", "b='' ", "/>"),
      text("<", "a", "/>"), text("<a b='", "\n", ""), text("<a>&#x", "F", ";</a>"),
      text("<a><!--", "- ", ""), text("<a>", "<b xmlns:p='u'>", ""),
    ] {
      #expect(!check(bytes, "\(String(decoding: bytes.prefix(20), as: UTF8.self))"))
    }
  }
}
