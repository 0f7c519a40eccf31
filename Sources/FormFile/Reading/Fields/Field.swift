// A key of an object of a form file, declared once. The lists of fields say what a row, a section
// or another object may have. The reader, the writer, the sets of keys, the checker of places, the
// walk over texts, the comparison of two forms, the settings in a state, the schema and the tables
// of `Docs/FileFormat.md` all follow from them.
//
//   .flag(
//     .submits, "whether tapping the button submits the form", { $0.submits },
//     { $0.content.submits = $1 }, differs: .setting(.no), isTold: true)

package import Predicate

/// What has keys in a form file.
package protocol FieldOwner: Sendable {
  /// What the owner is while it is read.
  associatedtype Draft = Self
}

/// A key of an object of a form file, or a key and its opposite: the only place that knows it.
package typealias Field<Owner: FieldOwner> = FieldOf<Owner, Owner.Draft>

/// A key of an owner, which is a draft while it is read.
///
/// The type does not ask its owner to have keys: the first use of a type with conditions searches
/// all conformances of the program.
package struct FieldOf<Owner, Draft>: Sendable {
  /// How two objects that differ in the key are compared.
  package enum Difference: Sendable {
    /// By code of its own in `FormComparison`.
    case own
    /// As texts for people, which are counted.
    case texts
    /// As a condition.
    case condition
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
    /// The message and the hint for an owner that may not have it; without a message, a general one
    /// is used.
    let refusal: @Sendable (Owner) -> (message: String?, hint: String?)
  }

  typealias Reading =
    @Sendable (inout DefinitionReader, DefinitionReader.ObjectPlace, inout Draft) -> Void

  let key: FormKey
  /// The key that says the opposite; only a condition has one.
  let opposite: FormKey?
  let set: FormKeySet
  /// What the key means, in Markdown: a phrase for the page, and a sentence of the schema.
  let doc: String
  /// What holds where the key is missing, in Markdown; nil if `standard` says it.
  let missing: String?
  /// How two objects are compared.
  package let difference: Difference
  let places: Places
  let allowed: Allowed?
  /// Whether the key means something only if the type is known, as each key that only some types
  /// may have: with an unknown type, it is read for its problems and not kept.
  let needsType: Bool
  /// Whether the reader must look for the key also where it is missing.
  let isRequired: Bool
  /// Whether a state tells clients the key, with the value that the file gives.
  package let isTold: Bool

  /// What the schema says of the value in a row of a type, as JSON; in a row without a type, and
  /// in any other object, the type is nil.
  let schema: @Sendable (RowType?) -> String
  /// Reads the key and reports what is wrong with it.
  let read: Reading
  /// The key as a file has it; nil if it can be left out.
  package let write: @Sendable (Owner) -> (key: FormKey, value: Value)?
  /// What a missing key means, as a file says it; nil if no value says it.
  package let standard: @Sendable (Owner) -> Value?
  /// The texts under the key that a form reads or shows.
  package let texts: @Sendable (Owner) -> [FieldText]

  init(
    _ key: FormKey, opposite: FormKey? = nil, _ doc: String, missing: String? = nil,
    _ difference: Difference, places: Places = .row, allowed: Allowed? = nil,
    needsType: Bool = false, isRequired: Bool = false, isTold: Bool = false,
    schema: @escaping @Sendable (RowType?) -> String,
    read: @escaping Reading = { _, _, _ in },
    write: @escaping @Sendable (Owner) -> (key: FormKey, value: Value)? = { _ in nil },
    standard: @escaping @Sendable (Owner) -> Value? = { _ in nil },
    texts: @escaping @Sendable (Owner) -> [FieldText] = { _ in [] }
  ) {
    self.key = key
    self.opposite = opposite
    var set = FormKeySet()
    set.insert(key)
    if let opposite { set.insert(opposite) }
    self.set = set
    self.doc = doc
    self.missing = missing
    self.difference = difference
    self.places = places
    self.allowed = allowed
    self.needsType = needsType || allowed != nil
    self.isRequired = isRequired
    self.isTold = isTold
    self.schema = schema
    self.read = read
    self.write = write
    self.standard = standard
    self.texts = texts
  }

  /// The key and its opposite.
  var keys: [FormKey] { [key] + (opposite.map { [$0] } ?? []) }
  /// The spelling of the key.
  package var name: String { key.text }

  /// The values of the key that two objects have, as files say them or could say them; nil if
  /// neither file needs the key.
  package func values(_ old: Owner, _ new: Owner) -> (old: Value?, new: Value?)? {
    let (oldValue, newValue) = (write(old)?.value, write(new)?.value)
    guard oldValue != nil || newValue != nil else { return nil }
    return (oldValue ?? standard(old), newValue ?? standard(new))
  }
}

// MARK: - Kinds of fields

extension FieldOf {
  /// A key whose value a codec reads and writes.
  static func value<Content>(
    _ key: FormKey, _ doc: String, missing: String? = nil, _ codec: Codec<Content>,
    _ get: @escaping @Sendable (Owner) -> Content?,
    _ set: @escaping @Sendable (inout Draft, Content) -> Void, differs: Difference = .own,
    in places: Places = .row, allowed: Allowed? = nil, needsType: Bool = false,
    isTold: Bool = false, standard: @escaping @Sendable (Owner) -> Value? = { _ in nil },
    texts: @escaping @Sendable (Owner) -> [FieldText] = { _ in [] }
  ) -> FieldOf {
    FieldOf(
      key, doc, missing: missing, differs, places: places, allowed: allowed, needsType: needsType,
      isTold: isTold, schema: { _ in codec.schema() },
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
    _ key: FormKey, _ doc: String, isTrueByDefault: Bool = false,
    _ get: @escaping @Sendable (Owner) -> Bool,
    _ set: @escaping @Sendable (inout Draft, Bool) -> Void, differs: Difference,
    in places: Places = .row, allowed: Allowed? = nil, needsType: Bool = false,
    isTold: Bool = false
  ) -> FieldOf {
    value(
      key, doc, .flag, { get($0) == isTrueByDefault ? nil : !isTrueByDefault }, set,
      differs: differs, in: places, allowed: allowed, needsType: needsType, isTold: isTold,
      standard: { _ in .bool(isTrueByDefault) })
  }

  /// A condition, under its key or, inverted, under the opposite key.
  static func condition(
    _ key: FormKey, opposite: FormKey? = nil, _ doc: String,
    _ get: @escaping @Sendable (Owner) -> ConditionDefinition?,
    _ set: @escaping @Sendable (inout Draft, ConditionDefinition) -> Void,
    differs: Difference = .condition, in places: Places = .row
  ) -> FieldOf {
    @Sendable func spelling(of condition: ConditionDefinition) -> FormKey {
      condition.isInverted ? opposite ?? key : key
    }
    return FieldOf(
      key, opposite: opposite, doc, missing: "`false`", differs, places: places,
      schema: { _ in Schema.named("condition") },
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
    _ key: FormKey, _ doc: String, _ use: FieldText.Use,
    _ get: @escaping @Sendable (Owner) -> String?,
    _ set: @escaping @Sendable (inout Draft, String) -> Void, differs: Difference = .formula,
    in places: Places = .row, allowed: Allowed? = nil
  ) -> FieldOf {
    value(
      key, doc, .formula, get, set, differs: differs, in: places, allowed: allowed,
      texts: { owner in
        get(owner).map { [FieldText([.key(key.text)], .formula($0, use))] } ?? []
      })
  }

  /// The texts for people that an object has.
  static func texts(
    _ keys: some Sequence<TextKey>, missing: String? = nil, ofRow isOfRow: Bool = false,
    _ get: @escaping @Sendable (Owner, TextKey) -> FormText?,
    _ set: @escaping @Sendable (inout Draft, TextKey, FormText) -> Void
  ) -> [FieldOf] {
    keys.compactMap { key in
      guard let name = FormKey(stringValue: key.rawValue) else { return nil }
      return value(
        name, key.doc, missing: missing,
        key == .title || key == .subtitle || key == .footer ? .ownText : .shownText,
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
    _ set: @escaping @Sendable (inout Draft, [Suppression]) -> Void
  ) -> FieldOf {
    value(
      .suppress,
      "[findings of a check](Checking.md#suppress-a-finding) that are accepted here and in "
        + "everything inside, with a reason",
      .list(of: Schema.named("suppression"), read: { $0.suppressions(in: $1) }, \.json), get, set,
      differs: .own)
  }

  /// Data of the host's.
  static func extra(
    _ get: @escaping @Sendable (Owner) -> Value?,
    _ set: @escaping @Sendable (inout Draft, Value) -> Void
  ) -> FieldOf {
    value(
      .extra, "anything; the host app gets it back unchanged", .anything, get, set,
      differs: .data(.no), isTold: true)
  }
}

extension TextKey {
  /// What a host shows the text as.
  var doc: String {
    switch self {
    case .title: "the name of the form, page, section, row or option"
    case .subtitle: "a line below the title"
    case .footer: "a line below the section or row"
    case .placeholder: "what an empty field shows"
    case .help: "an explanation that the user can ask for"
    case .selectorTitle: "only of a row: the title of the list in which the user chooses an option"
    case .unit: "only of a row of a number: its [unit](#units), such as `\"kg\"`"
    }
  }
}

// MARK: - Lists of fields

extension FormKeys {
  /// The keys of fields, in their order.
  init<Owner, Draft>(
    _ fields: [FieldOf<Owner, Draft>],
    where isMeant: (FieldOf<Owner, Draft>) -> Bool = { _ in true }
  ) {
    self.init(fields.filter(isMeant).flatMap(\.keys))
  }
}

extension DefinitionReader {
  /// Reads the fields that an object has, in their order.
  ///
  /// - Complexity: O(n) in the number of fields; a missing key costs one bit test.
  mutating func read<Owner, Draft>(
    _ fields: [FieldOf<Owner, Draft>], of object: ObjectPlace, into owner: inout Draft,
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
