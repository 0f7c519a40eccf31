// Reads the objects of a form file key by key. It knows which keys an object may have, which kinds
// of values they need, and the messages for everything else. The other parts of the reader use only
// these methods.

package import Predicate

extension DefinitionReader {
  /// A value in the file, given by its index in the document.
  package struct Place {
    package let index: Int

    package init(index: Int) { self.index = index }
  }

  /// An object in the file whose keys have been looked up.
  ///
  /// Of equal keys, the first counts.
  package struct ObjectPlace {
    let index: Int
    /// Whether the object has keys that have no meaning anywhere in a form.
    let hasUnknownKeys: Bool
    /// The keys that mean something.
    let keys: FormKeySet
    /// The index in the reader's `values` at which the values of its keys begin.
    fileprivate let start: Int

    /// The place of the object itself, for reports.
    var place: Place { Place(index: index) }
  }

  // MARK: - Objects

  /// Reports every duplicate key in an element and everything inside it.
  mutating func checkDuplicateKeys(in index: Int) {
    let document = document
    document.findDuplicateKeys(below: index) { key, first in reportDuplicate(key, first: first) }
  }

  private mutating func reportDuplicate(_ key: Int, first: Int) {
    guard !list.isFull(of: .error) else { return }
    let name = Problem.quoted(document.text(at: key))
    // Both keys have the same path, which is the path of the first.
    let path = places.path(to: first)
    let note = Problem.Related(
      "it is given here first", path: path, range: document.range(of: first))
    report(
      .duplicate, "the key \(name) is given twice", Place(index: key + 1), focus: .key,
      related: [note])
  }

  /// The object at a place; reports anything else.
  package mutating func object(
    _ place: Place, called name: @autoclosure () -> String
  ) -> ObjectPlace? {
    guard kind(of: place) == .object else {
      reportKind(of: place, name(), mustBe: "an object")
      return nil
    }
    return members(ofObject: place)
  }

  /// Looks up the keys of the object at a place.
  mutating func members(ofObject place: Place) -> ObjectPlace {
    let start = values.count
    values.append(contentsOf: repeatElement(0, count: FormKey.total))
    var hasUnknownKeys = false
    var keys = FormKeySet()
    for index in document.keys(of: place.index) {
      guard let key = document.meaning(of: index, in: words) else {
        hasUnknownKeys = true
        continue
      }
      keys.insert(key)
      let value = start + key.rawValue
      if values[value] == 0 { values[value] = UInt32(truncatingIfNeeded: index + 1) }
    }
    return ObjectPlace(
      index: place.index, hasUnknownKeys: hasUnknownKeys, keys: keys, start: start)
  }

  /// Reads one of many things.
  ///
  /// The key positions of its objects are dropped afterwards.
  @inline(__always)
  package mutating func apart<Result>(_ read: (inout DefinitionReader) -> Result) -> Result {
    let known = values.count
    defer { values.removeLast(values.count - known) }
    return read(&self)
  }

  /// The value under a key; nil if the object does not have the key.
  @inline(__always)
  package func place(_ key: FormKey, in object: ObjectPlace) -> Place? {
    let value = values[object.start + key.rawValue]
    return value == 0 ? nil : Place(index: Int(value))
  }

  @inline(__always)
  package func has(_ key: FormKey, in object: ObjectPlace) -> Bool { place(key, in: object) != nil }

  /// Whether an object has only the given keys.
  func hasOnly(_ known: FormKeys, _ others: FormKeys = .none, in object: ObjectPlace) -> Bool {
    !object.hasUnknownKeys && object.keys.isSubset(of: known.set, or: others.set)
  }

  @inline(__always)
  package func kind(of place: Place) -> JSONDocument.Kind { document.entries[place.index].kind }

  /// Reports the keys that an object cannot have.
  ///
  /// A key is an error if ignoring it would lose a question or a condition; otherwise it is a
  /// warning.
  ///
  /// Keys in `others` are reported elsewhere and never suggested. Words for which `isTold` returns
  /// true are not reported.
  mutating func checkKeys(
    of object: ObjectPlace, known: FormKeys, others: FormKeys = .none, in name: String,
    severity: Severity = .warning, unless isTold: (String) -> Bool = { _ in false }
  ) {
    guard !hasOnly(known, others, in: object) else { return }
    for index in document.keys(of: object.index) {
      if let key = document.meaning(of: index, in: words),
        known.contains(key) || others.contains(key)
      {
        continue
      }
      if isTold(document.text(at: index)) { continue }
      reportKey(at: index, known: known, in: name, severity: severity)
    }
  }

  /// Reports a key that an object cannot have.
  ///
  /// `spelling` gives the spelling of a suggested key. `others` are more words to suggest.
  package mutating func reportKey(
    at index: Int, known: FormKeys, in name: String, severity: Severity = .warning,
    spelling: (FormKey) -> String = \.text, others: [String] = []
  ) {
    guard !list.isFull(of: .error) || !list.isFull(of: .warning) else { return }
    let word = document.text(at: index)
    let meanings = ForeignNames.keys(for: word)
    let isEssential = meanings.first.map(FormKeys.essential.contains) ?? false
    let meant =
      meanings.first(where: known.contains).map(spelling)
      // Whoever writes sections means sections, however much another key looks like them.
      ?? (meanings.first == .sections
        ? nil : nearest(to: word, among: known.list.map(\.text) + others, of: name))
    let value = document.isText(index + 1) ? document.text(at: index + 1) : nil
    report(
      .key, "\(Problem.quoted(word)) is not a key of \(name)", Place(index: index + 1), focus: .key,
      hint: ForeignNames.hint(for: word, of: name, value) ?? meant.map { "did you mean \($0)?" }
        ?? meanings.first.flatMap(Self.home),
      severity: isEssential ? .error : severity)
  }

  /// A hint that says which objects may have a key.
  private static func home(of key: FormKey) -> String? {
    // Three kinds of objects have sections, and their tables of keys overlap.
    if key == .sections { return "'sections' belongs to the form, a section or a template" }
    return FormKeys.homes.first { $0.value.contains(key) }.map {
      "'\(key.text)' belongs to \($0.key)"
    }
  }

  /// The known key most similar to a word.
  ///
  /// Looked up once for each word, because the same mistake occurs in many rows.
  private mutating func nearest(
    to word: String, among known: [String], of name: String
  ) -> String? {
    let key = ExactText("\(name) \(word)")
    if let nearest = suggestions[key] { return nearest }
    let nearest = Spelling.nearest(to: word, among: known)
    suggestions.updateValue(nearest, forKey: key)
    return nearest
  }

  // MARK: - Values under a key

  /// The text at a place; nil if the value is not text.
  package func text(at place: Place) -> String? {
    document.isText(place.index) ? document.text(at: place.index) : nil
  }

  /// The text under a key.
  ///
  /// Null counts as missing only for keys that describe texts for people.
  @inline(__always)
  mutating func text(
    _ key: FormKey, in object: ObjectPlace, isRequired: Bool = false
  ) -> String? {
    // Checked first without a call, because a row has only a few of the possible keys.
    has(key, in: object) ? givenText(key, in: object, isRequired: isRequired) : nil
  }

  @inline(never)
  private mutating func givenText(
    _ key: FormKey, in object: ObjectPlace, isRequired: Bool
  ) -> String? {
    guard let place = place(key, in: object) else { return nil }
    if let text = text(at: place) { return text }
    if kind(of: place) == .null, FormKeys.texts.contains(key) { return nil }
    let hint = isRequired ? nil : hint(for: place)
    reportKind(
      of: place, "'\(key.text)'", mustBe: "text",
      hint: key == .default && hint == nil ? hintForDefault(at: place) : hint)
    return nil
  }

  /// The hint for a `default` that is not a formula but a value.
  private func hintForDefault(at place: Place) -> String {
    let value =
      document.isContainer(place.index)
      ? "…" : JSONWriter.text(of: document.value(at: place.index))
    return "write \"value\": \(value)"
  }

  /// A text that many rows may share.
  @inline(__always)
  mutating func sharedText(
    _ key: FormKey, in object: ObjectPlace, isRequired: Bool = false
  ) -> String? {
    has(key, in: object) ? givenSharedText(key, in: object, isRequired: isRequired) : nil
  }

  @inline(never)
  private mutating func givenSharedText(
    _ key: FormKey, in object: ObjectPlace, isRequired: Bool
  ) -> String? {
    guard let place = place(key, in: object), document.isText(place.index) else {
      return text(key, in: object, isRequired: isRequired)
    }
    return sharedText(at: place)
  }

  /// The text at a place.
  ///
  /// Equal texts in the file share one string.
  func sharedText(at place: Place) -> String {
    let part = document.range(of: place.index)
    guard let slot = repeatedTexts.slot(of: part, in: document.text) else {
      return document.text(at: place.index)
    }
    if let known = repeatedTexts.content(of: part, at: slot, in: document.text) { return known }
    let text = document.text(at: place.index)
    repeatedTexts.keep(text, for: part, at: slot)
    return text
  }

  /// The content at a place.
  ///
  /// Equal parts of the file are read once and share the result.
  ///
  /// A result with problems is not stored, because the problems must be reported at every place.
  mutating func shared<Content>(
    at place: Place, _ known: Repeated<Content>,
    _ read: (inout DefinitionReader) -> Content
  ) -> Content {
    let part = document.range(of: place.index)
    guard let slot = known.slot(of: part, in: document.text) else {
      return read(&self)
    }
    if let content = known.content(of: part, at: slot, in: document.text) {
      return content
    }
    let count = list.count
    let content = read(&self)
    if list.count == count { known.keep(content, for: part, at: slot) }
    return content
  }

  mutating func flag(_ key: FormKey, in object: ObjectPlace) -> Bool? {
    guard let place = place(key, in: object) else { return nil }
    switch kind(of: place) {
    case .true: return true
    case .false: return false
    default:
      reportKind(
        of: place, "'\(key.text)'", mustBe: "true or false", hint: hint(for: place))
      return nil
    }
  }

  /// The value under a key, of any kind; nil if the key is missing.
  package func anything(_ key: FormKey, in object: ObjectPlace) -> Value? {
    place(key, in: object).map { document.value(at: $0.index) }
  }

  /// The elements of the list under a key; empty if the key is missing.
  package mutating func list(
    _ key: FormKey, in object: ObjectPlace, isRequired: Bool = false
  ) -> [Place] {
    elements(key, in: object, isRequired: isRequired).map { Place(index: $0) }
  }

  private mutating func elements(
    _ key: FormKey, in object: ObjectPlace, isRequired: Bool
  ) -> JSONView.Children {
    guard let place = place(key, in: object) else {
      if isRequired {
        let hasRows = has(.rows, in: object)
        report(
          .missing, "'\(key.text)' is missing", object.place, focus: .start,
          hint: hasRows
            ? #"write "sections": [{"rows": […]}]"# : "write \"\(key.text)\": [] for none")
      }
      return .none(in: document)
    }
    guard kind(of: place) == .array else {
      var hint = hint(for: place).map { isRequired ? "write \"\(key.text)\": [] for none" : $0 }
      if document.isText(place.index), key == .rules || key == .options {
        let text = document.text(at: place.index)
        let written = JSONWriter.text(of: .string(text))
        let isShort = text.utf8.count <= 40
        // The name of a rule or an option has neither.
        let isCondition = text.contains("$") || text.contains("SELF")
        if !isCondition || !isShort {
          hint = "write \"\(key.text)\": [\(isShort ? written : "\"…\"")]"
        } else if key == .rules {
          hint = "write \"rules\": [{\"predicate\": \(written)}]"
        } else {
          hint =
            "list all options, and filter them: "
            + "\"optionsFilter\": \"SELF.value IN \(written.dropFirst())"
        }
      }
      reportKind(of: place, "'\(key.text)'", mustBe: "a list", hint: hint)
      return .none(in: document)
    }
    return document.elements(of: place.index)
  }

  /// The enumeration case that the word under a key names.
  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: FormKey, in object: ObjectPlace, called noun: String, isRequired: Bool = false,
    as _: Choice.Type = Choice.self
  ) -> Choice? {
    guard let place = place(key, in: object),
      let word = text(key, in: object, isRequired: isRequired)
    else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    reportUnknown(noun, word, at: place, known: Choice.allCases.map(\.rawValue))
    return nil
  }

  /// The words at a place, which has one word or a list of words; nil for anything else.
  package func words(at place: Place) -> [Place]? {
    switch kind(of: place) {
    case .text, .escapedText: [place]
    case .array: document.elements(of: place.index).map { Place(index: $0) }
    default: nil
    }
  }

  /// The option set that some words describe.
  ///
  /// Unknown words are reported and left out.
  mutating func set<Words: OptionSet>(
    of places: some Sequence<Place>, called noun: String, _ article: String,
    names: KeyValuePairs<String, Words>
  ) -> Words where Words.Element == Words {
    var words: Words = []
    for place in places {
      guard let text = text(at: place) else {
        reportKind(of: place, "\(article) \(noun)", mustBe: "text")
        continue
      }
      if let word = names.first(where: { $0.key == text }) {
        words.formUnion(word.value)
      } else {
        reportUnknown(noun, text, at: place, known: names.map(\.key))
      }
    }
    return words
  }

  /// What a form says of hidden values under the key that `whenHidden` had before.
  mutating func formerHiddenValues(in object: ObjectPlace) -> HiddenValues? {
    guard let place = place(.hiddenValues, in: object) else { return nil }
    if has(.whenHidden, in: object) {
      reportConflict(
        "'hiddenValues' is another name of 'whenHidden'", .hiddenValues, .whenHidden, object,
        hint: "leave 'hiddenValues' out")
    } else {
      report(
        .key, "'hiddenValues' is now called 'whenHidden', as in sections and rows", place,
        focus: .key,
        hint: "write 'whenHidden'", severity: .warning)
    }
    return hiddenValues(.hiddenValues, in: object)
  }

  package mutating func hiddenValues(_ key: FormKey, in object: ObjectPlace) -> HiddenValues? {
    choice(key, in: object, called: "policy for hidden values")
  }
}
