// The yardstick for reading: Foundation's JSONDecoder, to a list of texts and to structs that hold
// the same fields as the rows of a form.

public import Foundation

/// A form as structs that JSONDecoder fills.
public struct DecodedForm: Decodable, Sendable {
  public struct Section: Decodable, Sendable {
    public var tag: String?
    public var title: String?
    public var rows: [Row]
  }

  public struct Row: Decodable, Sendable {
    public var tag: String
    public var type: String
    public var title: String?
    public var help: String?
    public var value: String?
    public var options: [String]?
    public var hidden: String?
    public var required: Bool?
    public var rules: [Rule]?
  }

  public struct Rule: Decodable, Sendable {
    public var type: String
    public var value: Int?
    public var message: String?
  }

  public var title: String?
  public var sections: [Section]
}

/// What JSONDecoder makes of bytes.
public enum JSONDecoding {
  @inline(never)
  public static func texts(_ json: Data) throws -> [String] {
    try JSONDecoder().decode([String].self, from: json)
  }

  @inline(never)
  public static func form(_ json: Data) throws -> DecodedForm {
    try JSONDecoder().decode(DecodedForm.self, from: json)
  }
}
