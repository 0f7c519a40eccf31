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
  /// The translations of all cases that are not lost, in one form.
  @Test("Each XPath gives what JavaRosa gives, filled and empty")
  func meaning() throws {
    var fixture = XPathFixture()
    var known: [(test: XPathCase, node: XFormNodes.Index)] = []
    for (index, test) in XPathCase.all.enumerated() where test.loss == nil {
      known.append((test, fixture.calculate(test.xpath, "c\(index)", at: test.place)))
    }
    var translator = XPathTranslator(fixture.nodes)
    for (test, node) in known {
      let translation = translator.formula(test.xpath, of: node)
      guard let text = translation.text else {
        Issue.record("\(test.xpath) is lost: \(translation.loss?.reason ?? "")")
        continue
      }
      fixture.add(text, of: node, type: translator.type(of: node), isOnce: translation.isOnce)
    }
    for (place, isFilled) in [true, false].enumerated() {
      let form = try fixture.open(isFilled: isFilled)
      for (test, node) in known where place < test.answers.count {
        let tag = fixture.nodes.nodes[node].tag ?? ""
        let address =
          switch test.place {
          case .root: tag
          case .item: "r[1].\(tag)"
          case .innerItem: "r[0].q[1].\(tag)"
          }
        let answer = XPathFixture.answer(form[address]?.value)
        let expected = (test.ours ?? test.answers)[place]
        let text = translator.formula(test.xpath, of: node).text ?? ""
        #expect(answer == expected, "\(test.xpath), \(text), filled: \(isFilled)")
      }
    }
  }

  @Test("Where our answer differs on purpose, it is not that of JavaRosa, and a change is told")
  func contested() {
    for test in XPathCase.all {
      guard let ours = test.ours else { continue }
      #expect(ours != test.answers)
    }
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
