// What a form tells of its pages, and of itself.

import Predicate

/// A page at one moment, with what its ids mean.
struct SeenPage {
  let topology: Topology
  let page: PageState
}

extension Aspects {
  static let ofPages = AspectTable<SeenPage>([
    .state(.tag) { optional($0.page.tag) },
    .people(.title) { optional($0.page.title) },
    .state(.sections) { seen in
      .array(seen.page.sections.map { optional(seen.topology.tag(of: .section($0.index))) })
    },
    .state(.sectionIds) { seen in
      .array(seen.page.sections.map { .string(seen.topology.id(of: .section($0.index))) })
    },
    .aspect(.client(.visible) { .bool($0.page.isVisible) }),
    .aspect(.client(.valid) { .bool($0.page.isValid) }),
    .aspect(.client(.complete) { .bool($0.page.isComplete) }),
    .aspect(.client(.progress) { $0.page.progress.json }),
    .texts(TextKey.ofAll) { optional($0.page.texts[$1]) },
    .settings { PageDefinition.told.pairs(of: $0.page.definition) },
  ])

  /// The texts of the form itself.
  static let ofForm = AspectTable<Moment>([
    .people(.title, .property) { $0.text(ofForm: .title) },
    .texts(TextKey.ofAll, .property) { $0.text(ofForm: $1) },
  ])
}

extension Aspects {
  static let canSubmit = Aspect<Moment>.client(.canSubmit) { .bool($0.canSubmit) }
  static let language = Aspect<Moment>.client(.language) { optional($0.locale.language?.text) }
  static let direction = Aspect<Moment>.client(.direction) {
    .string($0.locale.direction.rawValue)
  }
  static let timeZone = Aspect<Moment>.client(.timeZone) { optional($0.locale.zoneName) }

  static let isDirty = Aspect<WholeForm>.client(.dirty) { .bool($0.isDirty) }
  static let canUndo = Aspect<WholeForm>.client(.canUndo) { .bool($0.canUndo) }
  static let canRedo = Aspect<WholeForm>.client(.canRedo) { .bool($0.canRedo) }
}

extension Moment {
  fileprivate func text(ofForm key: TextKey) -> Value {
    optional(text(topology.graph.properties[.text(key)], topology.graph.formTexts[key]))
  }
}
