// Writes values as JSON text. Every value has a text. What JSON cannot represent becomes something
// similar: dates become ISO 8601 text, data becomes base64, sets become lists, and NaN and the
// infinities become null. Invisible characters are escaped, so that a value from a stranger cannot
// move a terminal's cursor or reverse the text around it.
//
// Nothing here recurses, so values of any depth can be written.

public import Predicate

/// Writes values as JSON text.
public struct JSONWriter {
  /// A list or an object whose members are being written.
  private struct Frame {
    enum Members {
      case list([Value])
      case object(ValueDictionary)

      var count: Int {
        switch self {
        case .list(let values): values.count
        case .object(let pairs): pairs.count
        }
      }
    }

    let members: Members
    let count: Int
    var next = 0

    init(_ members: Members) {
      self.members = members
      count = members.count
    }
  }

  private let isPretty: Bool
  private var output = JSONText()
  private var frames: [Frame] = []

  private init(isPretty: Bool) { self.isPretty = isPretty }

  /// Writes a value as JSON text: on one line without blanks, or pretty, with two blanks for each
  /// level of the outer levels.
  ///
  /// Keys keep their order. Doubles are written in the shortest way that reads back as the same
  /// double, and never as integers.
  ///
  /// - Complexity: O(n) in the size of the value.
  public static func text(of value: Value, pretty: Bool = false) -> String {
    var writer = JSONWriter(isPretty: pretty)
    writer.write(value)
    return String(decoding: writer.output.bytes, as: UTF8.self)
  }

  /// Appends a value to text, on one line without blanks.
  ///
  /// - Complexity: O(n) in the size of the value.
  static func write(_ value: Value, to text: inout JSONText) {
    var writer = JSONWriter(isPretty: false)
    swap(&writer.output, &text)
    writer.write(value)
    swap(&writer.output, &text)
  }

  private mutating func write(_ value: Value) {
    begin(value)
    while let inner = frames.indices.last {
      let next = frames[inner].next
      guard next < frames[inner].count else {
        breakLine(in: inner + 1, indent: inner)
        close(frames.removeLast().members)
        continue
      }
      if next > 0 { output.put(",") }
      breakLine(in: inner + 1, indent: inner + 1)
      frames[inner].next = next + 1
      switch frames[inner].members {
      case .list(let values): begin(values[next])
      case .object(let pairs):
        let (key, value) = pairs.pair(at: next)
        output.string(key)
        output.put(":")
        if isPretty { output.put(" ") }
        begin(value)
      }
    }
  }

  /// Writes a scalar, or the opening bracket of a list or an object.
  private mutating func begin(_ value: Value) {
    guard !output.scalar(value) else { return }
    switch value {
    case .array(let elements): open(.list(elements))
    case .set(let set): open(.list(set.elements))
    case .dictionary(let pairs): open(.object(pairs))
    case .null, .bool, .int, .double, .string, .date, .data: break
    }
  }

  private mutating func open(_ members: Frame.Members) {
    switch members {
    case .list: output.put("[")
    case .object: output.put("{")
    }
    if members.count == 0 { close(members) } else { frames.append(Frame(members)) }
  }

  private mutating func close(_ members: Frame.Members) {
    switch members {
    case .list: output.put("]")
    case .object: output.put("}")
    }
  }

  /// The deepest level whose members are written on separate lines.
  ///
  /// Deeper members follow without line breaks. Otherwise blanks would make up most of a deeply
  /// nested value.
  private static let maximumLevel = 12

  /// Breaks the line before a member or the closing bracket at a level.
  private mutating func breakLine(in level: Int, indent: Int) {
    guard isPretty, level <= Self.maximumLevel else { return }
    output.put("\n")
    for _ in 0..<2 * indent { output.put(" ") }
  }
}
