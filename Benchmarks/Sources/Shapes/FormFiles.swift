// Form files as bytes: rows of about 300 bytes, as files in the world have them, with as many
// different conditions as asked for.

/// A form file.
package enum FormFile {
  /// A file of so many rows, a hundred to a section.
  ///
  /// `conditions` is how many different ones the rows have.
  package static func json(rows: Int, conditions: Int) -> [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(rows * 310)
    json += Array(
      """
      {"title":"Household survey","sections":[{"tag":"head","title":"Head","rows":[
      """.utf8)
    for index in 0..<sources {
      json += Array(
        """
        \(index == 0 ? "" : ",")
        {"tag":"flag_\(index)","type":"switch"},{"tag":"amount_\(index)","type":"int"}
        """.utf8)
    }
    json += Array("]}".utf8)
    for row in 0..<rows {
      if row % 100 == 0 {
        json += Array(
          """
          \(row == 0 ? "" : "]}"),
          {"tag":"part_\(row / 100)","title":"Part \(row / 100) of the survey","rows":[
          """.utf8)
      } else {
        json.append(UInt8(ascii: ","))
      }
      json += Array(text(of: row, condition: row % conditions).utf8)
    }
    json += Array("]}]}".utf8)
    return json
  }

  private static let sources = 50

  private static func text(of row: Int, condition: Int) -> String {
    let content =
      row % 2 == 0
      ? """
      "type":"segmented","title":"Question \(row): how often do you eat out?",\
      "help":"Count what was eaten at home but not made there.",\
      "value":"never","options":["never","weekly","daily"]
      """
      : """
      "type":"text","title":"Question \(row): what made you choose it?",\
      "help":"In your own words, and as many of them as fit.",\
      "rules":[{"type":"maxLength","value":80,"message":"At most 80 characters."}]
      """
    return """
      {"tag":"question_\(row)",\(content),"hidden":"$flag_\(condition % sources) == false OR \
      $amount_\(condition % (sources - 1)) > \(condition)","required":\(row % 3 == 0)}
      """
  }
}
