// Functions of texts, truths and numbers.

import Predicate

extension XPathFunction {
  /// A search of a text in another one, of which the empty text is always a part.
  static func search(_ word: String) -> XPathFunction {
    XPathFunction(2) { (writer, call) throws(XPathError) in
      let (text, part) = (try writer.text(call[0]), try writer.text(call[1]))
      if part.kind == .nothing { return .truth(true) }
      var search = XPathTerm.comparison(text, word, part)
      if part.mayBeNull { search = search.or(part.isNull) }
      guard part.empty.contains(.loose) else { return search }
      return search.or(.comparison(part, "==", XPathTerm("''", .text)))
    }
  }
}

// MARK: - Truths and numbers

extension XPathWriter {
  mutating func truth(inText call: XPathCall) throws(XPathError) -> XPathTerm {
    let value = try term(call[0])
    if value.kind.isNumber { return .comparison(value, "==", .number(1)) }
    if value.kind == .truth { return Self.condition(value) }
    let text = try text(value, call.range)
    return XPathTerm.comparison(text, "==[c]", XPathTerm("'true'", .text))
      .or(.comparison(text, "==", XPathTerm("'1'", .text)))
  }

  mutating func choice(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let condition = try condition(call[0])
    let (first, second) = try alike(term(call[1]), term(call[2]), call.range)
    var choice = XPathTerm.either(condition, first, second)
    choice.mix = first.mix.rawValue > second.mix.rawValue ? first.mix : second.mix
    choice.isInexact = first.isInexact || second.isInexact
    return choice
  }

  mutating func coalesce(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    var (first, second) = try alike(term(call[0]), term(call[1]), call.range)
    if first.kind.isText {
      let mix = first.mix
      first = try tightText(first, call[0].range)
      first.mix = mix
    }
    if !first.mayBeNull { return first }
    var value = XPathTerm.call(
      "coalesce", [first.text, second.text], first.kind == .nothing ? second.kind : first.kind,
      empty: second.empty)
    value.mix = first.mix.rawValue > second.mix.rawValue ? first.mix : second.mix
    value.isInexact = first.isInexact || second.isInexact
    return value
  }

  /// Two values that stand for each other, as values of one kind.
  private mutating func alike(
    _ first: XPathTerm, _ second: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> (XPathTerm, XPathTerm) {
    let values = (Self.value(first), Self.value(second))
    switch (values.0.kind, values.1.kind) {
    case (.nothing, _), (_, .nothing): return values
    case (.whole, .decimal), (.decimal, .whole):
      var (one, other) = values
      (one.kind, other.kind) = (.decimal, .decimal)
      return (one, other)
    case (let kind, let other) where kind == other && kind != .choices: return values
    case (.day, .instant), (.instant, .day):
      return (Self.instant(values.0), Self.instant(values.1))
    default:
      // '5' and 5 are the same to most operations; `true` and 'true' are not.
      let kinds = [values.0.kind, values.1.kind]
      guard !kinds.contains(.truth) else {
        throw XPathError("this is true or false in some cases, and something else in others", range)
      }
      var texts = (try text(values.0, range), try text(values.1, range))
      if !kinds.allSatisfy({ $0.isText || $0 == .choices }) {
        texts.0.mix =
          kinds.allSatisfy { $0.isText || $0 == .choices || $0.isNumber } ? .numbers : .others
      }
      return texts
    }
  }

  /// A predicate as a value.
  static func value(_ term: XPathTerm) -> XPathTerm {
    guard term.isPredicate else { return term }
    if case .truth(let isTrue) = term.constant {
      return XPathTerm(isTrue ? "YES" : "NO", .truth, constant: term.constant)
    }
    return .call("if", [term.text, "YES", "NO"], .truth)
  }

  mutating func checklist(_ call: XPathCall, isWeighted: Bool) throws(XPathError) -> XPathTerm {
    var points: [String] = []
    let rest = call.arguments.dropFirst(2)
    if isWeighted, rest.count % 2 != 0 {
      throw XPathError("weighted-checklist takes a weight behind each condition", call.range)
    }
    for index in stride(from: 2, to: call.count, by: isWeighted ? 2 : 1) {
      let weight = isWeighted ? try number(call[index + 1]).text : "1"
      points.append("if(\(try condition(call[index]).text), \(weight), 0)")
    }
    let sum = XPathTerm(points.isEmpty ? "0" : points.joined(separator: " + "), .whole, .sum)
    var bounds: [XPathTerm] = []
    for (index, symbol) in [">=", "<="].enumerated() {
      let bound = try number(call[index])
      // A bound of -1 is none, but not of points.
      if bound.constant == .number(-1), !isWeighted { continue }
      bounds.append(.comparison(sum, symbol, bound))
    }
    return bounds.isEmpty ? .truth(true) : Self.all(bounds)
  }

  mutating func rounded(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let value = try number(call[0])
    let empty: XPathTerm.Emptiness = value.mayBeNull ? .unknown : []
    let half = XPathTerm(XPathTerm.infix(value, "+", XPathTerm("0.5", .decimal), .sum), .decimal)
    let whole =
      value.kind == .whole
      ? value.computed : XPathTerm("floor(\(half.text))", .whole, empty: empty)
    guard call.count == 2 else { return whole }
    let places = try number(call[1])
    guard places.constant != .number(0) else { return whole }
    guard places.kind == .whole else {
      throw XPathError("the number of places has to be a whole number", call[1].range)
    }
    note("halves of negative numbers are rounded down here, and up by JavaRosa", call.range)
    return .call(
      "round", [value.text, places.text], value.kind,
      empty: places.mayBeNull ? .unknown : empty)
  }

  func power(_ base: XPathTerm, _ exponent: XPathTerm) -> XPathTerm {
    var power = XPathTerm(
      XPathTerm.infix(base, "**", exponent, .power), .decimal, .power,
      empty: base.mayBeNull || exponent.mayBeNull ? .unknown : [])
    power.isInexact = true
    return power
  }
}

// MARK: - Texts

extension XPathWriter {
  mutating func concat(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    // One set of nodes is joined.
    if call.count == 1, let values = try values(call[0]) {
      return .call("join", [values.text, "''"], .text, empty: .loose)
    }
    let texts = try texts(call.arguments[...])
    guard !texts.isEmpty else { return .null }
    if texts.count == 1, texts[0].kind == .nothing { return .null }
    let isFilled = texts.contains { $0.empty.isEmpty }
    return .call("concat", texts.map(\.text), .text, empty: isFilled ? [] : .loose)
  }

  mutating func texts(_ nodes: ArraySlice<XPathNode>) throws(XPathError) -> [XPathTerm] {
    var texts: [XPathTerm] = []
    for node in nodes { texts.append(try text(node)) }
    return texts
  }

  mutating func join(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let separator = try text(call[0])
    guard call.count > 1 else { return .null }
    if call.count == 2, let values = try values(call[1]) {
      return .call("join", [values.text, separator.text], .text, empty: .loose)
    }
    let texts = try texts(call.arguments[1...]).map(\.text).joined(separator: ", ")
    return .call("join", ["{\(texts)}", separator.text], .text, empty: .loose)
  }

  /// A part of a text between two places, of which negative ones count from the end.
  mutating func part(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let text = try text(call[0])
    var places: [Int] = []
    for argument in call.arguments.dropFirst() {
      guard case .number(let place) = try number(argument).constant,
        let whole = Int32(exactly: place.rounded(.towardZero))
      else { throw XPathError("the places in a text have to be constant", argument.range) }
      places.append(Int(whole))
    }
    let length = "characters(\(text.text))"
    func place(_ place: Int) -> String {
      place < 0 ? "max(\(length) - \(-place), 0)" : String(place)
    }
    let empty = text.empty.union(.loose)
    guard places.count == 2 else {
      return .call("substring", [text.text, place(places[0])], .text, empty: empty)
    }
    let count =
      places.allSatisfy { $0 >= 0 }
      ? String(max(places[1] - places[0], 0))
      : "max(\(place(places[1])) - \(place(places[0])), 0)"
    return .call("substring", [text.text, place(places[0]), count], .text, empty: empty)
  }

  mutating func side(_ call: XPathCall, isBefore: Bool) throws(XPathError) -> XPathTerm {
    let text = try text(call[0])
    guard case .text(let mark) = try self.text(call[1]).constant, !mark.isEmpty else {
      throw XPathError("what is looked for has to be a text in quotes", call[1].range)
    }
    let separator = XPathTerm.quoted(mark)
    let before = "split(\(text.text), \(separator.text))[0]"
    let side =
      isBefore
      ? before : "substring(\(text.text), characters(\(before)) + \(mark.count))"
    return .call(
      "if", [XPathTerm.comparison(text, "CONTAINS", separator).text, side, "nil"], .text,
      empty: [.blank, .loose])
  }

  /// A text with other letters, which are replaced one after the other.
  mutating func translated(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let text = try text(call[0])
    guard case .text(let old) = try self.text(call[1]).constant,
      case .text(let new) = try self.text(call[2]).constant
    else { throw XPathError("the letters of translate have to be texts in quotes", call.range) }
    let letters = Array(new.unicodeScalars)
    var done: Set<Unicode.Scalar> = []
    var given: Set<Unicode.Scalar> = []
    var result = text.text
    for (index, scalar) in old.unicodeScalars.enumerated() where done.insert(scalar).inserted {
      guard !given.contains(scalar) else {
        throw XPathError("translate exchanges letters, which cannot be said", call.range)
      }
      let other = index < letters.count ? String(letters[index]) : ""
      if index < letters.count { given.insert(letters[index]) }
      let arguments = [String(scalar), other].map(XPathTerm.literal)
      result = "replace(\(result), \(arguments.joined(separator: ", ")))"
    }
    return XPathTerm(result, .text, empty: text.empty.union(.loose))
  }

  mutating func matches(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let text = try text(call[0])
    let pattern = try self.text(call[1])
    if pattern.kind == .nothing { return try tightText(text, call[0].range).isNull }
    if case .text(let expression) = pattern.constant {
      if (try? Condition("'' MATCHES \(pattern.text)")) == nil {
        throw XPathError("our regular expressions do not know this pattern", call[1].range)
      }
      if !expression.hasPrefix("^") || !expression.hasSuffix("$") {
        note(
          "Enketo finds the pattern anywhere; here and in JavaRosa it is the whole text", call.range
        )
      }
    }
    let subject = text.mayBeNull ? XPathTerm("coalesce(\(text.text), '')", .text) : text
    return .comparison(subject, "MATCHES", pattern)
  }
}
