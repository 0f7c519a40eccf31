// What is probably wrong with a file whose lines should be JSON. Most people who have a file
// that is not have one that was printed for reading, or a list.

import FormGraph

enum JSONLines {
  /// A hint for a line that is not the JSON that is wanted; nil if the file seems to be right.
  static func hint(for line: [UInt8]) -> String? {
    let blanks: [UInt8] = [0x20, 0x09, 0x0D]
    guard let first = line.first(where: { !blanks.contains($0) }),
      let last = line.last(where: { !blanks.contains($0) && $0 != UInt8(ascii: ",") })
    else { return nil }
    switch first {
    case UInt8(ascii: "["):
      return "write each object on a line of its own, as jq -c '.[]' does with a list"
    case UInt8(ascii: "{") where last != UInt8(ascii: "}"),
      UInt8(ascii: "\"") where (try? JSONReader.read(line)) == nil,
      UInt8(ascii: "}"), UInt8(ascii: "]"):
      return "write each object on one line, as jq -c . does"
    default: return nil
    }
  }
}
