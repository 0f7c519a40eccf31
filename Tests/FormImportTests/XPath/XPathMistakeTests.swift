// What the parser refuses, and where; and that no text, however broken, long or deep, does any
// harm.

import Predicate
import TestSupport
import Testing

@testable import FormImport

/// An XPath that does not parse, with the part at fault in the marks ‹ and ›.
struct XPathMistake: CustomTestStringConvertible {
  let xpath: String
  let range: Range<Int>
  let reason: String

  var testDescription: String { xpath }

  init(_ marked: String, _ reason: String) {
    let parts = marked.split(omittingEmptySubsequences: false) { $0 == "‹" || $0 == "›" }
    xpath = parts.joined()
    let start = parts[0].utf8.count
    range = start..<(start + (parts.count > 1 ? parts[1].utf8.count : 0))
    self.reason = reason
  }
}

@Suite("XPath: mistakes") struct XPathMistakeTests {
  @Test(arguments: [
    XPathMistake("‹›", "expected a value, found the end"),
    XPathMistake("1 +‹›", "expected a value, found the end"),
    XPathMistake("1 ‹2›", "expected an operator or the end, found '2'"),
    XPathMistake("/d/t ‹'x'›", "expected an operator or the end, found ''x''"),
    XPathMistake("1 = ‹=› 2", "expected a value, found '='"),
    XPathMistake("‹(›1", "'(' is not closed; ')' is missing"),
    XPathMistake("1‹)›", "expected an operator or the end, found ')'"),
    XPathMistake("concat‹(›'a', 'b'", "'(' is not closed; ')' is missing"),
    XPathMistake("concat('a', ‹)›", "expected a value, found ')'"),
    XPathMistake("/d/r‹[›n = 1", "'[' is not closed; ']' is missing"),
    XPathMistake("/d/r[‹]›", "expected a value, found ']'"),
    XPathMistake("/d/‹›", "expected the name of a node, found the end"),
    XPathMistake("/d/‹=› 1", "expected the name of a node, found '='"),
    XPathMistake(
      "ä = ‹'it's›", "expected an operator or the end"),
    XPathMistake("/d/t = ‹'x›", "the text in quotes does not end; close it with another '"),
    XPathMistake("/d/t = ‹\"x›", "the text in quotes does not end; close it with another \""),
    XPathMistake("‹;›", "';' has no meaning here"),
    XPathMistake("1 ‹#› 2", "'#' has no meaning here"),
    XPathMistake("‹$›x", "an XPath of a form has no variables"),
    XPathMistake("/d/t ‹|› /d/u", "JavaRosa cannot join nodes with '|'"),
    XPathMistake("‹//›t", "JavaRosa cannot search with '//'; write the whole path"),
    XPathMistake("/d‹//›t", "JavaRosa cannot search with '//'; write the whole path"),
    XPathMistake("/d/‹*›", "a path to any node, '*', has no counterpart"),
    XPathMistake("/d/‹@›x", "the form has no attributes of nodes"),
    XPathMistake("‹parent›::d", "JavaRosa does not know the axis 'parent::'"),
    XPathMistake("‹instance(/d/t)›/root", "instance takes the id of an instance in quotes"),
    XPathMistake("(/d/t)‹[›1]", "JavaRosa takes no '[' behind ')'"),
    XPathMistake("‹text()›", "JavaRosa does not know 'text()'"),
  ])
  func parsing(mistake: XPathMistake) {
    do throws(XPathError) {
      _ = try XPathParser.tree(of: mistake.xpath)
      Issue.record("it parses")
    } catch {
      #expect(error.reason.hasPrefix(mistake.reason))
      if !mistake.xpath.hasPrefix("ä") { #expect(error.range == mistake.range) }
    }
  }

  @Test(
    "A loss has the place of the part that is lost",
    arguments: [
      XPathMistake("1 + ‹foo(2)›", "there is no function 'foo'"),
      XPathMistake("‹cont(/d/r)› > 1", "there is no function 'cont'; did you mean 'count'?"),
      XPathMistake("concat('é', ‹random()›)", "a form gives the same answer each time"),
      XPathMistake("if(true(), ‹/d/r›, 2)", "a list has no value of its own"),
      XPathMistake("/d/r[‹2›]/n", "JavaRosa finds nothing by a value in brackets"),
      XPathMistake("../‹..›", "the path leads above the root"),
      XPathMistake("1 = 1 and ‹/d/w < '11:00'›", "JavaRosa compares times"),
    ])
  func losses(mistake: XPathMistake) {
    var fixture = XPathFixture()
    let node = fixture.calculate(mistake.xpath, "c")
    var translator = XPathTranslator(fixture.nodes)
    let loss = translator.condition(mistake.xpath, of: node).loss
    #expect(loss?.reason.hasPrefix(mistake.reason) == true, "\(loss?.reason ?? "nothing")")
    #expect(loss?.range == mistake.range)
  }

  @Test(arguments: [
    ("1 or 2 and 3 = 4 < 5 + 6 * 7", "(1 or (2 and (3 = (4 < (5 + (6 * 7))))))"),
    ("1 * 2 + 3 < 4 = 5 and 6 or 7", "(((((1 * 2) + 3) < 4) = 5) and 6) or 7"),
    ("1 - 2 - 3", "1 - 2 - 3"), ("- 1 * 2", "(- 1) * 2"), ("1 div 2 mod 3", "1 div 2 mod 3"),
    ("1 = 2 != 3", "1 = 2 != 3"), ("a div b", "a div b"), ("div div div", "div div div"),
    ("* * *", nil), ("/d/mod mod 2", "/d/mod mod 2"), ("a -b", "a - b"), ("a-b", "a-b"),
    ("1 -- 2", "1 - (- 2)"), ("mod(1)", "mod(1)"), ("or or and", "or or and"),
    ("a[b or c = 1] = 2", "a[(b or (c = 1))] = 2"), ("1<2", "1 < 2"), ("1.5.2", nil),
    ("a/b[c]/d[e][f]", "a/b[c]/d[e][f]"), ("jr:x(jr:a/orx:b)", "jr:x(a/b)"),
  ])
  func precedence(xpath: String, same: String?) throws {
    guard let same else {
      #expect(throws: XPathError.self) { try XPathParser.tree(of: xpath) }
      return
    }
    let tree = try XPathParser.tree(of: xpath)
    #expect(tree.outline == (try XPathParser.tree(of: same)).outline)
  }
}

extension XPathNode {
  /// The tree with brackets around each operation.
  fileprivate var outline: String {
    switch content {
    case .number(let digits): digits
    case .text(let text): "'\(text)'"
    case .negative(let value): "(- \(value.outline))"
    case .call(let name, let arguments):
      "\(name)(\(arguments.map(\.outline).joined(separator: ", ")))"
    case .path(let path):
      "\(path.start)"
        + path.steps.map { step in
          "/" + step.name + step.predicates.map { "[\($0.outline)]" }.joined()
        }.joined()
    case .operation(let operands, let operators):
      "("
        + zip(operands, operators).map { "\($0.outline) \($1.rawValue) " }.joined()
        + (operands.last?.outline ?? "") + ")"
    }
  }
}

@Suite("XPath: robustness") struct XPathRobustnessTests {
  private static let samples = [
    "if(/d/i > 5 and not(selected(/d/m, 'a')), concat(/d/t, ' é ', /d/i div 2), '')",
    "sum(/d/r[n > current()/../i]/n) + count(/d/r) - -3 mod 2 * round(/d/e, 1)",
    "instance('z')/root/item[name = /d/s or grp != 'g']/label",
    "format-date(date(/d/k + 30), '%d/%m/%Y') = '01/02/2024' or today() >= /d/k",
    "jr:choice-name(/d/s, '/d/s') != \"x\" and position(..) <= indexed-repeat(/d/r/n, /d/r, 2)",
  ]

  /// Whether an XPath gives either a text or a loss, for each use of it.
  private func isSettled(_ xpath: String, _ translator: inout XPathTranslator, _ node: Int) -> Bool
  {
    [
      translator.formula(xpath, of: node), translator.condition(xpath, of: node),
      translator.output(xpath, of: node), translator.filter(xpath, on: "z", of: node),
    ].allSatisfy { ($0.text == nil) != ($0.loss == nil) }
  }

  @Test("Every prefix and every changed byte gives a translation or a loss", arguments: samples)
  func changes(sample: String) {
    var fixture = XPathFixture()
    let node = fixture.calculate("1", "c", at: .item)
    var translator = XPathTranslator(fixture.nodes)
    let bytes = Array(sample.utf8)
    #expect(isSettled(sample, &translator, node))
    for length in bytes.indices {
      #expect(isSettled(String(decoding: bytes[..<length], as: UTF8.self), &translator, node))
      for byte in Array("'(][/*-1\0".utf8) {
        var changed = bytes
        changed[length] = byte
        #expect(isSettled(String(decoding: changed, as: UTF8.self), &translator, node))
      }
    }
  }

  @Test(arguments: [
    "(", "-", "not(", "/d/r[", "/d", "if(1, ", "1 + ", "1 and ", "''", "a[b", "instance('z')[",
  ])
  func repeated(part: String) {
    var fixture = XPathFixture()
    let node = fixture.calculate("1", "c")
    var translator = XPathTranslator(fixture.nodes)
    for count in [10, 60, 1000, 5000, 100_000] {
      #expect(isSettled(String(repeating: part, count: count) + "1", &translator, node))
    }
  }

  @Test("Brackets as deep as the parser takes them are translated, and one more is a loss")
  func depth() {
    var fixture = XPathFixture()
    let node = fixture.calculate("1", "c")
    var translator = XPathTranslator(fixture.nodes)
    for (open, close) in [("(", ")"), ("not(", ")"), ("-(", ")"), ("if(1, 2, ", ")")] {
      func nested(_ depth: Int) -> String {
        String(repeating: open, count: depth) + "/d/i" + String(repeating: close, count: depth)
      }
      let deepest = XPathParser.maximumDepth - 1
      #expect(translator.formula(nested(deepest), of: node).text != nil, "\(open)")
      #expect(translator.formula(nested(deepest + 1), of: node).loss != nil, "\(open)")
    }
  }

  @Test("What is said twice grows no further than the bound")
  func doubling() {
    var fixture = XPathFixture()
    let node = fixture.calculate("1", "c")
    var translator = XPathTranslator(fixture.nodes)
    func nested(_ open: String, _ close: String) -> String {
      String(repeating: open, count: 50) + "/d/t" + String(repeating: close, count: 50)
    }
    for (open, close) in [
      ("normalize-space(", ") = /d/u"), ("date(", ")"), ("(", " <= /d/j)"),
      ("instance('z')/root/item[name = 1 + ", "]/label"), ("substring-after(", ", 'x')"),
    ] {
      let translation = translator.formula(nested(open, close), of: node)
      #expect((translation.text?.utf8.count ?? 0) <= XPathWriter.maximumLength * 3)
      #expect((translation.text == nil) != (translation.loss == nil))
    }
  }

  @Test("A chain of 2000 formulas has a type, and so has a circle")
  func chains() {
    var nodes = XFormNodes(nodes: [XFormNodes.Node(name: "d", content: .group)])
    func add(_ name: String, _ calculate: String) {
      nodes.nodes[0].children.append(nodes.nodes.count)
      nodes.nodes.append(
        XFormNodes.Node(
          name: name, parent: 0, content: .value(.text), tag: name, calculate: calculate))
    }
    let count = 2000
    for index in 0..<count { add("a\(index)", "/d/a\(index + 1) + 1") }
    add("a\(count)", "1 = 1")
    add("b", "/d/c")
    add("c", "/d/b")
    var translator = XPathTranslator(nodes)
    #expect(translator.type(of: 1) == .whole)
    #expect(translator.type(of: count + 1) == .truth)
    #expect(translator.type(of: count + 2) == .text && translator.type(of: count + 3) == .text)
  }
}
