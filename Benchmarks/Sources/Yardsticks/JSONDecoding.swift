// The yardstick for reading: Foundation's JSONDecoder, to a list of texts and to structs that hold
// the same fields as the rows of a form.

package import Foundation

/// A form as structs that JSONDecoder fills.
package struct DecodedForm: Decodable, Sendable {
  package struct Section: Decodable, Sendable {
    package var tag: String?
    package var title: String?
    package var rows: [Row]
  }

  package struct Row: Decodable, Sendable {
    package var tag: String
    package var type: String
    package var title: String?
    package var help: String?
    package var value: String?
    package var options: [String]?
    package var hidden: String?
    package var required: Bool?
    package var rules: [Rule]?
  }

  package struct Rule: Decodable, Sendable {
    package var type: String
    package var value: Int?
    package var message: String?
  }

  package var title: String?
  package var sections: [Section]
}

/// What JSONDecoder makes of bytes.
package enum JSONDecoding {
  @inline(never)
  package static func texts(_ json: Data) throws -> [String] {
    try JSONDecoder().decode([String].self, from: json)
  }

  @inline(never)
  package static func form(_ json: Data) throws -> DecodedForm {
    try JSONDecoder().decode(DecodedForm.self, from: json)
  }
}
