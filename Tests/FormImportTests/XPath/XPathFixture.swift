// The nodes that the tests of XPaths read, and the form that has their rows. Filled, the nodes hold
// what JavaRosa was given for the cases; empty, they hold nothing, and the list has three empty
// items.

import Foundation
import FormGraph
import Predicate

@testable import FormImport

/// The nodes of a form, and the formulas that are calculated in it.
struct XPathFixture {
  /// The node that a formula belongs to.
  enum Place { case root, item, innerItem }

  private(set) var nodes = XFormNodes(
    nodes: [XFormNodes.Node(name: "d", content: .group)],
    instances: [
      "z": XFormNodes.Instance(
        table: "z", columns: ["name", "label", "grp"], path: ["root", "item"])
    ])
  private(set) var r = 0
  private(set) var q = 0

  /// The keys of the rows, by the node around them, each with its value if there is one.
  private var rows: [XFormNodes.Index: [(keys: String, value: String?)]] = [:]

  init() {
    let questions: [(String, XFormNodes.ValueType, String)] = [
      ("i", .whole, "7"), ("j", .whole, "2"), ("e", .decimal, "2.55"), ("t", .text, "\"hello\""),
      ("u", .text, "\"x  y\""), ("k", .day, "\"2024-02-29\""),
      ("x", .instant, "\"2024-02-29T10:30:00Z\""), ("w", .time, "\"10:30\""),
      ("m", .choices, "[\"a\", \"c\"]"), ("s", .choice, "\"1\""), ("n0", .whole, "null"),
      ("t0", .text, "null"), ("num", .text, "\"3\""), ("hid", .text, "\"9\""),
      ("hid2", .whole, "9"), ("b", .truth, "true"),
    ]
    for (name, type, value) in questions { add(name, type, in: 0, value: value) }
    r = add("r", .list, in: 0)
    add("n", .whole, in: r)
    add("l", .text, in: r)
    add("hn", .whole, in: r)
    q = add("q", .list, in: r)
    add("v", .whole, in: q)
  }

  @discardableResult
  private mutating func add(
    _ name: String, _ content: XFormNodes.Content, in parent: XFormNodes.Index
  ) -> XFormNodes.Index {
    let index = nodes.nodes.count
    nodes.nodes.append(
      XFormNodes.Node(name: name, parent: parent, content: content, tag: name, isAsked: true))
    nodes.nodes[parent].children.append(index)
    return index
  }

  private mutating func add(
    _ name: String, _ type: XFormNodes.ValueType, in parent: XFormNodes.Index,
    value: String? = nil
  ) {
    add(name, .value(type), in: parent)
    let options =
      switch type {
      case .choice: #", "options": [{ "value": "1", "title": "One" }, "2"]"#
      case .choices: #", "options": ["a", "b", "c"]"#
      default: ""
      }
    let hidden =
      switch name {
      case "hid", "hid2": #", "hidden": true"#
      case "hn": #", "visible": "$n == 1""#
      default: ""
      }
    rows[parent, default: []].append(
      ("\"tag\": \"\(name)\", \"type\": \"\(Self.rowType(type))\"\(options)\(hidden)", value))
  }

  static func rowType(_ type: XFormNodes.ValueType) -> String {
    switch type {
    case .text, .other: "text"
    case .whole: "int"
    case .decimal: "decimal"
    case .truth: "switch"
    case .day: "date"
    case .time: "time"
    case .instant: "dateTime"
    case .choice: "segmented"
    case .choices: "multipleSelector"
    }
  }

  /// The node that formulas of a place stand in.
  func parent(_ place: Place) -> XFormNodes.Index {
    switch place {
    case .root: 0
    case .item: r
    case .innerItem: q
    }
  }

  /// Adds a node with a formula that nobody answers.
  mutating func calculate(
    _ xpath: String, _ name: String, at place: Place = .root,
    declared: XFormNodes.ValueType = .text
  ) -> XFormNodes.Index {
    let index = add(name, .value(declared), in: parent(place))
    nodes.nodes[index].calculate = xpath
    nodes.nodes[index].isAsked = false
    return index
  }

  /// Adds the row of a node with a formula.
  mutating func add(
    _ formula: String, of node: XFormNodes.Index, type: XFormNodes.ValueType, isOnce: Bool = false
  ) {
    let known = nodes.nodes[node]
    let text = try? JSONEncoder().encode(formula)
    let key = isOnce ? "once" : "calculated"
    rows[known.parent ?? 0, default: []].append(
      (
        "\"tag\": \"\(known.tag ?? "")\", \"type\": \"\(Self.rowType(type))\", "
          + "\"\(key)\": \(String(decoding: text ?? Data(), as: UTF8.self))", nil
      ))
  }

  /// The form, with all answers of the nodes or with none.
  func json(isFilled: Bool) -> String {
    func rows(_ node: XFormNodes.Index) -> String {
      (self.rows[node] ?? []).map { row in
        let value = row.value.map { ", \"value\": \(isFilled ? $0 : "null")" } ?? ""
        return "{ \(row.keys)\(value) }"
      }.joined(separator: ",\n")
    }
    let empty = #"{ "n": null, "l": null, "hn": null, "q": [{ "v": null }] }"#
    let items =
      isFilled
      ? [
        #"{ "n": 1, "l": "a", "hn": 5, "q": [{ "v": 10 }, { "v": 20 }] }"#,
        #"{ "n": 4, "l": "b", "hn": 5, "q": [{ "v": 30 }] }"#, empty,
      ] : [empty, empty, empty]
    return """
      { "whenHidden": "nil",
        "tables": { "z": { "columns": ["name", "label", "grp"],
          "rows": [["1", "One", "g"], ["2", "Two", "g"]] } },
        "sections": [
          { "rows": [\(rows(0))] },
          { "tag": "r", "kind": "multivalued",
            "template": { "rows": [\(rows(r))],
              "sections": [{ "tag": "q", "kind": "multivalued",
                "template": { "rows": [\(rows(q))] } }] },
            "value": [\(items.joined(separator: ", "))] }
        ] }
      """
  }

  /// The first of December 2026, at noon.
  static let now = Date(timeIntervalSince1970: 1_796_126_400)

  /// Opens the form.
  func open(isFilled: Bool) throws -> Form {
    try CompiledForm.compile(json: json(isFilled: isFilled).utf8).open(now: Self.now)
  }

  /// The value of a row as JavaRosa writes its answer.
  static func answer(_ value: Value?) -> String {
    switch value {
    case nil: "no row"
    case .null: "''"
    case .bool(let flag): flag ? "1" : "0"
    case .int(let int): "\(int)"
    case .double(let double):
      Int64(exactly: double).map(String.init) ?? "\(double)"
    case .string(let text): text
    case .date(let date): date.formatted(.iso8601.year().month().day())
    case let other?: "\(other)"
    }
  }
}
