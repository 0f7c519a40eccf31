// Texts, displays and bounds of members, read the same way now and as they were before a
// transaction.

import Predicate

extension StateReading where Self: ~Copyable {
  // MARK: - Texts

  /// A text of a row as people read it.
  func text(_ name: PropertyName, of row: RowRecord, _ text: FormText?) -> String? {
    self.text(row.hasOthers ? row.properties[name] : nil, text)
  }

  /// A text of a section as people read it.
  func text(_ name: PropertyName, of section: SectionRecord, _ text: FormText?) -> String? {
    self.text(section.properties[name], text)
  }

  /// A text of a page as people read it.
  func text(
    _ name: PropertyName, ofPage page: Int, in topology: Topology, _ text: FormText?
  ) -> String? {
    self.text(topology.graph.pageProperties[page]?[name], text)
  }

  /// A text of the form as people read it.
  func text(_ name: PropertyName, in topology: Topology, _ text: FormText?) -> String? {
    self.text(topology.graph.properties[name], text)
  }

  /// A text as people read it; `node` is its node, if the language or answers change it.
  func text(_ node: NodeID?, _ text: FormText?) -> String? {
    guard let node else { return text?.description }
    guard case .string(let text) = fact(of: node) else { return nil }
    return text
  }

  /// The unit of a number as people read it.
  func unit(of row: RowRecord) -> String? { text(.text(.unit), of: row, row.content.unit) }

  // MARK: - Values

  /// The title of an option as people read it: its value, if it has none.
  func title(ofOption index: Int, of row: RowRecord) -> String? {
    guard let options = row.content.options?.written, options.indices.contains(index) else {
      return nil
    }
    return text(.optionTitle(index), of: row, options[index].title)
      ?? locale.text(of: options[index].value, in: row.content)
  }

  /// The written options of a row, with their titles as people read them; nil if it has none.
  func titledOptions(of row: RowRecord) -> [OptionDefinition]? {
    guard row.hasOthers, row.properties.keys.contains(where: \.isOptionTitle) else {
      return row.content.options?.written
    }
    return row.content.options?.written.map { options in
      options.enumerated().map { index, option in
        var shown = option
        if option.title != nil {
          shown.title = title(ofOption: index, of: row).map { FormText($0) }
        }
        return shown
      }
    }
  }

  /// The value of a row as people see it; nil if there is none.
  func display(of value: Value, of row: RowRecord) -> String? {
    if row.hasOthers, let node = row.properties[.display] {
      guard case .string(let text) = fact(of: node) else { return nil }
      return text
    }
    guard !value.isEmpty else { return nil }
    let content = row.content
    if content.type == .password { return "••••••••" }
    let values: [Value] = if case .array(let members) = value { members } else { [value] }
    let choices = choices(of: row)
    let places = places(of: row, seeking: values.count)
    func shown(_ value: Value) -> String {
      let place = places.place(of: value)
      if let place, choices == nil, let title = title(ofOption: place, of: row) { return title }
      if let place, let title = choices?.title(of: place) { return title }
      // An option without a title is shown by its own value: the stored one may be 1 for true.
      let option = place.flatMap { place in choices.map { $0.table[place, $0.value] } } ?? value
      if case .date = option, let kind = choices?.dateKind ?? row.optionListKind {
        return locale.text(of: option, as: kind)
      }
      return locale.text(of: option, in: content, unit: unit(of: row))
    }
    // A list may have thousands of members, so no array of their texts is made.
    var text = values.first.map(shown) ?? ""
    for value in values.dropFirst() {
      text += ", "
      text += shown(value)
    }
    return text
  }

  // MARK: - Bounds

  /// The smallest and the largest number of items of a list as they stand now.
  func bounds(of list: SectionRecord) -> (minimum: Int?, maximum: Int?) {
    guard let items = list.templates?.value.items else { return (nil, nil) }
    func number(of bound: Bound<Int>?, _ name: PropertyName) -> Int? {
      guard bound?.formula != nil else { return bound?.fixed }
      guard let node = list.properties[name], case .int(let number) = fact(of: node) else {
        return nil
      }
      return Int(clamping: number)
    }
    return (number(of: items.minimum, .minimum), number(of: items.maximum, .maximum))
  }

  /// The bounds of a row as they stand now.
  func bounds(of row: RowRecord) -> RowBounds<Value> {
    func value(of bound: Bound<Value>?, _ name: PropertyName) -> Value? {
      // Written out, because `nil` alone would be a value here.
      switch bound {
      case nil: return Value?.none
      // A bound from code may have a time of day.
      case .fixed(let value)?: return row.kind == .day ? row.kind.converted(value) ?? value : value
      case .formula?:
        guard let node = row.properties[name] else { return Value?.none }
        let value = fact(of: node)
        return value.isNull ? Value?.none : value
      }
    }
    let bounds = row.content.bounds
    return RowBounds(
      minimum: value(of: bounds.minimum, .minimum), maximum: value(of: bounds.maximum, .maximum),
      step: value(of: bounds.step, .step), minuteInterval: bounds.minuteInterval)
  }
}
