// What an action of `whenChanged` may have, in the order of a written file.

import Predicate

extension TriggerAction: FieldOwner {
  /// The keys as they are read; which of them may stand together is asked afterwards.
  package struct Draft {
    var set: String?
    var to: String?
    var reset: String?
    var condition: String?
  }

  /// The keys of an action.
  package static let fields: [Field<TriggerAction>] = [
    .value(
      .set, "the tag of the row that is set: of the same item, or of the form",
      .text(Schema.named("tag")),
      { if case .set(let tag, _) = $0.effect { tag } else { nil } }, { $0.set = $1 }),
    .value(
      .to, "a formula, or a function, for the value; nil erases the row", .formula,
      { $0.formula }, { $0.to = $1 },
      texts: { action in
        action.formula.map {
          [FieldText([.key(FormKey.to.text)], .formula($0, .other(action.target)))]
        } ?? []
      }),
    .value(
      .reset, "the tag of a row that gets its first value instead", .text(Schema.named("tag")),
      { if case .reset(let tag) = $0.effect { tag } else { nil } }, { $0.reset = $1 }),
    .value(
      .if, "a predicate; the action runs only if it is true",
      .sharedText(Schema.named("predicate")), { $0.condition }, { $0.condition = $1 },
      texts: { action in
        action.condition.map {
          [FieldText([.key(FormKey.if.text)], .condition(ConditionDefinition(.predicate($0))))]
        } ?? []
      }),
  ]
}
