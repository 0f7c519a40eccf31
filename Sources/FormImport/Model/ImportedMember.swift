// The intermediate model of an import: the questions, groups and lists of a form as the original
// orders them, with the place of each part. A question may stand between two groups here, which our
// format does not have; `FormEmitter` arranges them.

import FormFile

/// A question, a group or a list of a form that is imported.
struct ImportedMember {
  /// What the member is.
  enum Content {
    case question(RowDefinition)
    /// A group, or a list whose items consist of the members; the section has no rows of its own.
    case section(SectionDefinition, [ImportedMember])
  }

  var content: Content
  /// The place of the member.
  var place: SourceMap.Place
  /// The places of its parts, by their paths from the member.
  var parts: [(path: JSONPath, place: SourceMap.Place)] = []

  /// Says where a key of the member stands in the original.
  mutating func put(_ keys: FormKey..., at place: SourceMap.Place) {
    parts.append((JSONPath(keys.map { .key($0.text) }), place))
  }
}
