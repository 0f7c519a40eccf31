// Reads rows of a form file: all their keys, with values and options.

import Predicate

extension DefinitionReader {
  /// A row; one that says no type has the default type, if there is one.
  mutating func row(_ place: Place, defaultType: RowType? = nil) -> RowDefinition {
    guard let object = object(place, called: "a row") else { return RowDefinition(type: .label) }
    return row(object, defaultType: defaultType)
  }

  mutating func row(_ object: ObjectPlace, defaultType: RowType? = nil) -> RowDefinition {
    checkKeys(of: object, known: .row, in: "a row")
    let type =
      defaultType != nil && !has(.type, in: object)
      ? defaultType : rowType(in: object, of: "a row")
    var row = RowDraft(type: type, defaultType: defaultType)
    read(RowDefinition.fields, of: object, into: &row, hasType: type != nil)
    return RowDefinition(row)
  }

  /// What a bound is, as a row of a type holds it: a value, or a formula for one.
  ///
  /// Text is a formula, unless the row holds points in time and the text is one.
  mutating func bound(_ key: FormKey, in object: ObjectPlace, of type: RowType?) -> Bound<Value>? {
    guard let place = place(key, in: object) else { return nil }
    let value = document.value(at: place.index)
    guard case .string(let text) = value else { return .fixed(value) }
    guard key != .step, let kind = type?.valueKind, kind.holdsDates else { return .formula(text) }
    if let date = kind.convertedFromJSON(value) {
      warnOfDropped(text, kind, place)
      return .fixed(date)
    }
    guard kind == .time, Self.isLikeATime(text) else { return .formula(text) }
    report(
      .value, "\(Problem.quoted(text)) is not \(kind.description)", place, hint: kind.dateHint)
    return nil
  }

  /// A number of minutes.
  mutating func minutes(_ key: FormKey, in object: ObjectPlace) -> Int? {
    guard let place = place(key, in: object) else { return nil }
    if case .int(let minutes) = ValueKind.int.converted(document.value(at: place.index)) {
      return Int(clamping: minutes)
    }
    reportKind(of: place, "'\(key.text)'", mustBe: "a number of minutes")
    return nil
  }

  /// Whether text is meant to be a time of day, such as `8:00`: a formula never begins like this.
  private static func isLikeATime(_ text: String) -> Bool {
    text.drop { ("0"..."9").contains($0) }.first == ":"
  }

  /// What people see in the place of a value: a formula, or a function of the host's.
  mutating func display(in object: ObjectPlace) -> DisplayDefinition? {
    guard let place = place(.display, in: object) else { return nil }
    if document.isText(place.index) { return .formula(sharedText(at: place)) }
    guard kind(of: place) == .object, let object = self.object(place, called: "a display") else {
      reportKind(of: place, "'display'", mustBe: "a formula or an object with a 'function'")
      return nil
    }
    checkKeys(of: object, known: .function, in: "a display by function")
    guard case .function(let name, let names)? = function(.function, in: object) else { return nil }
    return .function(name, dependsOn: names)
  }

  /// The type of a row or an input; nil if it cannot be read, which has been reported.
  mutating func rowType(in object: ObjectPlace, of name: String) -> RowType? {
    guard let place = place(.type, in: object) else {
      report(
        .missing, "\(name) needs a 'type'", object.place, focus: .start,
        hint: #"write, for example, "type": "text""#)
      return nil
    }
    if document.isText(place.index),
      let type = document.meaning(of: place.index, in: rowTypes)
    {
      return type
    }
    guard let word = text(.type, in: object, isRequired: true) else { return nil }
    let named = ForeignNames.rowType(for: word)
    // Several boxes to check are several choices.
    let meant = (named == .check && has(.options, in: object) ? .multipleSelector : named)?.rawValue
    let example =
      name == "a column"
      ? TableColumn.suggestedTypes
      : "text, int, decimal, switch, date, picker or file; custom holds any value"
    reportUnknown(
      "row type", word, at: place, known: RowType.allCases.map(\.rawValue), meant: meant,
      example: example)
    return nil
  }

  /// The value under `value`, converted to the type of the row; nil if the key is missing.
  mutating func value(in object: ObjectPlace, of type: RowType?) -> Value? {
    place(.value, in: object).map { value($0, of: type) }
  }

  /// A value converted to the type of a row.
  ///
  /// If that is not possible, the value is returned unchanged.
  ///
  /// Text that is not a date is reported and becomes nil.
  mutating func value(_ place: Place, of type: RowType?) -> Value {
    let given = document.value(at: place.index)
    guard let kind = type?.valueKind else { return given }
    if let value = kind.convertedFromJSON(given) {
      if case .string(let text) = given { warnOfDropped(text, kind, place) }
      return value
    }
    guard kind.holdsDates, case .string(let text) = given else { return given }
    report(
      .value, "\(Problem.quoted(text)) is not \(kind.description)", place, hint: kind.dateHint)
    return .null
  }

  /// Warns if a row of this kind leaves out a part of the date that a text gives, or if the text
  /// gives no time to a row of points in time.
  mutating func warnOfDropped(_ text: String, _ kind: ValueKind, _ place: Place) {
    if kind == .date, DateText.isDay(text) {
      return report(
        .text(.mixedDates),
        "\(Problem.quoted(text)) is a day, and is read as a point in time: midnight in UTC", place,
        hint: "write the time too, such as \(text)T10:30:00Z, or use the type 'date'",
        severity: .warning)
    }
    guard let dropped = kind.dropped, kind.dropsPart(of: text) else { return }
    report(
      .text(.mixedDates),
      "a row of type '\(kind == .day ? "date" : "time")' holds \(dropped.held): "
        + "\(dropped.part) is dropped", place,
      hint: #"write "type": "dateTime" for a day and a time"#, severity: .warning)
  }

  // MARK: - Options

  /// Texts by what the options of a group have in common.
  mutating func textsOfGroups(_ key: FormKey, in object: ObjectPlace) -> [String: FormText] {
    guard let place = place(key, in: object) else { return [:] }
    if !has(.groupedBy, in: object) {
      report(
        .missing, "'\(key.text)' needs 'groupedBy', the key by which options are grouped", place,
        focus: .key)
    }
    guard kind(of: place) == .object else {
      reportKind(of: place, "'\(key.text)'", mustBe: "an object of groups and texts")
      return [:]
    }
    var texts: [String: FormText] = [:]
    for index in document.keys(of: place.index) {
      let place = Place(index: index + 1)
      if let text = formText(at: place, called: "the text of a group") {
        texts[document.text(at: index)] = text
      }
    }
    return texts
  }

  /// The key of an option that an unknown word probably means: it differs in one letter or in case,
  /// and the option does not have it.
  ///
  /// Other unknown words are data of the option and are not reported.
  private func misspelled(_ word: String, in object: ObjectPlace) -> FormKey? {
    guard word.utf8.count > 4 else { return nil }
    return FormKeys.option.list.first {
      !has($0, in: object) && Spelling.isSlip(word, of: $0.text)
    }
  }

  mutating func options(in object: ObjectPlace) -> OptionSource? {
    guard let place = place(.options, in: object) else { return nil }
    if let source = optionSource(at: place) { return source }
    let options = shared(at: place, repeatedOptions) { reader in
      let places = reader.list(.options, in: object)
      return places.map { place in reader.apart { $0.option(place) } }
    }
    return .written(options)
  }

  private mutating func option(_ place: Place) -> OptionDefinition {
    guard kind(of: place) == .object, let object = object(place, called: "an option") else {
      return OptionDefinition(document.value(at: place.index))
    }
    var option = OptionDefinition(.null)
    read(OptionDefinition.fields, of: object, into: &option)
    if !hasOnly(.option, in: object) { option.members = others(in: object) }
    return option
  }

  mutating func optionValue(in object: ObjectPlace) -> Value {
    if let value = anything(.value, in: object) {
      guard case .dictionary(let members) = value, let place = place(.value, in: object) else {
        return value
      }
      if members[Value.dayKey] != nil { return day(members, place) }
      if value.containsDay {
        report(
          .value, "a day inside an option's value is not read as a day", place,
          hint: #"write it as text, such as "2024-05-01""#, severity: .warning)
      }
      return value
    }
    report(.missing, "an option needs a 'value'", object.place, focus: .start)
    // The path makes the value different from the values of all other options.
    return .string(places.path(to: object.index).description)
  }

  /// The value of an option that is a day: `{"$date": "2024-05-01"}`.
  private mutating func day(_ members: ValueDictionary, _ place: Place) -> Value {
    if members.count == 1, case .string(let text)? = members[Value.dayKey],
      let date = DateText.date(from: text)
    {
      return .date(date)
    }
    report(
      .value, "an option's value with the key '\(Value.dayKey)' must be a day", place,
      hint: #"write {"$date": "2024-05-01"}"#)
    return .string(places.path(to: place.index).description)
  }

  /// The members of an option that have no meaning in the form.
  ///
  /// These members are the author's data, so a word such as `visibleIf` is only a warning.
  private mutating func others(in object: ObjectPlace) -> ValueDictionary {
    let keys = document.keys(of: object.index).filter { index in
      document.meaning(of: index, in: words).map { !FormKeys.option.contains($0) } ?? true
    }
    for index in keys {
      let word = document.text(at: index)
      let meant =
        ForeignNames.keys(for: word).first { key in
          key == .exclusive || FormKeys.conditions.contains(key) && FormKeys.option.contains(key)
            || key == .title && !has(.title, in: object)
        } ?? misspelled(word, in: object)
      guard let meant else { continue }
      let effect = meant == .title ? "is not shown" : "decides nothing"
      report(
        .noEffect, "\(Problem.quoted(word)) is data of the option and \(effect)",
        Place(index: index + 1), focus: .key,
        hint: "did you mean \(meant.text)?",
        severity: .warning)
    }
    return ValueDictionary(
      keys.map { (document.text(at: $0), document.value(at: $0 + 1)) })
  }
}
