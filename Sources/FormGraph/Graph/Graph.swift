// What compiling makes of a form: its nodes by rank, who reads what, the programs and texts, and
// what the form says as a whole. Nobody writes it after that, so all forms of a compiled form share
// it, and so does each topology that has other items or another order.
//
//   row 3 ──valueReaders──▶ node 7 (rank 12) ──nodeReaders──▶ node 9 (rank 15)
//                             │
//                             └─ effects: hides row 4, disables section 1

import Predicate

/// What compiling makes of a form.
struct Graph: Sendable {
  var limits = FormLimits.standard

  // MARK: - What the form says as a whole

  /// The languages of the form, by tag; the first one is the fallback.
  var languages: [LanguageTag] = [] {
    didSet {
      languageIndex = Dictionary(
        languages.map { (ExactText($0.text), $0) }, uniquingKeysWith: { first, _ in first })
    }
  }
  /// The languages as the author spells them.
  private(set) var languageIndex: [ExactText: LanguageTag] = [:]
  /// The standard messages of the form, of its host and of the engine.
  var standardTexts = StandardTexts.builtIn
  /// By input.
  var inputs: [InputDefinition] = []
  /// The input that says which language people read, and the input that says where they are.
  var languageInput: InputID?
  var timeZoneInput: InputID?
  /// The texts of the form, and which of them are nodes.
  var formTexts = Texts()
  var properties: [PropertyName: NodeID] = [:]
  /// The pages, and which of their texts are nodes; empty for a form that is shown whole.
  var pages = PageTable()
  var pageProperties: [Int: [PropertyName: NodeID]] = [:]
  /// The tables that the form was compiled with; a form may have replaced some of them.
  var tables = FormTables.none
  var readOnlyDefinition: ConditionDefinition?
  var readOnly = Decision.constant(false)
  /// What happens to hidden values if neither the row nor the section says so.
  var hiddenValues = HiddenValues.keep
  /// Whether the values of a section stand in an object of their own in the answers.
  var answers = AnswerShape.flat
  /// Whether the form has a text, a bound or a display as a node.
  var hasProperties = false
  /// The rows with actions that an edit of them sets off; of templates, the rows of prototypes.
  var rowsWithTriggers = IDSet<RowIndex>()
  /// Whether a row has ever had a suggestion.
  var hasSuggestions = false
  /// The texts that give UUIDs.
  var textsWithUUIDs: Set<TextID> = []
  /// Whether a formula has ever given a UUID.
  var givesUUIDs: Bool { !textsWithUUIDs.isEmpty }
  /// Whether the form has ever had a list whose items a formula counts.
  var hasCounts = false
  /// Whether the form has ever had a section inside a section.
  var hasGroups = false
  /// Whether a row or an input has ever held days.
  var hasDaysOrTimes = false
  /// The size of the longest standard message of the form, if there is such a limit.
  var longestMessage = 0
  /// The length in bytes of the constant patterns of all texts together.
  var patternsLength = 0

  // MARK: - Nodes

  /// By template of each list, including removed lists.
  var templates = Pages<TemplateRecord>()
  /// The nodes of the form and of its prototypes.
  var nodes = NodeTable()
  /// By node of a prototype: the nodes, with itself, that settle item by item because they read one
  /// another through the item before.
  var rounds: [NodeID: [NodeID]] = [:]
  /// By program.
  var programs = ProgramTable()
  /// By text.
  var texts = Pages<TextRecord>()
  /// By function.
  var functions: [FunctionRecord] = []
  /// Hash indexes for looking up texts, programs, conditions and facts.
  var textIndex = HashIndex()
  var programIndex = HashIndex()
  var conditionIndex = HashIndex()
  var factIndex = HashIndex()

  // MARK: - Readers: nodes of the form and of prototypes, as is what they read

  /// By row: the nodes that read its stored value.
  var valueReaders = Readers()
  /// By input: the nodes that read it.
  var inputReaders = Readers()
  /// By section: the nodes that read the items, all of them together.
  var itemReaders = Readers()
  /// By section: the nodes that read the position of one item.
  var placeReaders = Readers()
  /// By rank: the nodes that read the node's result or the attributes it decides.
  var nodeReaders = Readers()
  /// By table: the nodes that read it.
  var tableReaders = Readers()
  /// The nodes that read the time.
  var clockReaders: [Reader] = []
  /// The nodes that read which day it is.
  var dayReaders: [Reader] = []
}
