// Sections of a form file: of which kind each one is, and the keys that go with it.

import Predicate

extension DefinitionReader {
  /// The kinds of section that are built.
  private enum KindName: String, CaseIterable { case plain, multivalued }

  mutating func section(_ place: Place) -> SectionDefinition {
    guard let object = object(place, called: "a section") else { return SectionDefinition() }
    let (kind, isOfLaterKind) = kind(of: object)
    switch kind {
    case .plain?:
      refuseItemsKeys(in: object)
      checkKeys(of: object, known: Keys.section, others: Keys.items, in: "a section")
    case .multivalued?:
      checkKeys(of: object, known: Keys.section + Keys.items, in: "a section")
    case nil:
      // Whatever was meant, the keys that go with it are not held against the section as well.
      let others = isOfLaterKind ? Keys.later + Keys.laterOfSection : []
      checkKeys(of: object, known: Keys.section, others: Keys.items + others, in: "a section")
    }
    // A section with a template was meant to have items, whatever it calls itself.
    let hasTemplate = object["item"] != nil || object["template"] != nil
    let needsRows = kind != .multivalued && !isOfLaterKind && !hasTemplate
    return SectionDefinition(
      tag: text("tag", in: object),
      kind: kind == .multivalued ? .multivalued(items(in: object)) : .plain,
      texts: texts(in: object),
      hidden: condition("hidden", in: object),
      disabled: condition("disabled", in: object),
      whenHidden: hiddenValues("whenHidden", in: object),
      isCollapsed: flag("collapsed", in: object) ?? false,
      rows: list("rows", in: object, isRequired: needsRows).map { row($0) },
      extra: object["extra"]?.element.value)
  }

  /// The kind of a section; nil, and reported, where it is none that is known or built.
  private mutating func kind(of object: ObjectPlace) -> (kind: KindName?, isLater: Bool) {
    guard let place = object["kind"] else { return (.plain, false) }
    guard let word = text("kind", in: object) else { return (nil, false) }
    if let kind = KindName(rawValue: word) { return (kind, false) }
    guard Keys.laterKinds.contains(word) else {
      reportUnknown("section kind", word, at: place, known: KindName.allCases.map(\.rawValue))
      return (nil, false)
    }
    report("sections of the kind '\(word)' are not supported by this version", at: place)
    return (nil, true)
  }

  /// Reports the keys of a section with items on a section that has none.
  private mutating func refuseItemsKeys(in object: ObjectPlace) {
    for key in Keys.items where object[key] != nil {
      report(
        "'\(key)' belongs to a section with items", path: object.path.appending(key),
        range: object.keyRange(key), hint: #"write "kind": "multivalued""#)
    }
  }
}
