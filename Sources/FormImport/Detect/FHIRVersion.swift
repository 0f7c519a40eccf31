// Tells for which version of FHIR a Questionnaire is written. The file does not say it, but each
// version has keys and words that the others lack.

import FormFile

/// A version of FHIR in which Questionnaires are written.
enum FHIRVersion: String {
  case stu3 = "STU3"
  case r4 = "R4"
  case r5 = "R5"

  /// The largest number of items that are looked at.
  static let maximumItems = 1000

  /// The version of a Questionnaire; nil if nothing in its first items tells it.
  init?(ofQuestionnaire members: [JSONMember]) {
    let ofR5 = ["versionAlgorithmString", "versionAlgorithmCoding", "copyrightLabel"]
    if members.contains(where: { ofR5.contains($0.key) }) {
      self = .r5
      return
    }
    var lists = [members]
    var left = Self.maximumItems
    var isR4 = false
    while let list = lists.popLast() {
      for case .array(let items) in list.filter({ $0.key == "item" }).map(\.element.content) {
        for item in items.prefix(left) {
          left -= 1
          guard case .object(let members) = item.content else { continue }
          switch Self.version(ofItem: members) {
          case .r4: isR4 = true
          case let version?:
            self = version
            return
          case nil: break
          }
          lists.append(members)
        }
      }
    }
    guard isR4 else { return nil }
    self = .r4
  }

  /// The version of an item; nil if nothing in it tells it.
  ///
  /// What says R4 may stand in R5 too, which other items then tell.
  private static func version(ofItem members: [JSONMember]) -> FHIRVersion? {
    var isR4 = false
    for member in members {
      switch member.key {
      case "option", "options": return .stu3
      case "disabledDisplay", "answerConstraint": return .r5
      case "answerOption", "answerValueSet", "initial": isR4 = true
      case "type":
        if case .string("coding") = member.element.content { return .r5 }
      case "enableWhen":
        guard case .array(let conditions) = member.element.content,
          case .object(let condition)? = conditions.first?.content
        else { continue }
        guard condition.contains(where: { $0.key == "operator" }) else { return .stu3 }
        isR4 = true
      default: break
      }
    }
    return isR4 ? .r4 : nil
  }
}
