// The functions of XPath in forms, in one table: how many arguments each takes, and how it is said
// in our language. What JavaRosa, Enketo or CHT have and we do not stands in a second table, with
// the reason.

import Predicate

/// A call of a function.
struct XPathCall {
  let name: String
  let arguments: [XPathNode]
  let range: Range<Int>

  subscript(_ index: Int) -> XPathNode { arguments[index] }
  var count: Int { arguments.count }
}

/// A function, and how it is said.
struct XPathFunction: Sendable {
  typealias Say = @Sendable (inout XPathWriter, XPathCall) throws(XPathError) -> XPathTerm

  let arity: ClosedRange<Int>
  let say: Say

  init(_ arity: ClosedRange<Int>, _ say: @escaping Say) {
    self.arity = arity
    self.say = say
  }

  init(_ count: Int, _ say: @escaping Say) { self.init(count...count, say) }

  /// A function of numbers that ours is called with alike.
  static func number(_ name: String, keepsWhole: Bool = false) -> XPathFunction {
    XPathFunction(1) { (writer, call) throws(XPathError) in
      let value = try writer.number(call[0])
      let isWhole = keepsWhole && value.kind == .whole
      var result = XPathTerm.call(
        name, [value.text], isWhole ? .whole : .decimal, empty: value.mayBeNull ? .unknown : [])
      result.isInexact = !isWhole
      return result
    }
  }

  /// A function that gives a whole number.
  static func whole(_ text: @escaping @Sendable (XPathTerm) -> String) -> XPathFunction {
    XPathFunction(1) { (writer, call) throws(XPathError) in
      let value = try writer.number(call[0])
      if value.kind == .whole { return value.computed }
      return XPathTerm(text(value), .whole, empty: value.mayBeNull ? .unknown : [])
    }
  }

  /// How many arguments a function takes that has no limit.
  private static let any = 1_000_000

  static let table: [String: XPathFunction] = [
    // Truths
    "true": XPathFunction(0) { (_, _) throws(XPathError) in .truth(true) },
    "false": XPathFunction(0) { (_, _) throws(XPathError) in .truth(false) },
    "not": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.condition(call[0]).not
    },
    "boolean": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.condition(call[0])
    },
    "boolean-from-string": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.truth(inText: call)
    },
    "if": XPathFunction(3) { (writer, call) throws(XPathError) in try writer.choice(call) },
    "coalesce": XPathFunction(2) { (writer, call) throws(XPathError) in
      try writer.coalesce(call)
    },
    "once": XPathFunction(1) { (_, call) throws(XPathError) in
      throw XPathError("once() can only stand alone, around the whole formula", call.range)
    },
    "checklist": XPathFunction(2...any) { (writer, call) throws(XPathError) in
      try writer.checklist(call, isWeighted: false)
    },
    "weighted-checklist": XPathFunction(2...any) { (writer, call) throws(XPathError) in
      try writer.checklist(call, isWeighted: true)
    },
    // Numbers
    "number": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.number(call[0]).computed
    },
    "int": .whole { "trunc(\($0.text))" },
    "floor": .whole { "floor(\($0.text))" },
    "ceiling": .whole { "ceiling(\($0.text))" },
    "round": XPathFunction(1...2) { (writer, call) throws(XPathError) in
      try writer.rounded(call)
    },
    "abs": .number("abs", keepsWhole: true),
    "sqrt": .number("sqrt"),
    "exp": .number("exp"),
    "log": .number("ln"),
    "log10": .number("log"),
    "exp10": XPathFunction(1) { (writer, call) throws(XPathError) in
      writer.power(.number(10), try writer.number(call[0]))
    },
    "pow": XPathFunction(2) { (writer, call) throws(XPathError) in
      writer.power(try writer.number(call[0]), try writer.number(call[1]))
    },
    "pi": XPathFunction(0) { (_, _) throws(XPathError) in .number(.pi) },
    // Texts
    "string": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.text(call[0])
    },
    "concat": XPathFunction(0...any) { (writer, call) throws(XPathError) in
      try writer.concat(call)
    },
    "join": XPathFunction(1...any) { (writer, call) throws(XPathError) in
      try writer.join(call)
    },
    "string-length": XPathFunction(1) { (writer, call) throws(XPathError) in
      let text = try writer.text(call[0])
      return .call("coalesce", ["length(\(text.text))", "0"], .whole)
    },
    "contains": .search("CONTAINS"),
    "starts-with": .search("BEGINSWITH"),
    "ends-with": .search("ENDSWITH"),
    "substr": XPathFunction(2...3) { (writer, call) throws(XPathError) in
      try writer.part(call)
    },
    "substring-before": XPathFunction(2) { (writer, call) throws(XPathError) in
      try writer.side(call, isBefore: true)
    },
    "substring-after": XPathFunction(2) { (writer, call) throws(XPathError) in
      try writer.side(call, isBefore: false)
    },
    "translate": XPathFunction(3) { (writer, call) throws(XPathError) in
      try writer.translated(call)
    },
    "normalize-space": XPathFunction(1) { (writer, call) throws(XPathError) in
      let text = try writer.text(call[0])
      return .call("trim", [text.text], .text, empty: text.empty.union(.loose))
    },
    "regex": XPathFunction(2) { (writer, call) throws(XPathError) in try writer.matches(call) },
    "uuid": XPathFunction(0) { (writer, _) throws(XPathError) in
      writer.makesUUID = true
      return XPathTerm("uuid()", .text)
    },
    // Choices
    "selected": XPathFunction(2) { (writer, call) throws(XPathError) in
      try writer.selected(call)
    },
    "count-selected": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.selectedCount(call)
    },
    "selected-at": XPathFunction(2) { (writer, call) throws(XPathError) in
      try writer.selected(at: call)
    },
    "jr:choice-name": XPathFunction(2) { (writer, call) throws(XPathError) in
      try writer.choiceName(call)
    },
    // Days and times
    "today": XPathFunction(0) { (_, _) throws(XPathError) in XPathTerm("today()", .day) },
    "now": XPathFunction(0) { (_, _) throws(XPathError) in XPathTerm("now()", .instant) },
    "date": XPathFunction(1) { (writer, call) throws(XPathError) in
      writer.dayOf(try writer.date(writer.term(call[0]), call.range))
    },
    "date-time": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.dateTime(call)
    },
    "decimal-date-time": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.days(call)
    },
    "decimal-time": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.partOfDay(call)
    },
    "format-date": XPathFunction(2) { (writer, call) throws(XPathError) in
      try writer.formatted(call)
    },
    "format-date-time": XPathFunction(2) { (writer, call) throws(XPathError) in
      try writer.formatted(call)
    },
    "difference-in-months": XPathFunction(2) { (writer, call) throws(XPathError) in
      try writer.months(call)
    },
    "add-date": XPathFunction(2...6) { (writer, call) throws(XPathError) in
      try writer.added(call)
    },
    // Lists
    "jr:itext": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.translation(call)
    },
    "position": XPathFunction(0...1) { (writer, call) throws(XPathError) in
      try writer.position(call)
    },
    "count": XPathFunction(1) { (writer, call) throws(XPathError) in try writer.count(call) },
    "count-non-empty": XPathFunction(1) { (writer, call) throws(XPathError) in
      try writer.filledCount(call)
    },
    "sum": XPathFunction(1) { (writer, call) throws(XPathError) in try writer.sum(call) },
    "max": XPathFunction(1...any) { (writer, call) throws(XPathError) in
      try writer.extreme(call, "max")
    },
    "min": XPathFunction(1...any) { (writer, call) throws(XPathError) in
      try writer.extreme(call, "min")
    },
    "indexed-repeat": XPathFunction(3...7) { (writer, call) throws(XPathError) in
      try writer.indexed(call)
    },
    "pulldata": XPathFunction(4) { (writer, call) throws(XPathError) in
      try writer.pulled(call)
    },
  ]

  /// Functions that exist and have no counterpart.
  static let reasons: [String: String] =
    [
      "random": "a form gives the same answer each time, so it has no random numbers",
      "randomize": "a form gives the same answer each time, so it has no random order",
      "last": "JavaRosa does not know last(), and no list ends with it",
      "property": "the host has to supply the properties of the device",
      "digest": "our language has no digests",
      "base64-decode": "our language does not decode base64",
    ].merging(
      ["sin", "cos", "tan", "asin", "acos", "atan", "atan2"].map {
        ($0, "our language has no trigonometric functions")
      }, uniquingKeysWith: { first, _ in first }
    ).merging(
      ["area", "distance", "geofence", "intersects"].map { ($0, "our language has no geometry") },
      uniquingKeysWith: { first, _ in first })
}

extension XPathWriter {
  mutating func call(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    guard let function = XPathFunction.table[call.name] else {
      let reason =
        XPathFunction.reasons[call.name]
        ?? "there is no function '\(call.name)'" + hint(call.name, among: XPathFunction.table.keys)
      throw XPathError(reason, call.range)
    }
    guard function.arity.contains(call.count) else {
      let count = function.arity.lowerBound
      let bound = function.arity.count == 1 ? "" : call.count < count ? "at least " : "at most "
      let expected = call.count < count ? count : function.arity.upperBound
      throw XPathError(
        "\(call.name) takes \(bound)\(expected) argument\(expected == 1 ? "" : "s"), "
          + "not \(call.count)", call.range)
    }
    return try function.say(&self, call)
  }
}
