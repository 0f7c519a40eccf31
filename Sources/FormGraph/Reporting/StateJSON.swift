// The states of members as JSON values, and what is wrong with them, under the keys of `ToldKey`.
// Which keys a member has, the tables of `Aspects` say.

package import Predicate

extension Moment {
  /// A row as a state has it.
  ///
  /// Some keys appear only if they say something. Examples are own attributes that differ from the
  /// effective attributes, options if some cannot be chosen, and `dirty`.
  func json(of row: RowIndex) -> Value {
    .dictionary(
      ValueDictionary(Aspects.ofRows.state(of: SeenRow(self, row), attributes(of: row))))
  }

  /// A section with its rows or items.
  func json(of section: SectionIndex) -> Value {
    .dictionary(
      ValueDictionary(
        Aspects.ofSections.state(of: SeenSection(self, section), told(section))))
  }

  /// The keys and values of an item with its rows.
  func json(of item: ItemIndex) -> [(String, Value)] {
    Aspects.ofItems.state(of: SeenItem(moment: self, id: item))
  }

  func jsonOfItems(in list: SectionIndex) -> [Value] {
    outline.items(of: list, in: topology).map { .dictionary(ValueDictionary(json(of: $0))) }
  }
}

extension ActionState {
  /// Actions with the titles that they have, and whether they are disabled.
  static func json(of actions: [ActionState]) -> Value {
    .array(
      actions.map { action in
        var pairs: [(ToldKey, Value)] = [(.name, .string(action.name))]
        if let title = action.title { pairs.append((.title, .string(title))) }
        pairs.append((.disabled, .bool(action.isDisabled)))
        if let extra = action.extra { pairs.append((.extra, extra)) }
        return .object(pairs)
      })
  }
}

extension OptionGroup {
  /// Groups by a key of the options: their keys and lists of values take turns.
  static func json(
    of groups: [Value], _ texts: GroupTexts, by key: String?, _ kinds: JSONKinds
  ) -> Value {
    .array(
      stride(from: 0, to: groups.count - 1, by: 2).map { index in
        json(
          ofGroup: groups[index], texts.texts(ofGroup: groups[index]), groups[index + 1], by: key,
          kinds)
      })
  }

  private static func json(
    ofGroup group: Value, _ texts: (title: String?, footer: String?), _ values: Value,
    by key: String?, _ kinds: JSONKinds
  ) -> Value {
    let keyKind = key.flatMap { kinds.keys[$0] } ?? .any
    var pairs: [(ToldKey, Value)] = [
      (.key, keyKind.shownInJSON(group)), (.title, optional(texts.title)),
    ]
    if let footer = texts.footer { pairs.append((.footer, .string(footer))) }
    pairs.append((.options, kinds.value.shownInJSON(values)))
    return .object(pairs)
  }
}

extension RowError {
  /// The error with the id of its standard message and what that is filled with, for a client that
  /// has words of its own.
  ///
  /// `kind` is the kind of the value that the error is about.
  func jsonOfState(_ kind: ValueKind) -> Value {
    var pairs: [(ToldKey, Value)] = [
      (.message, .string(message)), (.id, optional(messageID?.rawValue)),
      (.severity, .string(severity.rawValue)),
    ]
    if let id { pairs.append((.rule, .string(id))) }
    if parameters.count > 0 {
      pairs.append((.parameters, kind.shownInJSON(.dictionary(parameters))))
    }
    return .object(pairs)
  }
}

extension FormProblem {
  /// The problem with its text and range.
  package var json: Value { json(hasIDs: true) }

  /// The same; ids mean nothing where no form lives on.
  func json(hasIDs: Bool) -> Value {
    var pairs: [(ToldKey, Value)] = [(.tags, .array(tags.map(Value.string)))]
    if hasIDs { pairs.append((.ids, .array(ids.map(Value.string)))) }
    pairs += [
      (.message, .string(message)), (.hint, optional(hint)), (.text, .string(text)),
      (.range, [.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))]),
    ]
    return .object(pairs)
  }
}

extension PendingValidation {
  /// The question, with its arguments by their names.
  package var json: Value { json(hasIDs: true) }

  /// The same; ids mean nothing where no form lives on.
  func json(hasIDs: Bool) -> Value {
    var pairs: [(ToldKey, Value)] = [(.tag, optional(tag))]
    if hasIDs { pairs.append((.id, .string(rowID))) }
    pairs += [(.token, .string(token.description)), (.function, .string(function))]
    if let ruleID { pairs.append((.rule, .string(ruleID))) }
    let arguments = zip(zip(arguments.names, arguments.values), kinds).map { argument, kind in
      (argument.0, kind.shownInJSON(argument.1))
    }
    pairs.append((.arguments, .dictionary(ValueDictionary(arguments))))
    return .object(pairs)
  }
}

/// Text, or nil where there is none.
func optional(_ text: String?) -> Value {
  guard let text else { return .null }
  return .string(text)
}
