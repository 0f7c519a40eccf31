// What an action of a row and an option may have, in the order of a written file.

import Predicate

extension ActionDefinition: FieldOwner {
  /// The keys of an action.
  package static let fields: [Field<ActionDefinition>] =
    [
      .value(
        .name, "the name by which the action is tapped; the row has it once", missing: "required",
        .text(#"{ "type": "string", "minLength": 1 }"#), { $0.name }, { $0.name = $1 })
    ]
    + Field.texts([.title], ofRow: true, { action, _ in action.title }, { $0.title = $2 })
    + [
      .condition(
        .disabled, opposite: .enabled, "when the user cannot tap the action", { $0.disabled },
        { $0.disabled = $1 }),
      .extra({ $0.extra }, { $0.extra = $1 }),
    ]
}

extension OptionDefinition: FieldOwner {
  /// The keys that an option means something by; it may have any other key.
  package static let fields: [Field<OptionDefinition>] =
    [
      Field(
        .value,
        "text, a number, true or false, a day such as `{\"$date\": \"2024-05-01\"}`, or an object",
        missing: "required", .own, isRequired: true, schema: { _ in Schema.named("optionValue") },
        read: { reader, object, option in option.value = reader.optionValue(in: object) },
        write: { (.value, $0.writtenValue) })
    ]
    + Field.texts([.title], missing: "the value", { option, _ in option.title }, { $0.title = $2 })
    + [
      .condition(
        .hidden, opposite: .visible, "when the option cannot be chosen and is not shown",
        { $0.hidden }, { $0.hidden = $1 }),
      .condition(
        .disabled, opposite: .enabled,
        "when the option is shown and the user can neither choose nor deselect it",
        { $0.disabled }, { $0.disabled = $1 }),
      .flag(
        .exclusive, "whether the option is [chosen alone](#exclusive-options)", { $0.isExclusive },
        { $0.isExclusive = $1 }, differs: .own, isTold: true),
    ]
}
