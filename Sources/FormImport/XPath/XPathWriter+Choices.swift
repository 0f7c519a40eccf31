// Functions of choices. JavaRosa keeps choices as a text of values with blanks between them; a row
// of several choices holds a list.

import Predicate

extension XPathWriter {
  mutating func selected(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let (choices, value) = (try term(call[0]), try term(call[1]))
    guard !choices.kind.isNumber, !value.kind.isNumber else {
      throw XPathError("JavaRosa stops at a number in selected()", call.range)
    }
    guard choices.kind != .nothing else {
      return try equality(value, .null, call.range)
    }
    let part: XPathTerm
    if case .text(let text) = value.constant {
      part = .quoted(Self.trimmed(text))
    } else {
      part = try tightText(value, call[1].range)
    }
    if part.kind == .nothing, choices.kind != .text {
      return try equality(choices, .null, call.range)
    }
    // A value without blanks is one of the choices.
    let isOne: Bool
    if case .text(let text) = part.constant {
      isOne = !text.isEmpty && !text.contains(" ")
    } else {
      isOne = value.kind == .choice || value.isCell
    }
    switch choices.kind {
    case .choice where isOne: return .comparison(choices, "==", part)
    case .choices where isOne && choices.row != nil:
      let isSelected = XPathTerm.comparison(choices, "CONTAINS", part)
      return part.mayBeNull ? isSelected.or(choices.isNull.and(part.isNull)) : isSelected
    default:
      // JavaRosa looks for the value in a text, with blanks around both.
      let all = XPathTerm.call("concat", ["' '", try text(choices, call.range).text, "' '"], .text)
      let one: String
      if case .text(let text) = part.constant {
        one = XPathTerm.literal(" \(text) ")
      } else {
        one = "concat(' ', \(part.text), ' ')"
      }
      return .comparison(all, "CONTAINS", XPathTerm(one, .text))
    }
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  mutating func selectedCount(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let choices = try term(call[0])
    switch choices.kind {
    case .nothing: return .number(0)
    case .choices where choices.row != nil:
      return .call("coalesce", [choices.text + ".@count", "0"], .whole)
    case .choice: return .call("if", [choices.isNull.text, "0", "1"], .whole)
    case .whole, .decimal:
      throw XPathError("JavaRosa stops at a number in count-selected()", call.range)
    default:
      let text = try tightText(choices, call.range)
      let count = "split(trim(\(text.text)), ' ').@count"
      return text.mayBeNull
        ? .call("if", [text.isNull.text, "0", count], .whole) : XPathTerm(count, .whole)
    }
  }

  mutating func selected(at call: XPathCall) throws(XPathError) -> XPathTerm {
    let choices = try term(call[0])
    let place = try number(call[1])
    guard place.kind == .whole else {
      throw XPathError("the place of a choice has to be a whole number", call[1].range)
    }
    let index = place.mayBeNull ? "coalesce(\(place.text), 0)" : place.text
    switch choices.kind {
    case .nothing: return .null
    case .choices where choices.row != nil:
      note("choices stand in the order of the options, not in that of choosing", call.range)
      return XPathTerm("\(choices.text)[\(index)]", .choice, empty: .blank)
    default:
      let text = try text(choices, call.range)
      return XPathTerm("split(trim(\(text.text)), ' ')[\(index)]", .text, empty: .blank)
    }
  }

  mutating func choiceName(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let value = try term(call[0])
    if value.kind == .nothing { return .null }
    guard case .text(let question) = call[1].content,
      case .path(let path) = try XPathParser.tree(of: question, in: call[1].range).content,
      case .node(let node, let lists, _) = try target(of: path, call[1].range), lists.isEmpty
    else { throw XPathError("jr:choice-name takes the path of a question in quotes", call.range) }
    guard value.row == node, scope.list == nil, case .value(let type) = nodes.nodes[node].content
    else {
      throw XPathError("only the title of what a question holds can be read", call.range)
    }
    switch type {
    case .choice: return .call("display", [value.text], .text, empty: .blank)
    case .choices:
      let isOne = XPathTerm("\(value.text).@count == 1", .truth, .comparison)
      return .call(
        "if", [isOne.text, "display(\(value.text))", "nil"], .text, empty: .blank)
    default: throw XPathError("'\(nodes.nodes[node].name)' has no choices", call.range)
    }
  }
}
