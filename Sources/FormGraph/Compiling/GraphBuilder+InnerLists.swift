// What texts read of the lists in items, `$visits.@unionOfArrays.drugs.dose`. The graph reads an
// inner list as a whole, so that only this check knows of a key that its items do not have.

import Predicate

extension GraphBuilder {
  /// A list, or the lists that the templates of a list have under one tag.
  private struct ReadList {
    let sections: [SectionIndex]
    /// The tag of a list in items; nil of a list that the text names by a variable, whose keys are
    /// checked where the text is bound.
    var tag: String?
    /// Whether the text reads objects, whose keys are checked there without `index`.
    var areObjects = false
  }

  /// Reports keys that the items of inner lists do not have, and folds of lists.
  mutating func checkInnerLists(_ reading: TextReading, _ site: Site) {
    guard hasTemplates,
      reading.resolution.operands.contains(where: { list(of: $0, site) != nil })
    else { return }
    var unknown: [(key: ListReading<ReadList>.Key, nearest: String?)] = []
    let lists = ListReading(reading.resolution) { operand in
      list(of: operand, site)
    } inner: { key in
      let tag = ExactText(key.name)
      let templates = key.list.sections.compactMap { topology.section($0).templates?.value }
      // The evaluator gives the position of an item; no column holds it.
      let isIndex = tag == Self.indexKey
      if key.list.tag != nil || isIndex && key.list.areObjects, !(isIndex && key.isOfIterator),
        !templates.contains(where: { $0.column(tag) != nil || $0.isPlain })
      {
        unknown.append(
          (key, Spelling.nearest(to: key.name, among: templates.flatMap(\.tags))))
      }
      let inner = zip(key.list.sections, templates).flatMap { section, templates in
        templates.column(tag).map { column in
          topology.section(section).prototypes.compactMap { topology.list(of: $0, column) }
        } ?? []
      }
      return inner.isEmpty ? nil : ReadList(sections: inner, tag: key.name)
    }
    for (key, nearest) in unknown {
      let list = key.list.tag ?? key.list.sections.first.flatMap { topology.tag(of: .section($0)) }
      report(
        .unknownName, "the items of '\(list ?? "")' have no '\(key.name)'", at: site,
        textRange: key.range, hint: Self.hint(forKey: key.name, of: list ?? "", nearest: nearest))
    }
    for fold in lists.folds {
      report(
        .text(.operand), "\(fold.name) folds values, and these are lists, one of each item",
        at: site, textRange: fold.range, hint: "write \(fold.joined)")
    }
  }

  /// The tag of the first list inside a list whose items have a key; nil if none has it.
  func innerList(of section: SectionIndex, with key: ExactText) -> String? {
    guard let templates = topology.section(section).templates?.value else { return nil }
    let lists = templates.columns.indices.lazy.filter(templates.isList).prefix(20)
    for column in lists {
      let inner = topology.section(section).prototypes.lazy.compactMap { [topology] item in
        topology.list(of: item, column)
      }.first
      guard let inner, topology.section(inner).templates?.value.column(key) != nil else { continue }
      return topology.tag(of: .section(inner))
    }
    return nil
  }

  /// The list that an operand reads, if its items have lists, or have no column for an `index` that
  /// is read.
  private func list(of operand: Operand, _ site: Site) -> ReadList? {
    guard case .member(.section(let section))? = meaning(of: operand.variable, for: site.owner),
      let templates = topology.section(section).templates?.value,
      templates.columns.indices.contains(where: templates.isList)
        || operand.reading.keys.contains(Self.indexKey) && templates.column(Self.indexKey) == nil
    else { return nil }
    return ReadList(sections: [section], areObjects: operand.reading.isOfObjects)
  }
}

extension Operand.Reading {
  /// The keys that are read of items, if these are read as objects.
  fileprivate var keys: [ExactText] { if case .objects(let keys) = self { keys } else { [] } }

  fileprivate var isOfObjects: Bool { if case .objects = self { true } else { false } }
}
