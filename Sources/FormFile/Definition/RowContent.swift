// The properties of a row in two immutable objects. Every row has the first, with the common
// properties. Only a row with at least one rare property has the second.

package import Predicate

extension RowDefinition {
  /// The common properties of a row.
  package struct Content: Sendable, Hashable {
    package var tag: String?
    package var title: FormText?
    package var value: Value?
    package var hidden: ConditionDefinition?
    /// The rare properties; nil if the row has none.
    ///
    /// It is never an empty object, so that equal rows have equal storage.
    package private(set) var rare: RareObject?
    package var type: RowType
    package var validates: ValidationTriggers?
    package var whenOptionHidden = OptionPolicy.keep
    package var whenHidden: HiddenValues?
    package var submits = false
    package var tapsWhenDisabled = false
    package var keepsEmpty = false
    package var allowsOther = false
    package var isOrdered = false

    package init(type: RowType) { self.type = type }

    // Most rows have no rare properties, so they are copied only if there are any.
    mutating func set(_ rare: borrowing Rare) {
      let isEmpty = rare == Rare.nothing
      self.rare = isEmpty ? nil : RareObject(copy rare)
    }

    package var texts: Texts {
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

  /// The rare properties of a row.
  package struct Rare: Sendable, Hashable {
    /// All texts except the title.
    package var texts = Texts()
    package var name: String?
    package var defaultFormula: String?
    package var calculated: String?
    package var suggested: SuggestedFormula?
    package var once: String?
    package var disabled: ConditionDefinition?
    package var required: ConditionDefinition? {
      didSet { if required?.isInverted == true { required = required?.upright } }
    }
    package var requiredMessage: FormText?
    package var rules: [RuleDefinition] = []
    package var options: OptionSource? {
      didSet {
        let count = options?.written?.count ?? 0
        optionIndex = count > OptionIndex.fewOptions ? OptionIndex() : nil
      }
    }
    /// Finds an option by its value; nil if there are few options.
    private(set) var optionIndex: OptionIndex?
    /// How options are grouped; nil if they are not.
    package var grouping: Shared<OptionGrouping>?
    package var optionsFilter: String?
    /// The bounds; nil if there are none.
    ///
    /// Never empty bounds.
    package var bounds: Shared<RowBounds<Bound<Value>>>?
    package var next: String?
    package var display: DisplayDefinition?
    package var actions: [ActionDefinition] = []
    package var whenChanged: [TriggerAction] = []
    package var suppress: [Suppression] = []
    package var extra: Value?

    static let nothing = Rare()

    /// Whether a text, a bound or the display follows answers or the language.
    fileprivate var hasProperties: Bool {
      texts.isChanging || display != nil
        || bounds?.value.hasFormulas ?? false
        || options?.written?.contains { $0.title?.isChanging ?? false } ?? false
        || grouping.map { grouping in
          grouping.value.titles.values.contains(where: \.isChanging)
            || grouping.value.footers.values.contains(where: \.isChanging)
        } ?? false
        || rules.contains { $0.hasChangingMessage } || requiredMessage?.isChanging ?? false
        || actions.contains { $0.title?.isChanging ?? false }
    }
  }
}

// The two objects are not `Shared`, because making an object of a generic class looks up its type
// each time. That took a seventh of the time to load a form. Copies of a row usually share one
// object, so identity is compared first.

extension RowDefinition {
  /// An object with the common properties of a row.
  package final class ContentObject: Sendable, Hashable {
    package let value: Content

    package init(_ value: consuming Content) { self.value = value }

    package static func == (left: ContentObject, right: ContentObject) -> Bool {
      left === right || left.value == right.value
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  /// An object with the rare properties of a row.
  package final class RareObject: Sendable, Hashable {
    package let value: Rare
    /// Whether a text, a bound or the display follows answers or the language.
    package let hasProperties: Bool
    /// Whether an option is a day.
    package let hasDayOptions: Bool

    package init(_ value: consuming Rare) {
      hasProperties = value.hasProperties
      hasDayOptions = value.options?.written?.contains { $0.value.isDay } ?? false
      self.value = value
    }

    package static func == (left: RareObject, right: RareObject) -> Bool {
      left === right || left.value == right.value
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }
}

extension Shared: Equatable where Value: Equatable {
  package static func == (left: Shared, right: Shared) -> Bool {
    left === right || left.value == right.value
  }
}

extension Shared: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
