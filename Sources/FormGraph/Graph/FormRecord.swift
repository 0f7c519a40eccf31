// What the form itself has, apart from its members: languages and messages, texts, pages.
// The topology holds it behind one reference, because the words of a topology are copied often. So
// each write copies the record: write a table once, not entry by entry.

import Predicate

/// What the form itself has, apart from its members.
struct FormRecord: Sendable {
  /// The languages of the form, by tag; the first one is the fallback.
  var languages: [LanguageTag] = [] {
    didSet {
      languageIndex = Dictionary(
        languages.map { (ExactText($0.text), $0) }, uniquingKeysWith: { first, _ in first })
    }
  }
  /// The languages as the author spells them.
  private(set) var languageIndex: [ExactText: LanguageTag] = [:]
  /// The standard messages of the form and its host; nil if all of them are English.
  var standardTexts: StandardTexts?
  /// The input that says which language people read, and the input that says where they are.
  var languageInput: InputID?
  var timeZoneInput: InputID?
  /// The texts of the form, and which of them are nodes.
  var texts = Texts()
  var properties: [PropertyName: NodeID] = [:]
  /// The pages, and which of their texts are nodes; empty for a form that is shown whole.
  var pages = PageTable()
  var pageProperties: [Int: [PropertyName: NodeID]] = [:]
  /// By node of a prototype: the nodes, with itself, that settle item by item because they read one
  /// another through the item before.
  var rounds: [NodeID: [NodeID]] = [:]
  /// The numbers by which clients know the members.
  var numbers = AllMemberNumbers()
}

extension Topology {
  private mutating func changeForm(_ change: (inout FormRecord) -> Void) {
    var record = form.value
    change(&record)
    form = Shared(record)
  }

  var languages: [LanguageTag] {
    get { form.value.languages }
    set { changeForm { $0.languages = newValue } }
  }

  /// The language that is declared in exactly this spelling; nil if there is none.
  func language(spelled text: String) -> LanguageTag? { form.value.languageIndex[ExactText(text)] }

  var rounds: [NodeID: [NodeID]] {
    get { form.value.rounds }
    set { changeForm { $0.rounds = newValue } }
  }

  var numbers: AllMemberNumbers {
    get { form.value.numbers }
    set { changeForm { $0.numbers = newValue } }
  }

  var standardTexts: StandardTexts? {
    get { form.value.standardTexts }
    set { changeForm { $0.standardTexts = newValue } }
  }

  var languageInput: InputID? {
    get { form.value.languageInput }
    set { changeForm { $0.languageInput = newValue } }
  }

  var timeZoneInput: InputID? {
    get { form.value.timeZoneInput }
    set { changeForm { $0.timeZoneInput = newValue } }
  }

  var formTexts: Texts {
    get { form.value.texts }
    set { changeForm { $0.texts = newValue } }
  }

  var properties: [PropertyName: NodeID] {
    get { form.value.properties }
    set { changeForm { $0.properties = newValue } }
  }

  var pages: PageTable {
    get { form.value.pages }
    set { changeForm { $0.pages = newValue } }
  }

  var pageProperties: [Int: [PropertyName: NodeID]] {
    get { form.value.pageProperties }
    set { changeForm { $0.pageProperties = newValue } }
  }
}
