// Rows of a form file: their values, options and everything that cannot stand together on one row.

import Predicate

extension DefinitionReader {
  mutating func row(_ place: Place) -> RowDefinition {
    guard let object = object(place, called: "a row") else { return RowDefinition(type: .label) }
    checkKeys(of: object, known: Keys.row, in: "a row")
    // A file row takes any value, so an unknown type causes no complaint about anything else.
    let type = rowType(in: object, of: "a row")
    let tag = tag(in: object)
    let required = condition("required", in: object)
    let row = RowDefinition(
      tag: tag,
      type: type ?? .file,
      texts: texts(in: object),
      name: name(in: object, tag: tag),
      value: value(in: object, of: type),
      defaultFormula: text("default", in: object),
      calculated: text("calculated", in: object),
      hidden: condition("hidden", in: object),
      disabled: condition("disabled", in: object),
      required: required,
      rules: rules(in: object, of: type),
      validates: triggers(in: object),
      options: options(in: object, of: type),
      whenHidden: whenHidden(in: object),
      extra: object["extra"]?.element.value)
    checkStart(of: object)
    if let type, type.valueKind == .none { checkHoldsNothing(object, type) }
    return row
  }

  /// The type of a row or an input; nil, and reported, where none can be made out.
  mutating func rowType(in object: ObjectPlace, of name: String) -> RowType? {
    guard object["type"] != nil else {
      report(
        "\(name) needs a 'type'", path: object.path, range: object.start,
        hint: #"write, for example, "type": "text""#)
      return nil
    }
    return choice("type", in: object, called: "row type")
  }

  /// What stands under `value`, as a row of the type holds it; an unknown type holds anything.
  mutating func value(in object: ObjectPlace, of type: RowType?) -> Value? {
    guard let place = object["value"] else { return nil }
    let given = place.element.value
    guard let type, type.valueKind != .none else { return given }
    if let value = type.valueKind.convertedFromJSON(given) { return value }
    if type.valueKind == .date, case .string(let text) = given {
      report(
        "\(Problem.quoted(text)) is not a date", at: place,
        hint: "dates are written like 2024-05-01 or 2024-05-01T10:30:00Z")
    } else {
      reportKind(
        of: place, "a value of type '\(type.rawValue)'", mustBe: type.valueKind.description)
    }
    return nil
  }

  private mutating func whenHidden(in object: ObjectPlace) -> HiddenValues? {
    guard object["calculated"] != nil, object["whenHidden"]?.element.content == .string("clear")
    else { return hiddenValues("whenHidden", in: object) }
    reportConflict(
      "a calculated row has no stored value to clear", "whenHidden", "calculated", object)
    return .clear
  }

  // MARK: - What cannot stand together

  /// A row starts with its value, or with a formula, or is calculated.
  private mutating func checkStart(of object: ObjectPlace) {
    if object["calculated"] != nil {
      for key in ["value", "default"] where object[key] != nil {
        reportConflict("a calculated row cannot have '\(key)'", key, "calculated", object)
      }
    } else if object["default"] != nil, object["value"] != nil {
      reportConflict(
        "'default' and 'value' both say what the row starts with", "default", "value", object)
    }
  }

  private mutating func checkHoldsNothing(_ object: ObjectPlace, _ type: RowType) {
    for key in Keys.ofValue where object[key] != nil {
      report(
        "a \(type.rawValue) holds no value and cannot have '\(key)'",
        path: object.path.appending(key), range: object.keyRange(key))
    }
  }

  // MARK: - Options

  private mutating func options(in object: ObjectPlace, of type: RowType?) -> [OptionDefinition]? {
    let isChosen = type?.valueKind == .choice || type?.valueKind == .choices
    guard object["options"] != nil else {
      if isChosen, let type {
        report(
          "a row of type '\(type.rawValue)' has no 'options' to choose from", path: object.path,
          range: object.start, severity: .warning)
      }
      return nil
    }
    if let type, !isChosen, type.valueKind != .none {
      report(
        "a row of type '\(type.rawValue)' has nothing to choose and cannot have 'options'",
        path: object.path.appending("options"), range: object.keyRange("options"))
    }
    var seen: [Value: Place] = [:]
    return list("options", in: object).map { place in
      let option = option(place)
      // Only single values are compared: a list is a mistake that has been reported.
      guard ValueKind.choice.converted(option.value) == option.value, !option.value.isNull else {
        return option
      }
      if let first = seen[option.value] {
        report(
          "two options have the same value", path: place.path, range: place.element.range,
          related: [.init("the first one", path: first.path, range: first.element.range)],
          severity: .warning)
      } else {
        seen[option.value] = place
      }
      return option
    }
  }

  private mutating func option(_ place: Place) -> OptionDefinition {
    guard case .object = place.element.content, let object = object(place, called: "an option")
    else {
      checkOptionValue(place)
      return OptionDefinition(place.element.value)
    }
    if let value = object["value"] {
      checkOptionValue(value)
    } else {
      report("an option needs a 'value'", path: place.path, range: object.start)
    }
    for key in Keys.conditions where object[key] != nil {
      report(
        "'\(key)' on an option is not supported by this version",
        path: object.path.appending(key), range: object.keyRange(key))
    }
    let others = object.members.filter { $0.key != "value" && $0.key != "title" }
    return OptionDefinition(
      object["value"]?.element.value ?? .null, title: text("title", in: object),
      members: ValueDictionary(others.map { ($0.key, $0.element.value) }))
  }

  private mutating func checkOptionValue(_ place: Place) {
    let value = place.element.value
    guard value.isNull || ValueKind.choice.converted(value) == nil else { return }
    reportKind(of: place, "the value of an option", mustBe: "text, a number, true or false")
  }
}
