// Rows of a form file: what stands under their keys, with values and options.

import Predicate

extension DefinitionReader {
  mutating func row(_ place: Place) -> RowDefinition {
    guard let object = object(place, called: "a row") else { return RowDefinition(type: .label) }
    return row(object)
  }

  mutating func row(_ object: ObjectPlace) -> RowDefinition {
    refuseItemsKeys(in: object)
    checkKeys(of: object, known: Keys.row, others: Keys.items, in: "a row")
    let type = rowType(in: object, of: "a row")
    let options = options(in: object)
    let filter = text("optionsFilter", in: object)
    let policy: OptionPolicy? = choice(
      "whenOptionHidden", in: object, called: "policy for hidden options")
    return RowDefinition(
      tag: text("tag", in: object),
      // A file row takes any value, so an unknown type causes no complaint about anything else;
      // the one thing that it cannot have is options and what belongs to them.
      type: type ?? .file,
      texts: texts(in: object),
      name: text("name", in: object),
      value: value(in: object, of: type),
      defaultFormula: text("default", in: object),
      calculated: text("calculated", in: object),
      hidden: condition("hidden", in: object),
      disabled: condition("disabled", in: object),
      required: condition("required", in: object),
      rules: rules(in: object),
      validates: triggers(in: object),
      options: type == nil ? nil : options,
      optionsFilter: type == nil ? nil : filter,
      whenOptionHidden: type == nil ? .keep : policy ?? .keep,
      whenHidden: hiddenValues("whenHidden", in: object),
      extra: object["extra"]?.element.value)
  }

  /// Reports the keys of a section with items on a row, where nothing would come of them.
  private mutating func refuseItemsKeys(in object: ObjectPlace) {
    for key in Keys.items where !Keys.contains(key, in: Keys.row) && object[key] != nil {
      let hint =
        switch key {
        case "minimum": #"to bound a value, write the rule {"predicate": "SELF >= 1"}"#
        case "maximum": #"to bound a value, write the rule {"predicate": "SELF <= 9"}"#
        default: nil as String?
        }
      report(
        "'\(key)' belongs to a section with items, not to a row", path: object.path.appending(key),
        range: object.keyRange(key), hint: hint)
    }
  }

  /// The type of a row or an input; nil, and reported, where none can be made out.
  mutating func rowType(in object: ObjectPlace, of name: String) -> RowType? {
    guard object["type"] != nil else {
      report(
        "\(name) needs a 'type'", path: object.path, range: object.start,
        hint: #"write, for example, "type": "text""#)
      return nil
    }
    return choice("type", in: object, called: "row type", isRequired: true)
  }

  /// What stands under `value`, as a row of the type holds it; nil where nothing is given.
  mutating func value(in object: ObjectPlace, of type: RowType?) -> Value? {
    object["value"].map { value($0, of: type) }
  }

  /// A value as a row of the type holds it or, where it cannot, as it stands.
  ///
  /// Only text that is no date has nothing it could stand as.
  mutating func value(_ place: Place, of type: RowType?) -> Value {
    let given = place.element.value
    guard let kind = type?.valueKind else { return given }
    if let value = kind.convertedFromJSON(given) { return value }
    guard kind == .date, case .string(let text) = given else { return given }
    report(
      "\(Problem.quoted(text)) is not a date", at: place,
      hint: "dates are written like 2024-05-01 or 2024-05-01T10:30:00Z")
    return .null
  }

  // MARK: - Options

  private mutating func options(in object: ObjectPlace) -> [OptionDefinition]? {
    guard object["options"] != nil else { return nil }
    return list("options", in: object).map { option($0) }
  }

  private mutating func option(_ place: Place) -> OptionDefinition {
    guard case .object = place.element.content, let object = object(place, called: "an option")
    else { return OptionDefinition(place.element.value) }
    let others = object.members.filter { !Keys.contains($0.key, in: Keys.option) }
    return OptionDefinition(
      optionValue(in: object), title: text("title", in: object),
      hidden: condition("hidden", in: object),
      members: ValueDictionary(others.map { ($0.key, $0.element.value) }))
  }

  private mutating func optionValue(in object: ObjectPlace) -> Value {
    if let place = object["value"] { return place.element.value }
    report("an option needs a 'value'", path: object.path, range: object.start)
    // Its path makes it different from every other option.
    return .string(object.path.description)
  }
}
