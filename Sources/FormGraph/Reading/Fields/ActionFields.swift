// What an action of a row and an option may have, in the order of a written file.

import Predicate

extension ActionDefinition: FieldOwner {
  /// The keys of an action.
  package static let fields: [Field<ActionDefinition>] =
    [.value(.name, .text, { $0.name }, { $0.name = $1 })]
    + Field.texts([.title], ofRow: true, { action, _ in action.title }, { $0.title = $2 })
    + [
      .condition(
        .disabled, opposite: .enabled, { $0.disabled }, { $0.disabled = $1 },
        differs: .condition(.no)),
      .extra({ $0.extra }, { $0.extra = $1 }),
    ]
}

extension OptionDefinition: FieldOwner {
  /// The keys that an option means something by; it may have any other key.
  package static let fields: [Field<OptionDefinition>] =
    [
      Field(
        [.value], .own, isRequired: true,
        read: { reader, object, option in option.value = reader.optionValue(in: object) },
        write: { (.value, $0.writtenValue) })
    ]
    + Field.texts([.title], { option, _ in option.title }, { $0.title = $2 })
    + [
      .condition(.hidden, opposite: .visible, { $0.hidden }, { $0.hidden = $1 }),
      .condition(.disabled, opposite: .enabled, { $0.disabled }, { $0.disabled = $1 }),
      .flag(.exclusive, { $0.isExclusive }, { $0.isExclusive = $1 }, differs: .own),
    ]
}
