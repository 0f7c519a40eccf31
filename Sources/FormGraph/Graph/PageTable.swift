// The pages of a form, and which page a section is on. Pages know sections by their tags, so that a
// section which goes, and comes back under its tag, is on its page again.

import Predicate

/// The pages of a form, in order.
struct PageTable: Sendable {
  private struct Contents: Sendable {
    let definitions: [PageDefinition]
    /// By the tag of a section: its page, the first one that names it.
    let pages: [ExactText: Int]
  }

  /// Nil where there are no pages.
  private let contents: Shared<Contents>?

  init(_ definitions: [PageDefinition] = []) {
    guard !definitions.isEmpty else {
      contents = nil
      return
    }
    var pages: [ExactText: Int] = [:]
    for (index, page) in definitions.enumerated() {
      for tag in page.sections where pages[ExactText(tag)] == nil {
        pages[ExactText(tag)] = index
      }
    }
    contents = Shared(Contents(definitions: definitions, pages: pages))
  }

  @inline(__always)
  var isEmpty: Bool { contents == nil }

  private var definitions: [PageDefinition] { contents?.value.definitions ?? [] }

  var indices: Range<Int> { definitions.indices }

  /// Whether a page has a tag.
  func hasPage(tagged tag: String) -> Bool {
    definitions.contains { $0.tag.map(ExactText.init) == ExactText(tag) }
  }

  subscript(page: Int) -> PageDefinition { definitions[page] }

  /// The page of the section with a tag; nil where no page names it.
  func page(of tag: String) -> Int? { contents?.value.pages[ExactText(tag)] }
}

extension Outline {
  /// The sections on a page with those inside them.
  func sectionsInside(page: Int, in topology: Topology) -> [SectionIndex] {
    var inside: [SectionIndex] = []
    for section in topology.sections(ofPage: page) {
      inside += subtree(of: section, in: topology)
    }
    return inside
  }
}

extension Topology {
  /// The sections on a page that are in the form, in the order of the page.
  func sections(ofPage page: Int) -> [SectionIndex] {
    graph.pages[page].sections.compactMap { tag in
      guard case .section(let section)? = member(named: tag),
        sections[section.index].parent == nil
      else { return nil }
      return section
    }
  }
}
