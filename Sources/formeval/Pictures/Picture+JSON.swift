// Writes a picture as JSON, for programs that draw it themselves or look something up: the boxes,
// and each arrow with its text and the text's place in the form file.

import FormAnalysis
import FormGraph
import Predicate

extension Picture {
  /// Writes the picture as JSON.
  ///
  /// - Parameter places: The places of texts in the form file.
  /// - Returns: An object with the boxes as `nodes` and the arrows as `edges`.
  func json(_ places: TextPlaces?) -> Value {
    let boxes = boxes.map { box -> Value in
      var pairs: [(String, Value)] = [
        ("name", .string(box.name)), ("kind", .string(box.shape.rawValue)),
      ]
      if let id = box.id { pairs.append(("id", .string(id))) }
      if let title = box.title { pairs.append(("title", .string(title))) }
      if !box.lines.isEmpty { pairs.append(("lines", .array(box.lines.map(Value.string)))) }
      if box.isStart { pairs.append(("isStart", true)) }
      return .dictionary(ValueDictionary(pairs))
    }
    let arrows = arrows.map { arrow -> Value in
      let target = self.boxes[arrow.target].name
      var pairs: [(String, Value)] = [
        ("from", .string(self.boxes[arrow.source].name)), ("to", .string(target)),
      ]
      if let use = arrow.uses.first { pairs.append(("attribute", .string(use))) }
      if let text = arrow.texts.first {
        pairs.append(("text", .string(text)))
        if let place = places?.place(of: text, in: target) {
          pairs += [
            ("line", .int(Int64(place.line))), ("column", .int(Int64(place.column))),
          ]
        }
      }
      return .dictionary(ValueDictionary(pairs))
    }
    return ["title": .string(title), "nodes": .array(boxes), "edges": .array(arrows)]
  }
}
