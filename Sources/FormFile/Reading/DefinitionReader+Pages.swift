// The pages of a form file. Which sections exist, and that none is on two pages, is for the checker
// to say.

import Predicate

extension DefinitionReader {
  mutating func pages(in object: ObjectPlace) -> [PageDefinition] {
    guard has(.pages, in: object) else { return [] }
    let places = list(.pages, in: object)
    return places.map { place in apart { $0.page(place) } }
  }

  private mutating func page(_ place: Place) -> PageDefinition {
    guard let object = object(place, called: "a page") else {
      return PageDefinition(sections: [Self.unreadable])
    }
    checkKeys(of: object, known: .page, in: "a page")
    var page = PageDefinition(sections: [])
    read(PageDefinition.fields, of: object, into: &page)
    return page
  }

  /// Stands for a tag that has been reported and keeps the place of the tags after it; the checker
  /// says nothing of it.
  private static var unreadable: String { "" }

  mutating func sections(ofPage object: ObjectPlace) -> [String] {
    guard let place = place(.sections, in: object) else { return [] }
    guard kind(of: place) == .array else {
      reportKind(of: place, "'sections' of a page", mustBe: "a list of tags")
      return [Self.unreadable]
    }
    var tags: [String] = []
    for index in document.elements(of: place.index) {
      let place = Place(index: index)
      let tag = text(at: place)
      if tag == nil { reportKind(of: place, "a section of a page", mustBe: "a tag") }
      tags.append(tag ?? Self.unreadable)
    }
    return tags
  }
}
