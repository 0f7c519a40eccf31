// What XPaths mean: each is translated, and the translation is computed in a form with the same
// values that JavaRosa had.

import FormGraph
import Foundation
import Predicate
import Testing

@testable import FormImport

/// An XPath with the answers of JavaRosa, or with the reason why it is lost.
struct XPathCase: CustomTestStringConvertible {
  let xpath: String
  let place: XPathFixture.Place
  /// The answers of JavaRosa, filled and empty; of an item only filled.
  var answers: [String] = []
  /// Our answers, where they differ on purpose.
  var ours: [String]?
  /// A part of the reason why it is lost.
  var loss: String?

  var testDescription: String { xpath }

  init(line: String) {
    let sides = line.components(separatedBy: " --> ")
    let prefixes: [(String, XPathFixture.Place)] = [("r: ", .item), ("q: ", .innerItem)]
    let prefix = prefixes.first { sides[0].hasPrefix($0.0) }
    xpath = String(sides[0].dropFirst(prefix == nil ? 0 : 3))
    place = prefix?.1 ?? .root
    if sides[1].hasPrefix("lost: ") {
      loss = String(sides[1].dropFirst(6))
      return
    }
    let parts = sides[1].components(separatedBy: " ~ ")
    answers = parts[0].components(separatedBy: " | ")
    if parts.count > 1 {
      ours = parts[1].components(separatedBy: ": ")[0].components(separatedBy: " | ")
    }
  }
}

@Suite("XPath: meaning") struct XPathMeaningTests {
  @Test(
    "Each XPath gives what JavaRosa gives, filled and empty",
    arguments: [XPathCase.all.filter { $0.loss == nil }, XPathCase.generated])
  func meaning(cases: [XPathCase]) throws {
    var fixture = XPathFixture()
    var known: [(test: XPathCase, node: XFormNodes.Index, text: String)] = []
    for (index, test) in cases.enumerated() {
      let node = fixture.calculate(test.xpath, "c\(index)", at: test.place)
      var translator = XPathTranslator(fixture.nodes)
      let translation = translator.formula(test.xpath, of: node)
      guard let text = translation.text else {
        Issue.record("\(test.xpath) is lost: \(translation.loss?.reason ?? "")")
        continue
      }
      // What differs is told.
      #expect(test.ours == nil || !translation.changes.isEmpty, "\(test.xpath)")
      fixture.add(text, of: node, type: translator.type(of: node), isOnce: translation.isOnce)
      known.append((test, node, text))
    }
    for (place, isFilled) in [true, false].enumerated() {
      let form = try fixture.open(isFilled: isFilled)
      for (test, node, text) in known where place < test.answers.count {
        let tag = fixture.nodes.nodes[node].tag ?? ""
        let address =
          switch test.place {
          case .root: tag
          case .item: "r[1].\(tag)"
          case .innerItem: "r[0].q[1].\(tag)"
          }
        let answer = XPathFixture.answer(form[address]?.value)
        let expected = (test.ours ?? test.answers)[place]
        #expect(answer == expected, "\(test.xpath), \(text), filled: \(isFilled)")
      }
    }
  }

  @Test("Our answers differ only where they are marked")
  func contested() {
    for test in XPathCase.all + XPathCase.generated {
      #expect(test.ours != test.answers, "\(test.xpath)")
    }
  }

  @Test(
    "A formula that reads its own node is computed once",
    arguments: [
      ("once(/d/i)", "$i"), ("if(. = '', /d/i + 1, .)", "$i + 1"),
      ("coalesce(., uuid())", "uuid()"),
      ("if(/d/c != '', ., /d/t)", "$t"), ("coalesce(../c, 7)", "7"), ("if(., /d/t, .)", nil),
      ("if(. != '', ., /d/t)", "$t"), ("concat(., 'x')", nil),
    ] as [(String, String?)])
  func once(xpath: String, text: String?) {
    var fixture = XPathFixture()
    let node = fixture.calculate(xpath, "c")
    var translator = XPathTranslator(fixture.nodes)
    let translation = translator.formula(xpath, of: node)
    #expect(translation.readsItself)
    #expect(translation.isOnce == (text != nil))
    if text != nil { #expect(translation.text == text) }
  }

  @Test(
    "Filters read columns of the option and rows of the form",
    arguments: [
      ("grp = /d/t", "SELF.grp == $t"), ("selected(/d/m, name)", nil),
      ("name != current()/../s and true()", "SELF.name != $s AND TRUEPREDICATE"),
      ("starts-with(label, 'O') or ./name = ''", "SELF.label BEGINSWITH 'O' OR SELF.name == nil"),
      ("nosuch = 'x'", "FALSEPREDICATE"), ("3", nil),
    ] as [(String, String?)])
  func filters(xpath: String, text: String?) {
    var fixture = XPathFixture()
    let node = fixture.calculate("1", "c")
    var translator = XPathTranslator(fixture.nodes)
    let translation = translator.filter(xpath, on: "z", of: node)
    if let text {
      #expect(translation.text == text)
    } else if xpath == "3" {
      #expect(translation.loss != nil)
    } else {
      #expect(translation.text == "$m CONTAINS SELF.name OR ($m == nil AND SELF.name == nil)")
    }
  }

  @Test(
    "Texts print values as JavaRosa does, and conditions read their own row",
    arguments: [
      ("/d/s", "concat($s)"), ("/d/m", "join($m, ' ')"), ("/d/k", "dayText($k)"),
      ("/d/i", "CAST($i, 'NSString')"), ("/d/w", "timeText($w)"), ("/d/t", "concat($t)"),
    ])
  func outputs(xpath: String, text: String) {
    let fixture = XPathFixture()
    var translator = XPathTranslator(fixture.nodes)
    #expect(translator.output(xpath, of: 1).text == text)
    let own = translator.condition(". > 5 and . <= 10", of: 1)
    #expect(own.text == "$i > 5 AND $i <= 10" && own.reads == [1])
  }

  @Test("A count of a list that may be hidden is 0 while it is hidden")
  func hiddenLists() {
    let fixture = XPathFixture()
    var translator = XPathTranslator(fixture.nodes)
    translator.hideable = [fixture.r]
    let count = translator.formula("count(/d/r)", of: 1).text
    #expect(count == "if($r.isHidden == YES, 0, $r.@count)")
  }

  @Test(arguments: XPathCase.all.filter { $0.loss != nil })
  func lost(test: XPathCase) throws {
    var fixture = XPathFixture()
    let node = fixture.calculate(test.xpath, "c", at: test.place)
    var translator = XPathTranslator(fixture.nodes)
    if let hidden = fixture.nodes.nodes.firstIndex(where: { $0.name == "hn" }) {
      translator.hideable = [hidden]
    }
    let translation = translator.formula(test.xpath, of: node)
    #expect(translation.text == nil)
    #expect(translation.loss?.reason.contains(test.loss ?? "") == true, "\(translation)")
    #expect(translation.loss?.range != nil)
  }
}
