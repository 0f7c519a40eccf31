// The texts of an XForm in its languages: the table `itext`, whose texts have an id, and a value
// for each form in which they are shown, such as an image. The default language comes first,
// because ours falls back on the first one.

import FormFile
import Predicate

/// The table of texts.
struct XFormTexts {
  /// A language of the form.
  struct Language {
    /// Its name in the file, such as `French (fr)`.
    let name: String
    /// Its tag, such as `fr`.
    let tag: String
    /// The texts by id.
    var texts: [String: XMLTree.Element] = [:]
  }

  /// The largest number of languages: each text is compared with those of the others.
  private static let maximumLanguages = 100

  private(set) var languages: [Language] = []

  /// The languages of the form; none if it has only one, whose texts then are those of the form.
  var tags: [String] { languages.count > 1 ? languages.map(\.tag) : [] }

  init() {}

  /// The values of a text in a language.
  func values(_ id: String, _ language: Int) -> [XMLTree.Element] {
    languages[language].texts[id]?.elements.filter { $0.name.local == "value" } ?? []
  }

  /// Reads the table.
  init(_ itext: XMLTree.Element?, _ log: inout ImportLog) {
    let translations = (itext?.elements ?? []).filter { $0.name.local == "translation" }
    var taken: Set<String> = []
    // Stable: all others keep their order.
    let first = translations.firstIndex { $0.attribute("default") != nil } ?? 0
    let order = translations.isEmpty ? [] : [first] + translations.indices.filter { $0 != first }
    for (index, element) in order.map({ translations[$0] }).enumerated() {
      guard index < Self.maximumLanguages else {
        let place = SourceMap.Place(element.startRange, path: "itext")
        log.lose(
          .detail, "translation", place, "a form has \(Self.maximumLanguages) languages at most")
        continue
      }
      let attribute = element.attribute("lang")
      let name = attribute?.value.string ?? ""
      let (tag, isKnown) = Self.tag(of: name, &taken)
      var language = Language(name: name, tag: tag)
      for text in element.elements {
        guard text.name.local == "text", let id = text.attribute("id")?.value.string else {
          continue
        }
        if language.texts[id] == nil { language.texts[id] = text }
      }
      languages.append(language)
      let place = SourceMap.Place(element.startRange, path: "itext/\(name)")
      let successor = "languages, \(tag)"
      if isKnown || translations.count == 1 {
        log.add(.carried, .detail, "translation", place, successor)
      } else {
        log.add(
          .changed, .detail, "translation", place, successor,
          because: "\(Problem.quoted(name)) is not the name of a known language")
      }
    }
  }

  // MARK: - Tags

  /// The tag of a language, which no other language has: the one in brackets, as in `French (fr)`,
  /// or that of a name, or a private one.
  private static func tag(
    of name: String, _ taken: inout Set<String>
  ) -> (tag: String, isKnown: Bool) {
    let inBrackets = name.hasSuffix(")") ? name.dropLast().split(separator: "(").last : nil
    let known = ([inBrackets.map(String.init), name, names[name.lowercased().trimmed]] + [nil])
      .compactMap { $0 }.first {
        (try? LanguageTag($0)) != nil && $0.prefix { $0 != "-" }.count <= 3
      }
    if let known, taken.insert(known.lowercased()).inserted { return (known, true) }
    let letters = name.lowercased().filter { $0.isASCII && $0.isLetter }
    let start = "x-\(letters.isEmpty ? "other" : String(letters.prefix(8)))"
    var tag = start
    var number = 1
    while !taken.insert(tag).inserted {
      number += 1
      tag = "\(start)-\(number)"
    }
    return (tag, false)
  }

  /// Names of languages that people write in place of a tag.
  private static let names = [
    "arabic": "ar", "amharic": "am", "bengali": "bn", "burmese": "my", "chinese": "zh",
    "dutch": "nl", "english": "en", "español": "es", "french": "fr", "français": "fr",
    "german": "de", "hausa": "ha", "hindi": "hi", "igbo": "ig", "indonesian": "id",
    "italian": "it", "khmer": "km", "kiswahili": "sw", "lao": "lo", "luganda": "lg",
    "malagasy": "mg", "nepali": "ne", "pashto": "ps", "persian": "fa", "portuguese": "pt",
    "portugues": "pt", "português": "pt", "russian": "ru", "somali": "so", "spanish": "es",
    "swahili": "sw", "tamil": "ta", "telugu": "te", "thai": "th", "ukrainian": "uk", "urdu": "ur",
    "vietnamese": "vi", "wolof": "wo", "yoruba": "yo",
  ]
}

// MARK: - Texts for people

extension XFormReader {
  /// The texts that an element of the body shows, by the form in which it shows them.
  struct Shown {
    /// The plain text.
    var text: FormText?
    /// The texts of other forms, such as `image`: a text, or an object by language.
    var others: [(form: String, value: Value)] = []
  }

  /// What a label, a hint or a message says.
  ///
  /// `key` is what the text is in our form, for the report.
  mutating func shown(
    _ element: XMLTree.Element, of index: Index, as key: String
  ) -> Shown {
    for attribute in element.ownAttributes where attribute.name.local != "ref" {
      log.lose(
        .detail, "\(element.name.local)/\(attribute.name.written)", place(attribute, of: index),
        "no importer knows it")
    }
    guard let reference = element.attribute("ref") else {
      let text = text(in: element, of: index)
      log.add(.carried, .detail, element.name.local, place(element, of: index), key)
      return Shown(text: text.isEmpty ? nil : FormText(text))
    }
    if let id = itextID(reference.value.string) {
      return shown(
        id, Place(reference.range, path: place(element, of: index).path), of: index, as: key)
    }
    let translation = translator.output(reference.value.string, of: index)
    report(translation, "\(element.name.local)/@ref", reference, of: index, as: key)
    return Shown(text: translation.text.map { FormText(Self.braced($0)) })
  }

  /// What a text of the table says in each language.
  mutating func shown(
    _ id: String, _ place: Place, of index: Index, as key: String
  ) -> Shown {
    var plain: [FormText.Translation] = []
    var others: [(form: String, texts: [(String, Value)])] = []
    for language in itext.languages {
      guard let entry = language.texts[id] else { continue }
      for value in entry.elements where value.name.local == "value" {
        let form = value.attribute("form")?.value.string
        let path = "itext/\(language.name)/\(id)"
        let place = Place(value.startRange, path: form.map { "\(path)/\($0)" } ?? path)
        // A text in a long and a short form has one title here.
        let isFirst = !plain.contains { $0.language == language.tag }
        if form == nil || form == "long" && isFirst {
          plain.append(
            FormText.Translation(language: language.tag, text: text(in: value, of: index)))
          log.add(.carried, .detail, "text", place, key)
        } else if let form {
          let own = others.firstIndex { $0.form == form } ?? others.count
          if own == others.count { others.append((form, [])) }
          others[own].texts.append((language.tag, .string(value.text)))
          loseRest(of: value, but: ["form"], of: index)
          log.add(.putAside, .detail, "text/\(form)", place, "extra.\(key).\(form)")
        }
      }
    }
    if plain.isEmpty, others.isEmpty {
      log.lose(.detail, key, place, "the form has no text \(Problem.quoted(id))")
    }
    return Shown(
      text: formText(plain),
      others: others.map { form, texts in
        (form, itext.tags.isEmpty ? texts[0].1 : .dictionary(ValueDictionary(texts)))
      })
  }

  private func formText(_ plain: [FormText.Translation]) -> FormText? {
    var seen: Set<String> = []
    let plain = plain.filter { !$0.text.isEmpty && seen.insert($0.language).inserted }
    guard let first = plain.first else { return nil }
    return itext.tags.isEmpty ? FormText(first.text) : FormText(translations: plain)
  }

  /// What an attribute such as `jr:constraintMsg` says: a text, or the id of one.
  mutating func message(_ attribute: XMLTree.Attribute, of index: Index, as key: String)
    -> FormText?
  {
    let written = attribute.value.string
    let place = place(attribute, of: index)
    if let id = itextID(written) { return shown(id, place, of: index, as: key).text }
    log.add(.carried, .detail, "\(attribute.name.written)", place, key)
    return written.trimmed.isEmpty ? nil : .verbatim(written)
  }

  /// The text of an element in our notation: braces doubled, each `output` a formula in braces.
  private mutating func text(in element: XMLTree.Element, of index: Index) -> String {
    untrimmed(in: element, of: index).trimmed
  }

  /// The recursion is bounded by the depth of the file.
  private mutating func untrimmed(in element: XMLTree.Element, of index: Index) -> String {
    var parts = ""
    for child in element.children {
      switch child {
      case .text(let text): parts += TextParts.escaping(text.string)
      case .element(let inner) where inner.name.local == "output":
        guard let value = inner.attribute("value") ?? inner.attribute("ref") else {
          log.lose(.detail, "output", place(inner, of: index), "it has no value")
          continue
        }
        let translation = translator.output(value.value.string, of: index)
        report(translation, "output", value, of: index, as: "{…}")
        parts += translation.text.map(Self.braced) ?? "…"
      case .element(let inner):
        // HTML, or a mistake: its text is read as it is.
        let text = untrimmed(in: inner, of: index)
        parts += text
        if text.isEmpty {
          loseElement(inner, of: index)
        } else {
          log.add(
            .changed, .detail, inner.name.written, place(inner, of: index), "its text",
            because: "the format of the text is left out")
        }
      }
    }
    return parts
  }

  private static func braced(_ formula: String) -> String {
    formula.hasPrefix("{") ? "{ \(formula)}" : "{\(formula)}"
  }
}
