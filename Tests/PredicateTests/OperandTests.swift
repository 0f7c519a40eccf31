// What a text reads of variables that stand for lists of objects, and that it comes to the same
// over operands that hold no more than that.

import Predicate
import TestSupport
import Testing

@Suite struct OperandTests {
  /// `$x`, `$y` are collections, `$v` is none; `isHidden` and `value` are claimed.
  private static func resolved(_ text: String) throws -> Resolution {
    let tree =
      (try? SyntaxTree(predicate: text)) == nil
      ? try SyntaxTree(expression: text) : try SyntaxTree(predicate: text)
    return try tree.resolved(
      attributes: ["isHidden", "value"], collections: [ExactText("x"), ExactText("y")])
  }

  private static func shown(_ operand: Operand) -> String {
    let reading =
      switch operand.reading {
      case .value: ""
      case .attribute(let name): " attribute \(name.text)"
      case .count: " count"
      case .column(let key): " column \(key.text)"
      case .fold(let fold, let key): " \(fold) \(key.text)"
      case .objects(let keys): " {\(keys.map(\.text).joined(separator: " "))}"
      }
    return operand.variable + reading
  }

  @Test(
    arguments: [
      // One operand says it.
      ("$x.@count", ["x count"]), ("$x[SIZE]", ["x count"]), ("$x.age", ["x column age"]),
      ("$x.@count + $x[SIZE] + $y.@count", ["x count", "y count"]),
      ("$x.@sum.age", ["x sum age"]), ("$x.@min.age + $x.@max.age", ["x min age", "x max age"]),
      ("{$x.@avg.age, $x.@avg.#self.age}", ["x avg age"]), ("$x.@sum.age[0]", ["x sum age"]),
      ("ANY $x.@sum.age > 1", ["x sum age"]), ("ANY $x.@count > 1", ["x count"]),
      ("$x.age.@sum.b", ["x column age"]), ("$x.age.b[0].@count", ["x column age"]),
      ("sum($x.age) == $x.@count", ["x sum age", "x count"]),
      ("min($x.age) + max($x.age)", ["x min age", "x max age"]),
      ("average($x.age)", ["x avg age"]), ("median($x.age)", ["x column age"]),
      ("sum($x.age.b)", ["x column age"]), ("sum($x.age[0])", ["x column age"]),
      ("18 IN $x.age AND 18 IN $y.age", ["x column age", "y column age"]),
      ("SUBQUERY($x.things, $p, $p == $p.age)", ["x column things"]),
      // `value` is the variable, an attribute is its own; keys of the same names are keys.
      ("$x.value", ["x"]), ("$x == $x.value", ["x"]), ("$v.value == $v", ["v"]),
      ("$x.value.age", ["x column age"]), ("$x.value.value", ["x column value"]),
      ("$x.value.@count + $x.value[SIZE]", ["x count"]), ("$x.value[0].age", ["x {age}"]),
      ("$x.value.@sum.age", ["x sum age"]), ("$x.isHidden.age", ["x attribute isHidden"]),
      ("$x.value.isHidden", ["x column isHidden"]), ("$x[0].isHidden.value", ["x {isHidden}"]),
      // Lists in lists are joined on the left of ANY, so the items stay.
      ("ANY $x.age > 1", ["x {age}"]), ("NONE $x.a.b == 1", ["x {a}"]),
      ("ALL $x.a.@max > 1", ["x {a}"]),
      ("ANY $x.a + $y.b == $y.a", ["x {a}", "y column b", "y column a"]),
      ("ANY {$x.a} == 1", ["x column a"]), ("ANY $x == 1", ["x"]),
      // Items by their place.
      ("$x[0].age", ["x {age}"]), ("$x[FIRST].age", ["x {age}"]), ("$x[LAST].a.b", ["x {a}"]),
      ("$x[$v].age", ["x {age}", "v"]), ("$x[$y[0].a].age", ["x {age}", "y {a}"]),
      ("$x[0]['age']", ["x {age}"]), ("objectFrom:withIndex:($x, 0).age", ["x {age}"]),
      ("$x[0]", ["x"]), ("$x[0][0]", ["x"]), ("$x[0][$v]", ["x", "v"]), ("$x[0][FIRST]", ["x"]),
      ("$x[0][SIZE]", ["x"]), ("$x[0].@count", ["x"]), ("$x[0].$v", ["x", "v"]),
      ("$v[$x]", ["v", "x"]),
      // Operators that are no fold of one key.
      ("$x.@sum", ["x"]), ("$x.@max.#self", ["x"]), ("$x.@sum.a.b", ["x {a}"]),
      ("$x.@max.#self.a.#self", ["x {a}"]), ("$x.@unionOfObjects.a", ["x {a}"]),
      ("$x.@distinctUnionOfObjects.a.b.@count", ["x {a}"]),
      ("$x.@distinctUnionOfSets.a", ["x {a}"]),
      ("$x.@distinctUnionOfObjects", ["x"]), ("$x.@allKeys", ["x"]), ("$x.@K.a", ["x"]),
      // SUBQUERY.
      ("SUBQUERY($x, $p, $p.age > 18).@count", ["x {age}"]),
      ("SUBQUERY($x, $p, $p.age > 18 AND $p.name == $v)[SIZE]", ["x {age name}", "v"]),
      ("SUBQUERY($x, $p, $p.b == $p.a).@sum.c", ["x {a b c}"]),
      ("SUBQUERY($x, $p, 1 == 1).@count", ["x {}"]), ("SUBQUERY($x, $p, $p.a == 1).b", ["x {a b}"]),
      ("count(SUBQUERY($x, $p, $p.a == 1))", ["x {a}"]), ("count($x)", ["x {}"]),
      ("SUBQUERY($x, $p, $p.a == 1)[0].b.c", ["x {a b}"]), ("SUBQUERY($x, $p, $p.a == 1)", ["x"]),
      ("SUBQUERY($x, $p, $p == $v).@count", ["x", "v"]),
      ("SUBQUERY($x, $p, $p != nil).@count", ["x"]),
      ("SUBQUERY($x, $p, $p.@count > 1).@count", ["x"]), ("1 IN SUBQUERY($x, $p, 1 == 1)", ["x"]),
      ("SUBQUERY($x, $p, $p['a'] == 1).@count", ["x {a}"]),
      ("SUBQUERY($x, $p, ANY $p.things.a == 1).@count", ["x {things}"]),
      ("SUBQUERY($x, $p, SUBQUERY($p.things, $q, $q == $p.a).@count > 0).@count", ["x {a things}"]),
      ("SUBQUERY($x, $p, SUBQUERY($x, $q, $q.a > $p.a).@count == 0).@count", ["x {a}"]),
      ("SUBQUERY($x, $p, SUBQUERY($y, $q, $q.a > $p.b).@count == 0)[0].c", ["x {b c}", "y {a}"]),
      ("SUBQUERY(SUBQUERY($x, $p, $p.a == 1), $q, $q.b == 1).@count", ["x {a b}"]),
      ("SUBQUERY(SUBQUERY($x, $p, $p.a == 1).c, $p, $p.b == 1).@count", ["x {a c}"]),
      ("SUBQUERY($x, $p, SUBQUERY($p, $q, $q.a == 1) == 1).@count", ["x"]),
      ("SUBQUERY($x, $x, $x.@count == 1) == SUBQUERY($v, $x, $x.@count == 1)", ["x", "v"]),
      ("SUBQUERY($v, $x, $x.age == $y.age)", ["v", "y column age"]),
      ("SUBQUERY($x, $p, 1 == 1).a + SUBQUERY($v, $p, $p == 1).@count", ["x {a}", "v"]),
      // The whole.
      ("$x == nil", ["x"]), ("1 IN $x", ["x"]), ("{$x}", ["x"]), ("$x UNION $y", ["x", "y"]),
      ("noindex($x).age", ["x"]), ("TERNARY($x == nil, $x, $y).age", ["x", "y"]),
      ("count($x, 1)", ["x"]), ("$x.$v", ["x", "v"]), ("$v.$x", ["v", "x"]), ("-$x", ["x"]),
      ("SUBQUERY($x[0], $p, $p.a == 1).b", ["x"]),
      // No collection.
      ("$v.@count + $v.age + $v.@sum.age + $v[SIZE] + $v[0].age", ["v"]),
      ("SUBQUERY($v, $p, $p.age == 1).@count + $v.isHidden", ["v", "v attribute isHidden"]),
      ("@sum.age + x.age + SELF.@count", []),
      // Keys are told apart scalar by scalar.
      ("$x.é.@count + $x.e\u{301}.@count", ["x column é", "x column e\u{301}"]),
      ("$x[0].z + $x[1].é + $x[2].e\u{301}", ["x {z}", "x {é}", "x {e\u{301}}"]),
    ] as [(String, [String])])
  func operands(_ text: String, _ expected: [String]) throws {
    let operands = try Self.resolved(text).operands.map { ExactText(Self.shown($0)) }
    #expect(operands.map(\.text) == expected && operands == expected.map(ExactText.init))
  }

  @Test func ranges() throws {
    let text = "$x.value.@count == 1 AND $x.value.@sum.a == $x.a + $x.value[0].b"
    let bytes = Array(text.utf8)
    #expect(
      try Self.resolved(text).operands.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        == ["$x.value.@count", "$x.value", "$x.a", "$x.value"])
  }

  /// What an operand absorbs leaves no trace in its program.
  @Test(
    arguments: [
      ["$x.@count > 1", "$y.value[SIZE] > 1", "$v > 1", "$v.isHidden > 1", "$x.age > 1"],
      ["$x.@sum.a + $x.@count == b", "$y.value.@sum.a + $v == b"],
      ["SUBQUERY($x.a, $p, $p.b == 1).c", "SUBQUERY($v, $p, $p.b == 1).c"],
    ])
  func equalPrograms(_ texts: [String]) throws {
    let programs = try texts.map { try Self.resolved($0).program }
    #expect(Set(programs).count == 1)
  }

  @Test(
    "Numbers of one kind fold as the same values do, bit by bit",
    arguments: depth(quick: 2_000, full: 20_000))
  func foldsOfNumbers(depth lists: Int) {
    let doubles: [Double] = [
      0, -0.0, 1, -1.5, 0.1, 1e300, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, 3,
    ]
    let integers: [Int64] = [0, 1, -1, 7, .max, .min, 1 << 53 + 1, 3]
    var random = SplitMix64(seed: 69)
    for _ in 0..<lists {
      let count = Int.random(in: 0...6, using: &random)
      let (some, whole) = (0..<count).reduce(into: ([Double](), [Int64]())) { lists, _ in
        lists.0.append(doubles.randomElement(using: &random) ?? 0)
        lists.1.append(integers.randomElement(using: &random) ?? 0)
      }
      for fold in Operand.Fold.allCases {
        let (found, wanted) = (
          fold.result(ofCells: some.map { Cell($0) } + [.null]),
          fold.result(of: some.map(Value.double))
        )
        #expect(found.map { Cell($0) } == wanted.map { Cell($0) }, "\(fold) \(some)")
        #expect(
          fold.result(ofCells: whole.map { Cell($0) }) == fold.result(of: whole.map(Value.int)),
          "\(fold) \(whole)")
      }
    }
  }

  @Test func folds() {
    typealias Fold = Operand.Fold
    #expect(Fold.sum.result(of: []) == 0)
    #expect(Fold.sum.result(of: [1, nil, true]) == 2)
    #expect(Fold.sum.result(of: [1, 0.5]) == 1.5)
    #expect(Fold.sum.result(of: ["1"]) == Value?.none)
    #expect(Fold.sum.result(of: [.int(.max), 1]) == Value?.none)
    #expect(Fold.avg.result(of: [1, 2]) == 1.5)
    #expect(Fold.avg.result(of: [.double(-.leastNonzeroMagnitude), 0]) == Value?.none)
    #expect(Fold.min.result(of: []) == .null)
    #expect(Fold.max.result(of: ["a", "b", nil]) == "b")
    #expect(Fold.max.result(of: ["a", 1]) == Value?.none)
    var limits = Limits.standard
    limits.steps = 10
    #expect(Fold.sum.result(of: Array(repeating: 1, count: 11), limits: limits) == Value?.none)
  }

  /// However long or deep a text is, its reading needs little stack and little time.
  @Test func longTexts() {
    func chain(_ start: String, _ link: String, _ count: Int, _ end: String = "") -> String {
      start + String(repeating: link, count: count) + end
    }
    let texts = [
      (chain("$x", "[0]", 10_000, ".a"), "x"),
      (chain("$x", ".value", 20_000), "x column value"),
      (chain("$x.@sum", ".#self", 20_000, ".a"), "x sum a"),
      (chain("$x.@sum", ".@sum.a", 10_000), "x"), (chain("$x[0].a", " + $x[1].a", 5_000), "x {a}"),
      (
        chain("SUBQUERY(", "SUBQUERY(", 150) + chain("$x", ", $p, $p.a == 1)", 151, ".@count"),
        "x {a}"
      ),
      (
        chain("", "SUBQUERY($x, $p, 1 == ", 190) + chain("$p.a", ")[0].a", 190), "x {a}"
      ),
    ]
    StackTests.onSmallStack {
      for (text, expected) in texts {
        do {
          let operands = try Self.resolved(text).operands.map(Self.shown)
          #expect(operands == [expected], "\(text.prefix(60))")
        } catch {
          Issue.record("\("\(error)".prefix(300))")
        }
      }
    }
  }

  // MARK: - Over operands and over variables

  /// An outcome with all that is said of it.
  private func outcome(
    _ resolution: Resolution, operand: @escaping (Operand) -> Value
  ) -> String {
    do throws(EvaluationFailure) {
      return notation(
        try resolution.program.evaluate(object: ["a": 1], context: Subject().context) {
          operand(resolution.operands[$0])
        })
    } catch {
      let diagnostic = resolution.error(for: error).diagnostic
      return "error \(diagnostic.range) \(diagnostic.message) \(diagnostic.hint ?? "")"
    }
  }

  /// What an embedder hands in: no more than the reading says.
  private static func value(_ reading: Operand.Reading, of items: [Value], folding: Bool) -> Value {
    func column(_ key: ExactText) -> [Value] {
      items.map { if case .dictionary(let item) = $0 { item[key.text] ?? .null } else { .null } }
    }
    func objects(_ keys: [ExactText]) -> Value {
      .array(
        items.indices.map { index in
          .dictionary(ValueDictionary(keys.map { ($0.text, column($0)[index]) }))
        })
    }
    switch reading {
    case .value, .attribute: return .array(items)
    case .count: return .int(Int64(items.count))
    case .column(let key): return .array(column(key))
    case .objects(let keys): return objects(keys)
    case .fold(let fold, let key):
      let result = folding ? fold.result(of: column(key)) : nil
      return result.map { [[key.text: $0]] } ?? objects([key])
    }
  }

  /// Two normal forms of one name are two variables, of which one may be a collection.
  @Test func collectionsAreNamedExactly() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let resolution = try SyntaxTree(
      predicate: "$\(composed).@count == 3 AND $\(decomposed).@count == 2"
    ).resolved(collections: [ExactText(decomposed)])
    #expect(resolution.operands.map(\.reading) == [.value, .count])
  }

  @Test(arguments: depth(quick: 1_000, full: 4_000))
  func sameOverOperands(depth texts: Int) throws {
    var random = RandomCollectionText(.forTest(7_301))
    let others: [String: Value] = ["v": 1, "k": "a", "l": [1, 2.5, "a"]]
    var failures = 0
    var narrower = 0
    for _ in 0..<texts {
      let text = random.predicate(3)
      guard let tree = try? SyntaxTree(predicate: text) else {
        Issue.record("no text: \(text)")
        continue
      }
      let collections = ["x": random.items(), "y": random.items()]
      let whole = try tree.resolved(attributes: ["value"])
      let read = try tree.resolved(
        attributes: ["value"], collections: collections.keys.map { ExactText($0) })
      let folding = random.chance(70)
      let expected = outcome(whole) { operand in
        collections[operand.variable].map(Value.array) ?? others[operand.variable] ?? .null
      }
      let found = outcome(read) { operand in
        collections[operand.variable].map {
          Self.value(operand.reading, of: $0, folding: folding)
        } ?? others[operand.variable] ?? .null
      }
      #expect(found == expected, "seed \(random.random.seed): \(text) over \(collections)")
      if expected.hasPrefix("error") { failures += 1 }
      if read.operands.contains(where: { $0.reading != .value }) { narrower += 1 }
    }
    // Neither failures nor results are rare.
    #expect((texts / 5...4 * texts / 5).contains(failures))
    #expect(2 * narrower > texts)
  }
}
