// Writes a picture as JSON, for programs that draw it themselves or look something up: the boxes,
// each with the texts that decide it and their places in the form file, and the arrows, which name
// boxes and texts. A text stands once for each member that it decides, however many rows it reads.

import FormAnalysis
import FormGraph
import Predicate

extension Picture {
  /// Writes the picture as JSON.
  ///
  /// - Parameter places: The places of texts in the form file.
  /// - Returns: An object with the boxes as `nodes` and the arrows as `edges`.
  func json(_ places: TextPlaces?) -> Value {
    // By box: its texts, each with an arrow that has it, and their positions.
    var texts: [[(arrow: Arrow, text: String)]] = self.boxes.map { _ in [] }
    var positions: [[[String?]: Int]] = self.boxes.map { _ in [:] }
    let arrows = arrows.map { arrow -> Value in
      var pairs: [(String, Value)] = [
        ("from", .string(self.boxes[arrow.source].name)),
        ("to", .string(self.boxes[arrow.target].name)),
      ]
      if let use = arrow.attribute { pairs.append(("attribute", .string(use))) }
      if let text = arrow.texts.first {
        let key: [String?] = [arrow.attribute, arrow.uses.first, text]
        let position = positions[arrow.target][key] ?? texts[arrow.target].count
        if positions[arrow.target].updateValue(position, forKey: key) == nil {
          texts[arrow.target].append((arrow, text))
        }
        pairs.append(("text", .int(Int64(position))))
      }
      return .dictionary(ValueDictionary(pairs))
    }
    let boxes = zip(self.boxes, texts).map { box, texts -> Value in
      var pairs: [(String, Value)] = [
        ("name", .string(box.name)), ("kind", .string(box.shape.rawValue)),
      ]
      if let id = box.id { pairs.append(("id", .string(id))) }
      if let title = box.title { pairs.append(("title", .string(title))) }
      if !box.lines.isEmpty { pairs.append(("lines", .array(box.lines.map(Value.string)))) }
      if box.isStart { pairs.append(("isStart", true)) }
      if !texts.isEmpty {
        let texts = texts.map { Self.json($0.arrow, $0.text, of: box.name, places) }
        pairs.append(("texts", .array(texts)))
      }
      return .dictionary(ValueDictionary(pairs))
    }
    return ["title": .string(title), "nodes": .array(boxes), "edges": .array(arrows)]
  }

  private static func json(
    _ arrow: Arrow, _ text: String, of box: String, _ places: TextPlaces?
  ) -> Value {
    var pairs: [(String, Value)] = []
    if let attribute = arrow.attribute { pairs.append(("attribute", .string(attribute))) }
    if let key = arrow.uses.first, key != arrow.attribute { pairs.append(("key", .string(key))) }
    pairs.append(("text", .string(text)))
    if let place = places?.place(of: text, in: box) {
      pairs += [("line", .int(Int64(place.line))), ("column", .int(Int64(place.column)))]
    }
    return .dictionary(ValueDictionary(pairs))
  }
}
