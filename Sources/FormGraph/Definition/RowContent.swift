// What a row says, as plain properties in two immutable objects: one for the properties that most
// rows have, and one for the rare properties. Each row has the first object. Only a row with a rare
// property has the second.

import Predicate

extension RowDefinition {
  /// What a row says.
  struct Content: Sendable, Hashable {
    var tag: String?
    var title: String?
    var value: Value?
    var hidden: ConditionDefinition?
    /// Nil, and never the empty `Rare`, where the row says none of it: equal rows are kept alike.
    private(set) var rare: RareObject?
    var type: RowType
    var validates: ValidationTriggers?
    var whenOptionHidden = OptionPolicy.keep
    var whenHidden: HiddenValues?
    var submits = false
    var tapsWhenDisabled = false
    var keepsEmpty = false
    var allowsOther = false

    init(type: RowType) { self.type = type }

    mutating func set(_ rare: consuming Rare) {
      let isEmpty = rare == Rare.nothing
      self.rare = isEmpty ? nil : RareObject(rare)
    }

    var texts: Texts {
      get {
        var texts = rare?.value.texts ?? Texts()
        texts.title = title
        return texts
      }
      set {
        title = newValue.title
        var rare = rare?.value ?? Rare()
        rare.texts = newValue
        rare.texts.title = nil
        set(rare)
      }
    }
  }

  /// What few rows say.
  struct Rare: Sendable, Hashable {
    /// All but the title.
    var texts = Texts()
    var name: String?
    var defaultFormula: String?
    var calculated: String?
    var disabled: ConditionDefinition?
    var required: ConditionDefinition?
    var rules: [RuleDefinition] = []
    var options: [OptionDefinition]?
    /// How options are grouped; nil where there are none.
    var grouping: Shared<OptionGrouping>?
    var optionsFilter: String?
    /// Nil, and never empty bounds, where there are none.
    var bounds: Shared<RowBounds>?
    var unit: String?
    var next: String?
    var extra: Value?

    static let nothing = Rare()
  }
}

// The two objects of a row are not `Shared`: to make an object of a generic class asks the runtime
// for its type each time, which took a seventh of loading a form. Copies of a row are most often
// one object, so that is asked first.

extension RowDefinition {
  /// An object with what a row says.
  final class ContentObject: Sendable, Hashable {
    let value: Content

    init(_ value: consuming Content) { self.value = value }

    static func == (left: ContentObject, right: ContentObject) -> Bool {
      left === right || left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  /// An object with what few rows say.
  final class RareObject: Sendable, Hashable {
    let value: Rare

    init(_ value: consuming Rare) { self.value = value }

    static func == (left: RareObject, right: RareObject) -> Bool {
      left === right || left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }
}

extension Shared: Equatable where Value: Equatable {
  static func == (left: Shared, right: Shared) -> Bool {
    left === right || left.value == right.value
  }
}

extension Shared: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
