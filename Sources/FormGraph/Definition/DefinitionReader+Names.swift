// Tags, names of inputs and names of values: which may be given, and that none is given twice.

import Predicate

/// A name and where it is given.
struct NamedPlace {
  let name: String
  let path: JSONPath
  let range: Range<Int>
}

extension DefinitionReader {
  /// The tag of a row or a section.
  mutating func tag(in object: ObjectPlace) -> String? {
    guard let place = object["tag"], let tag = text("tag", in: object) else { return nil }
    addTag(NamedPlace(name: tag, path: place.path, range: place.element.range), kind: "tag")
    return tag
  }

  /// Takes note of a tag or the name of an input; a condition must be able to say it.
  mutating func addTag(_ place: NamedPlace, kind: String) {
    tags.append(place)
    guard !Identifier.isValid(place.name) else { return }
    report(
      "\(Problem.quoted(place.name)) cannot be \(kind == "tag" ? "a" : "an") \(kind): "
        + "it must be letters, digits and _, and not begin with a digit",
      path: place.path, range: place.range, hint: Self.hint(forTag: place.name))
  }

  /// A tag near to a text that is none, and what conditions would make of the text.
  private static func hint(forTag text: String) -> String? {
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.map(underscored)))
    guard text.utf8.count <= Problem.maximumShown, kept.contains(where: { $0 != "_" }) else {
      return nil
    }
    let hint = "write \(Identifier.isValid(kept) ? kept : "_" + kept)"
    guard text.contains("-") else { return hint }
    return "\(hint); $\(text) would mean $\(text.replacing("-", with: " - "))"
  }

  private static func underscored(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Identifier.isValid("_" + String(scalar)) ? scalar : "_"
  }

  /// The key of a row in the form's values: its own name, else its tag.
  mutating func name(in object: ObjectPlace, tag: String?) -> String? {
    if let place = object["name"] {
      guard let name = text("name", in: object) else { return nil }
      names.append(NamedPlace(name: name, path: place.path, range: place.element.range))
      return name
    }
    if let tag, let place = object["tag"] {
      names.append(NamedPlace(name: tag, path: place.path, range: place.element.range))
    }
    return nil
  }

  /// Reports every tag that is given a second time.
  mutating func checkTags() {
    reportSeconds(among: tags) { place, _ in "the tag \(Problem.quoted(place.name)) is given twice"
    }
  }

  /// Reports every row whose value would overwrite another's; equal tags have been reported.
  mutating func checkNames() {
    reportSeconds(among: names) { place, first in
      let areTags = [place, first].allSatisfy { $0.path.steps.last == .key("tag") }
      return areTags ? nil : "two rows give their value the name \(Problem.quoted(place.name))"
    }
  }

  /// Reports each place whose name an earlier place of the file has.
  ///
  /// Names under different Unicode normal forms are different to the language and the same to
  /// people: Swift's equality of strings, canonical equivalence, finds both.
  private mutating func reportSeconds(
    among places: [NamedPlace], message: (NamedPlace, NamedPlace) -> String?
  ) {
    var firsts: [String: NamedPlace] = [:]
    for place in places.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard let first = firsts[place.name] else {
        firsts[place.name] = place
        continue
      }
      guard let message = message(place, first) else { continue }
      let isSame = ExactText(place.name) == ExactText(first.name)
      report(
        message, path: place.path, range: place.range,
        hint: isSame ? nil : "the two differ in Unicode normal form only, which nobody can see",
        related: [.init("it is given here first", path: first.path, range: first.range)])
    }
  }
}
