// A key of an object of a form file, declared once. The lists of fields say what a row, a section
// or another object may have. The reader, the writer, the sets of keys, the checker of places, the
// walk over texts and the comparison of two forms all follow from them.
//
//   .flag(.submits, { $0.content.submits }, { $0.content.submits = $1 }, differs: .setting(.no))

package import Predicate

/// What has keys in a form file.
package protocol FieldOwner: Sendable {
  /// What the owner is while it is read.
  associatedtype Draft = Self
}

/// A key of an object of a form file, or a key and its opposite: the only place that knows it.
package struct Field<Owner: FieldOwner>: Sendable {
  /// How two objects that differ in the key are compared.
  package enum Difference: Sendable {
    /// By code of its own in `FormComparison`.
    case own
    /// As texts for people, which are counted.
    case texts
    /// As a condition; says whether saved answers still fit.
    case condition(Breaking)
    /// As a formula.
    case formula
    /// By the words in the file; says whether saved answers still fit.
    case setting(Breaking)
    /// By the JSON in the file; says whether saved answers still fit.
    case data(Breaking)
  }

  /// Where a key of a row may stand.
  package struct Places: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// In a row.
    package static var row: Places { Places(rawValue: 1) }
    /// In a section to choose from.
    package static var choice: Places { Places(rawValue: 2) }
    /// A key that is about options: of all sections, only one to choose from has it.
    package static var options: Places { Places(rawValue: 4) }
    /// A key that is about the value: a row that holds none cannot have it.
    package static var value: Places { Places(rawValue: 8) }
  }

  /// Which owners may have the key.
  struct Allowed: Sendable {
    /// Whether an owner may have it.
    let test: @Sendable (Owner) -> Bool
    /// What is said of one that may not.
    let refusal: @Sendable (Owner) -> (message: String, hint: String?)
  }

  typealias Reading =
    @Sendable (inout DefinitionReader, DefinitionReader.ObjectPlace, inout Owner.Draft) -> Void

  /// The key and, of a condition, its opposite.
  let keys: [FormKey]
  let set: FormKeySet
  /// How two objects are compared.
  package let difference: Difference
  let places: Places
  let allowed: Allowed?
  /// Whether the key means something only if the type is known: with an unknown type, it is read
  /// for its problems and not kept.
  let needsType: Bool
  /// Whether the reader must look for the key also where it is missing.
  let isRequired: Bool

  /// Reads the key and reports what is wrong with it.
  let read: Reading
  /// The key as a file has it; nil if it can be left out.
  let write: @Sendable (Owner) -> (key: FormKey, value: Value)?
  /// What a missing key means, as a file says it; nil if no value says it.
  package let standard: @Sendable (Owner) -> Value?
  /// The texts under the key that a form reads or shows.
  package let texts: @Sendable (Owner) -> [FieldText]

  init(
    _ keys: [FormKey], _ difference: Difference, places: Places = .row, allowed: Allowed? = nil,
    needsType: Bool = false, isRequired: Bool = false,
    read: @escaping Reading,
    write: @escaping @Sendable (Owner) -> (key: FormKey, value: Value)?,
    standard: @escaping @Sendable (Owner) -> Value? = { _ in nil },
    texts: @escaping @Sendable (Owner) -> [FieldText] = { _ in [] }
  ) {
    self.keys = keys
    set = FormKeys(keys).set
    self.difference = difference
    self.places = places
    self.allowed = allowed
    self.needsType = needsType
    self.isRequired = isRequired
    self.read = read
    self.write = write
    self.standard = standard
    self.texts = texts
  }

  /// The spelling of the key.
  package var name: String { keys.first?.text ?? "" }

  /// The values of the key that two objects have, as files say them or could say them; nil if
  /// neither file needs the key.
  package func values(_ old: Owner, _ new: Owner) -> (old: Value?, new: Value?)? {
    let (oldValue, newValue) = (write(old)?.value, write(new)?.value)
    guard oldValue != nil || newValue != nil else { return nil }
    return (oldValue ?? standard(old), newValue ?? standard(new))
  }
}

// MARK: - Kinds of fields

extension Field {
  /// A key whose value a codec reads and writes.
  static func value<Content>(
    _ key: FormKey, _ codec: Codec<Content>, _ get: @escaping @Sendable (Owner) -> Content?,
    _ set: @escaping @Sendable (inout Owner.Draft, Content) -> Void, differs: Difference = .own,
    in places: Places = .row, allowed: Allowed? = nil, needsType: Bool = false,
    standard: @escaping @Sendable (Owner) -> Value? = { _ in nil },
    texts: @escaping @Sendable (Owner) -> [FieldText] = { _ in [] }
  ) -> Field {
    Field(
      [key], differs, places: places, allowed: allowed, needsType: needsType,
      read: { reader, object, owner in
        if let content = codec.read(&reader, key, object) { set(&owner, content) }
      },
      write: { owner in
        guard let content = get(owner), let value = codec.write(content) else { return nil }
        return (key, value)
      },
      standard: standard, texts: texts)
  }

  /// A key that is true or left out.
  static func flag(
    _ key: FormKey, isTrueByDefault: Bool = false, _ get: @escaping @Sendable (Owner) -> Bool,
    _ set: @escaping @Sendable (inout Owner.Draft, Bool) -> Void, differs: Difference,
    in places: Places = .row, allowed: Allowed? = nil, needsType: Bool = false
  ) -> Field {
    value(
      key, .flag, { get($0) == isTrueByDefault ? nil : !isTrueByDefault }, set, differs: differs,
      in: places, allowed: allowed, needsType: needsType, standard: { _ in .bool(isTrueByDefault) })
  }

  /// A condition, under its key or, inverted, under the opposite key.
  static func condition(
    _ key: FormKey, opposite: FormKey? = nil,
    _ get: @escaping @Sendable (Owner) -> ConditionDefinition?,
    _ set: @escaping @Sendable (inout Owner.Draft, ConditionDefinition) -> Void,
    differs: Difference = .condition(.unknown), in places: Places = .row
  ) -> Field {
    @Sendable func spelling(of condition: ConditionDefinition) -> FormKey {
      condition.isInverted ? opposite ?? key : key
    }
    return Field(
      [key] + (opposite.map { [$0] } ?? []), differs, places: places,
      read: { reader, object, owner in
        if let condition = reader.condition(key, opposite: opposite, in: object) {
          set(&owner, condition)
        }
      },
      write: { owner in get(owner).map { (spelling(of: $0), $0.json) } },
      texts: { owner in
        get(owner).map { [FieldText([.key(spelling(of: $0).text)], .condition($0))] } ?? []
      })
  }

  /// A formula.
  static func formula(
    _ key: FormKey, _ use: FieldText.Use, _ get: @escaping @Sendable (Owner) -> String?,
    _ set: @escaping @Sendable (inout Owner.Draft, String) -> Void, differs: Difference = .formula,
    in places: Places = .row
  ) -> Field {
    value(
      key, .formula, get, set, differs: differs, in: places,
      texts: { owner in
        get(owner).map { [FieldText([.key(key.text)], .formula($0, use))] } ?? []
      })
  }

  /// The texts for people that an object has.
  static func texts(
    _ keys: some Sequence<TextKey>, ofRow isOfRow: Bool = false,
    _ get: @escaping @Sendable (Owner, TextKey) -> FormText?,
    _ set: @escaping @Sendable (inout Owner.Draft, TextKey, FormText) -> Void
  ) -> [Field] {
    keys.map { key in
      let name = FormKey(key)
      return value(
        name, key == .title || key == .subtitle || key == .footer ? .ownText : .shownText,
        { get($0, key) }, { set(&$0, key, $1) }, differs: .texts,
        texts: { owner in
          get(owner, key).map { text in
            [FieldText([.key(name.text)], .forPeople(text, isOfRow: isOfRow))]
          } ?? []
        })
    }
  }

  /// The findings that are accepted in an object.
  static func suppress(
    _ get: @escaping @Sendable (Owner) -> [Suppression],
    _ set: @escaping @Sendable (inout Owner.Draft, [Suppression]) -> Void
  ) -> Field {
    value(
      .suppress, .suppressions,
      { owner in
        let suppressions = get(owner)
        return suppressions.isEmpty ? nil : suppressions
      }, set, differs: .own)
  }

  /// Data of the host's.
  static func extra(
    _ get: @escaping @Sendable (Owner) -> Value?,
    _ set: @escaping @Sendable (inout Owner.Draft, Value) -> Void
  ) -> Field { value(.extra, .anything, get, set, differs: .data(.no)) }
}

// MARK: - Lists of fields

extension FormKeys {
  /// The keys of fields, in their order.
  init<Owner>(_ fields: [Field<Owner>], where isMeant: (Field<Owner>) -> Bool = { _ in true }) {
    self.init(fields.filter(isMeant).flatMap(\.keys))
  }
}

extension DefinitionReader {
  /// Reads the fields that an object has, in their order.
  ///
  /// - Complexity: O(n) in the number of fields, each of which costs a bit test unless it is given.
  mutating func read<Owner>(
    _ fields: [Field<Owner>], of object: ObjectPlace, into owner: inout Owner.Draft,
    hasType: Bool = true
  ) {
    for index in fields.indices {
      guard fields[index].isRequired || !object.keys.isDisjoint(with: fields[index].set) else {
        continue
      }
      if fields[index].needsType, !hasType {
        var unkept = owner
        fields[index].read(&self, object, &unkept)
      } else {
        fields[index].read(&self, object, &owner)
      }
    }
  }
}
