// Sections of a form file: of which kind each one is, and the keys that go with it.

import Predicate

extension DefinitionReader {
  /// The kinds of section that are built.
  enum KindName: String, CaseIterable { case plain, multivalued }

  /// Kinds that have a meaning and are not built yet.
  private static let laterKinds = ["selectable"]

  mutating func section(_ place: Place) -> SectionDefinition {
    guard let object = object(place, called: "a section") else { return SectionDefinition() }
    let (kind, isOfLaterKind) = kind(of: object)
    switch kind {
    case .plain?:
      refuseItemsKeys(in: object)
      checkKeys(of: object, known: .section, others: .items, in: "a section")
    case .multivalued?:
      checkKeys(of: object, known: .sectionWithItems, in: "a section")
    case nil:
      // Whatever was meant, the keys that go with it are not held against the section as well.
      checkKeys(
        of: object, known: .section, others: isOfLaterKind ? .itemsAndLater : .items,
        in: "a section")
    }
    // A section with a template was meant to have items, whatever it calls itself.
    let hasTemplate = object.keys.contains(.item) || object.keys.contains(.template)
    let needsRows = kind != .multivalued && !isOfLaterKind && !hasTemplate
    return SectionDefinition(
      tag: text(.tag, in: object),
      kind: kind == .multivalued ? .multivalued(items(in: object)) : .plain,
      texts: texts(in: object),
      hidden: condition(.hidden, opposite: .visible, in: object),
      disabled: condition(.disabled, opposite: .enabled, in: object),
      whenHidden: hiddenValues(.whenHidden, in: object),
      isCollapsed: flag(.collapsed, in: object) ?? false,
      rows: rows(in: object, isRequired: needsRows),
      extra: anything(.extra, in: object))
  }

  private mutating func rows(in object: ObjectPlace, isRequired: Bool) -> [RowDefinition] {
    let places = list(.rows, in: object, isRequired: isRequired)
    return places.map { row($0) }
  }

  /// The kind of a section; nil, and reported, where it is none that is known or built.
  private mutating func kind(of object: ObjectPlace) -> (kind: KindName?, isLater: Bool) {
    guard let place = place(.kind, in: object) else { return (.plain, false) }
    guard let word = text(.kind, in: object) else { return (nil, false) }
    if let kind = KindName(rawValue: word) { return (kind, false) }
    guard Self.laterKinds.contains(word) else {
      reportUnknown("section kind", word, at: place, known: KindName.allCases.map(\.rawValue))
      return (nil, false)
    }
    report("sections of the kind '\(word)' are not supported by this version", place)
    return (nil, true)
  }

  /// Reports the keys of a section with items on a section that has none.
  private mutating func refuseItemsKeys(in object: ObjectPlace) {
    for key in FormKeys.items.list {
      guard let place = place(key, in: object) else { continue }
      report(
        "'\(key.text)' belongs to a section with items", place, focus: .key,
        hint: #"write "kind": "multivalued""#)
    }
  }
}
