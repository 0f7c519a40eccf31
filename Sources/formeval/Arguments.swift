// A parsed command line. It is consistent: all flags exist, have their values and can be used
// together. Whether tags and files exist is checked elsewhere.

import Foundation
import FormGraph
import Predicate

/// A parsed command line.
struct Arguments: Equatable {
  /// The output of the command.
  enum Mode: Equatable {
    /// The form as it opens or, with actions, the changes of each transaction; or the answer of a
    /// text.
    case report
    case why([String])
    /// What changes of the given members can reach.
    case impact([String])
    /// What keeps the form from being submitted.
    case blockers
    /// The rows that the focus goes to after the given rows.
    case next([String])
    /// The rows that the focus goes back to from the given rows.
    case previous([String])
    case values
    case check
    /// The form in this package's format.
    case convert
    /// What became of each place of a form in another format.
    case importReport
    /// The saved state of the form.
    case save
    case edits(String)
    case answers(String)
    /// What has changed since the older version of the form at a path.
    case diff(String)
    /// The results of the scenarios in files.
    case test([String])
    /// A picture, in the file at a path.
    case graph(String)
    case predicates(String)
    case canonical
    case explain
    case portability
    case help(Help.Page)
    case man
    case completions(CompletedShell)
    /// What can follow a command line; `end` is the part of it that bash replaces.
    case complete(String, end: String?)
    case version
  }

  /// Whether the output is coloured.
  enum Color: String, CaseIterable {
    case auto, always, never
  }

  /// A format of test results that other programs read.
  enum Format: String, CaseIterable {
    case tap, junit
    /// The coverage alone.
    case lcov
  }

  var mode: Mode = .report
  /// The format of test results; nil for text or JSON.
  var format: Format?
  /// The format of a picture; nil for what the name of its file says.
  var pictureFormat: Picture.Format?
  /// The row or section in the middle of a picture.
  var center: String?
  /// How far the picture reaches around it.
  var depth: Neighbourhood.Depth?
  /// Whether tests report the coverage of conditions.
  var isCovering = false
  /// Whether edits are written as a scenario.
  var isRecording = false
  /// Whether the output is JSON, in a mode that has two notations.
  var isJSON = false
  /// The path of the form; `-` for standard input.
  var form = ""
  /// The predicate or formula, if there is no form.
  var text: TextArguments?
  var actions: [Action] = []
  var inputs: [Assignment] = []
  /// The path of a saved state; `-` for standard input.
  var state: String?
  var now: Date?
  var isStrict = false
  /// What stands for the functions of the host app: stubs, and paths of files of stubs.
  var stubs: [String] = []
  /// Whether a comma is allowed before a closing bracket of the form.
  var allowsTrailingCommas = false
  /// Who makes the edits; nil for the default of the mode.
  var editor: Editor?
  var includesHidden = false
  /// Whether the input comes from strangers.
  var isUntrusted = false
  /// The paths of all forms that are checked; the first one is `form`.
  var forms: [String] = []
  var check = CheckSettings()
  /// The path of the settings of forms; nil: they are looked for beside the forms and above them.
  var config: String?
  /// Whether no settings are looked for.
  var ignoresConfig = false
  var batch = BatchSettings()
  /// Whether only the summary of a batch is shown; of a check, also the errors.
  var isQuiet = false
  /// The number of threads for many lines; nil: one for each core.
  var threads: Int?
  var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }
  /// Whether a comparison fails if saved answers do not fit the new form.
  var isBreakingRefused = false
  /// The path of the answers that a comparison validates with both versions of a form.
  var comparedAnswers: String?
  /// The path of the migration of saved answers.
  var migration: String?
  var color = Color.auto
  /// Which functions a text without a form may call.
  var functions = FunctionSet.apple
  /// Where such a text reads the clock.
  var timeZone: TimeZone?
  /// Whether the texts from a pipe are only checked.
  var isSyntaxOnly = false
  /// Whether the check lists what may behave differently on Apple's platforms.
  var checksPortability = false
  /// The path of the declarations that the texts are checked against.
  var declarations: String?

  /// The limits of a form.
  var formLimits: FormLimits { isUntrusted ? .untrusted : .standard }
  /// The limits of a text without a form.
  var textLimits: Limits { isUntrusted ? .untrusted : .standard }

  /// The largest number of sessions of a pipe; nil: as many as the limits say.
  var sessions: Int?
  var sessionCount: Int { sessions ?? (isUntrusted ? 1_000 : Self.standardSessions) }
  static let standardSessions = 100_000
  /// What the UUIDs of this opening come from.
  var seed: String?
  /// The name of this opening of the form.
  var opening: String?

  static let maximumThreads = 256

  /// Whether the result is text for people, which is wrapped on a terminal; help wraps itself.
  var isForPeople: Bool {
    guard !isJSON, format == nil, check.format == nil else { return false }
    return switch mode {
    case .report: text == nil
    case .why, .impact, .blockers, .next, .previous, .check, .importReport, .diff, .test, .explain,
      .portability:
      true
    default: false
    }
  }

  /// The path that means standard input.
  static let standardInput = "-"
}

/// How forms are checked.
struct CheckSettings: Equatable {
  /// The notation of findings, if it is not text or JSON.
  enum Format { case sarif, annotations }

  /// Whether a check fails if there is a warning.
  var areWarningsErrors = false
  var includesStyle = false
  var fixes = false
  /// Whether fixes are only shown.
  var isDryRun = false
  /// The path of the findings that are hidden.
  var baseline: String?
  /// The path to which all findings are written, so that they are hidden from now on.
  var newBaseline: String?
  var format: Format?
}

/// A predicate or a formula and its input, as they were typed.
struct TextArguments: Equatable {
  let kind: Question.Kind
  let text: String
  /// A JSON list.
  var arguments: String?
  /// The path of a JSON file; `-` for standard input.
  var object: String?
  /// A JSON object.
  var variables: String?
}
