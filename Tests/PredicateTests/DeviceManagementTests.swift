// Predicates of Apple's declarative device management: read, printed, evaluated over a status
// report, and checked against the items that Apple documents.

import Foundation
import Predicate
import PredicateChecks
import TestSupport
import Testing

@Suite struct DeviceManagementTests {
  static let report: Value = [
    "StatusItems": [
      "device": ["model": ["family": "iPad"], "operating-system": ["version": "18.2"]],
      "mdm": [
        "app": [
          ["identifier": "com.example.app", "state": "managed"],
          ["identifier": "com.example.b", "state": "failed"],
        ]
      ],
      "passcode": ["is-present": true], "softwareupdate": ["failure-reason": ["count": 3]],
    ],
    "Errors": [],
    "Properties": [
      "age": 20, "roles": ["Grade12"], "shard": 7, "jamf": ["device": ["groups": ["g1", "g2"]]],
    ],
  ]

  private static let wholeNames: Value = [
    "device.model.family": "iPad", "passcode.is-present": true,
    "mdm.app": [["identifier": "com.example.app", "state": "managed"]],
  ]

  private static func condition(_ text: String) throws -> Condition {
    try Condition(text, functions: .deviceManagement)
  }

  /// Texts of Apple's pages and of public servers.
  ///
  /// Each holds over the report.
  static let texts = [
    "(@status(device.model.family) == 'iPad')",
    "SUBQUERY(@status(mdm.app), $app, ($app.@key(identifier) == \"com.example.app\") AND "
      + "($app.@key(state) == \"managed\")).@count == 1",
    "(@property(age) >= 18) AND (\"Grade12\" IN @property(roles))",
    "@status(passcode.is-present)==true",
    "(@property(shard) <= 75) and @status(device.model.family) beginswith 'iP'",
    "ANY @property(jamf.device.groups) IN {'g2', 'g3'}",
    "NONE @property(jamf.device.groups) IN {'g4'}",
    "NOT (@status(device.model.family) == 'Mac')",
    "@status(softwareupdate.failure-reason).@key(count) > 2",
    "ANY @status(mdm.app).@key(identifier) == 'com.example.b'",
    "@status(mdm.app).@count == 2 AND @property(roles)[FIRST] == 'Grade12'",
    "@status(mdm.app).@distinctUnionOfObjects.@key(state) CONTAINS 'failed'",
    "@status(device.identifier.udid) == NULL AND @property(nickname) == nil", "1==1",
  ]

  @Test(arguments: texts)
  func holds(_ text: String) throws {
    let condition = try Self.condition(text)
    #expect(try condition.evaluate(Self.report))
    #expect(condition.tree.findings(against: Declarations(keys: Declarations.statusItems)) == [])
    let printed = try Self.condition(condition.description)
    #expect(printed == condition)
    #expect(printed.description == condition.description)
    let coded = try JSONDecoder().decode(Condition.self, from: JSONEncoder().encode(condition))
    #expect(coded == condition)
    #expect(try coded.evaluate(Self.report))
  }

  @Test func printsTermsAsWritten() throws {
    let text = "SUBQUERY(@status(mdm.app), $a, $a.@key(is-b) == 1).@count > @property(a.b)"
    #expect(try Self.condition(text).description == text)
    #expect(try Self.condition(text).keyPaths == ["@status(mdm.app)", "@property(a.b)"])
    // A device takes what is in the parentheses as it is.
    #expect(
      try Self.condition("@status( a 'b' ) == 1").description == "@status( a 'b' ) == 1")
  }

  @Test func readsWholeNamesAndObjectsOfTheHost() throws {
    struct Device: KeyReadable {
      func value(forKey key: String) -> Value? {
        key == "device" ? ["model": ["family": "iPad"]] : nil
      }
    }
    let text = "@status(device.model.family) == 'iPad'"
    #expect(try Self.condition(text).evaluate(Self.wholeNames))
    #expect(try Self.condition(text).evaluate(Device()))
    #expect(try Self.condition("@status(mdm.app).@count == 1").evaluate(Self.wholeNames))
    #expect(try Self.condition("@status(x.y) == nil").evaluate(Device()))
    #expect(try Self.condition("@status(x.y) == nil").evaluate(nil))
    #expect(try Self.condition("@property(x) == nil").evaluate(["x": 1]))
  }

  @Test(arguments: [
    ("@invalid == 'AppleTV'", "0..<8 unknown term '@invalid': a device cannot evaluate it"),
    (
      "@statsu(a) == 1",
      "0..<7 unknown term '@statsu': a device cannot evaluate it: did you mean @status?"
    ),
    (
      "@status == 'AppleTV'",
      "0..<7 '@status' has no name in parentheses: write it as in @status(device.model.family)"
    ),
    (
      "@Status(device.model.family) == 'x'",
      "0..<7 a device reads @status(…) only as it is written here: "
        + "write it as in @status(device.model.family)"
    ),
    (
      "@property (a) == 1",
      "0..<9 a device reads @property(…) only as it is written here: "
        + "write it as in @property(plan)"
    ),
    (
      "@status() == 'x'",
      "0..<9 @status() needs a name: write it as in @status(device.model.family)"
    ),
    ("@status(device.model == 'x'", "0..<7 ')' is missing behind @status("),
    (
      "SUBQUERY(@status(mdm.app), $app, @key(state) == 'managed').@count > 0",
      "33..<37 @key(…) stands alone, and is a key of an object: "
        + "write it behind the object and a period: $app.@key(identifier)"
    ),
    ("x.@status(a) == 1", "2..<9 @status(…) stands behind a period"),
  ])
  func refuses(_ text: String, _ expected: String) throws {
    let error = try #require(throws: BuildError.self) { try Self.condition(text) }
    let hint = error.diagnostic.hint.map { ": \($0)" } ?? ""
    #expect("\(error.diagnostic.range) \(error.diagnostic.message)\(hint)" == expected)
  }

  /// Mistakes beside terms, which are hinted at as beside keys.
  @Test(arguments: [
    (
      "@property(a) == 1 & @property(b) == 2", "write @property(a) == 1 && @property(b) == 2"
    ),
    ("ANY (@property(roles) == 'x')", "write ANY @property(roles) == 'x'"),
    ("@property(a).contains('x')", "write @property(a) CONTAINS 'x'"),
    ("contains(@property(a), 'x')", "write @property(a) CONTAINS 'x'"),
    ("@property(a) == 1, @property(b) == 2", "write @property(a) == 1 AND @property(b) == 2"),
    ("@property(a) NOT IN {1}", "write NOT (@property(a) IN {1})"),
    ("@property(a) IS NOT NULL", "write @property(a) != nil"),
    ("@property(a) in ['x']", "write @property(a) IN {'x'}"),
    ("1 < @property(a) < 5", "write 1 < @property(a) AND @property(a) < 5"),
    ("@status(a.is-b) && 1 == 1", "write @status(a.is-b) == YES"),
    ("!@property(a)", "write @property(a) == NO"),
    ("@property(a).@size == 2", "did you mean @count?"),
  ])
  func hints(_ text: String, _ hint: String) throws {
    let error = try #require(throws: BuildError.self) { try Self.condition(text) }
    #expect(error.diagnostic.hint == hint)
  }

  @Test func declaredKeysOfPropertiesHaveNoTerm() throws {
    let declared = Declarations(keys: ["@property(cfg).port": .int])
    func findings(_ text: String) throws -> [String] {
      try SyntaxTree(predicate: text, functions: .deviceManagement).findings(against: declared)
        .map(\.message)
    }
    #expect(try findings("@property(cfg).@key(port) == 1 AND @property(cfg).port == 1") == [])
    #expect(
      try findings("@property(cfg).@key(prt) == 1") == ["'@property(cfg)' has no key '@key(prt)'"])
  }

  @Test(arguments: [
    ("@status(device.model.family) == 'iPad'", "@status(…) is a status item of device management"),
    ("a.@key(b) == 1", "@key(…) is a key of device management"),
    ("@property(plan) == 1", "@property(…) is a property of device management"),
  ])
  func namesTermsWhereTheyAreNotRead(_ text: String, _ message: String) throws {
    let error = try #require(throws: BuildError.self) { try Condition(text) }
    #expect(error.diagnostic.message == message)
    #expect(error.diagnostic.hint?.contains("--ddm") == true)
    let inForms = try #require(throws: BuildError.self) {
      try Condition(text, functions: .extended)
    }
    #expect(inForms.diagnostic.message == message)
    #expect(inForms.diagnostic.hint == nil)
  }

  @Test(arguments: [
    (
      "@status(device.model.famly) == 'iPad'",
      "error 0..<27 unknown status item 'device.model.famly': "
        + "did you mean @status(device.model.family)?"
    ),
    ("@status(os.version.major) == 15", "error 0..<25 unknown status item 'os.version.major'"),
    (
      "@status('passcode.is-present') == TRUE",
      "error 0..<30 a device takes blanks and quotes as part of the name ''passcode.is-present'': "
        + "write @status(passcode.is-present)"
    ),
    (
      "@status(a b) == 1", "error 0..<12 a device takes blanks and quotes as part of the name 'a b'"
    ),
    (
      "@status(softwareupdate.failure-reason.count) > 1",
      "warning 0..<44 the status item is @status(softwareupdate.failure-reason): "
        + "a device may not look into it here: "
        + "write @status(softwareupdate.failure-reason).@key(count)"
    ),
    (
      "@status(mdm.app.@count) > 1",
      "warning 0..<23 the status item is @status(mdm.app): a device may not look into it here: "
        + "write @status(mdm.app).@count"
    ),
    (
      "SUBQUERY(@status(mdm.app), $a, $a.@key(sate) == 'managed').@count > 0",
      "error 31..<44 '@status(mdm.app)' has no key '@key(sate)': did you mean @key(state)?"
    ),
    (
      "SUBQUERY(@status(mdm.app), $a, $a.@key(state) == 1).@count > 0",
      "error 31..<50 text never equals a number: '$a.@key(state)' is text, 1 is a number: "
        + "text stands in quotes"
    ),
    (
      "@status(mdm.app) == 'x'",
      "error 0..<23 a list never equals text: '@status(mdm.app)' is a list, 'x' is text: "
        + "write ANY before the comparison to test each element"
    ),
    (
      "@status(passcode.is-present) == 'true'",
      "error 0..<38 true or false never equals text: '@status(passcode.is-present)' is true or "
        + "false, 'true' is text: write YES"
    ),
    (
      "@status(device.operating-system.version) >= '26.0'",
      "warning 0..<50 >= compares versions as text: '9.0' is behind '10.0': "
        + "name the versions with IN, or their start with BEGINSWITH '26.'"
    ),
    (
      "device.operating-system.version == '18'",
      "warning 0..<31 a status item is written as a term since iOS 16 and macOS 13: "
        + "write @status(device.operating-system.version)"
    ),
    (
      "@status(passcode.is-present) == YES AND device.model.family == 'iPad'",
      "error 40..<59 beside terms, the key 'device.model.family' reads nothing: "
        + "write @status(device.model.family)"
    ),
    (
      "@status(device.model.family) == %@",
      "error 32..<34 a device hands no value over for %@: write the value itself, text in quotes"
    ),
    (
      "@status(device.model.family.) == 'x'",
      "error 0..<29 unknown status item 'device.model.family.': "
        + "did you mean @status(device.model.family)?"
    ),
    (
      "@status(device.operating-system.version) BETWEEN {'17.0', '18.0'}",
      "warning 0..<65 BETWEEN compares versions as text: '9.0' is behind '10.0': "
        + "name the versions with IN, or their start with BEGINSWITH '26.'"
    ),
    (
      "@property(plam) == 'a'",
      "error 0..<15 unknown property 'plam': did you mean @property(plan)?"
    ),
  ])
  func finds(_ text: String, _ expected: String) throws {
    let keys = Declarations.statusItems.merging(["@property(plan)": .text, "@property(j)": .object])
    {
      $1
    }
    let tree = try SyntaxTree(predicate: text, functions: .deviceManagement)
    let findings = tree.findings(against: Declarations(keys: keys))
    let finding = try #require(findings.first)
    let hint = finding.hint.map { ": \($0)" } ?? ""
    #expect("\(finding.severity) \(finding.range) \(finding.message)\(hint)" == expected)
    #expect(findings.count == 1)
  }

  @Test func findsNothingInObjectsOfProperties() throws {
    let tree = try SyntaxTree(
      predicate: "ANY @property(j.a.b) == 'x' AND @property(j) != nil",
      functions: .deviceManagement)
    #expect(tree.findings(against: Declarations(keys: ["@property(j)": .object])) == [])
    // No property is wrong as long as none is declared.
    #expect(tree.findings(against: Declarations(keys: Declarations.statusItems)) == [])
  }

  @Test func warnsOfTermsInQuotes() throws {
    let warnings = try Self.condition("@property(a) == 'x@status(b)'").warnings
    #expect(warnings.map(\.message) == ["@status(…) in quotes is read as a term, too"])
    #expect(warnings.first?.range == 16..<29)
  }

  @Test func partsNameWhatIsRead() throws {
    let tree = try Self.condition("@status(a).@key(b) == @property(c)").tree
    #expect(
      tree.parts.map(\.kind).prefix(3) == [
        .statusItem("a"), .key("b", of: .object), .managementProperty("c"),
      ])
  }

  @Test func itemsOfAppleHaveKinds() {
    let items = Declarations.statusItems
    #expect(items.count > 290)
    #expect(items["@status(device.model.family)"] == .text)
    #expect(items["@status(mdm.app)"] == .list)
    #expect(items["@status(softwareupdate.failure-reason).@key(count)"] == .int)
    #expect(
      items["@status(services.background-task).@key(launchd).@key(program-arguments)"] == .list)
  }

  @Test(arguments: depth(quick: 2_000, full: 10_000))
  func hostileNames(depth parts: Int) throws {
    let long = (0..<parts).map { "p\($0)" }.joined(separator: ".")
    let error = try #require(throws: BuildError.self) {
      try Self.condition("@status(\(long)) == 1")
    }
    #expect(error.diagnostic.message == "a name is longer than 1024 bytes")
    let dots = String(repeating: ".", count: 1_000)
    #expect(try Self.condition("@status(\(dots)) == nil").evaluate(Self.report))
    #expect(throws: BuildError.self) { try Self.condition("@status(@status(a)) == 1)") }
    let many = (0..<parts).map { "@status(x\($0)) == 1" }.joined(separator: " OR ")
    #expect(try !Self.condition(many).evaluate(Self.report))
    let tree = try SyntaxTree(predicate: many, functions: .deviceManagement)
    #expect(tree.findings(against: Declarations(keys: Declarations.statusItems)).count == 1000)
    let chain = "@status(a)" + String(repeating: ".@key(b)", count: parts) + " == nil"
    #expect(try Self.condition(chain).evaluate(Self.report))
  }
}
