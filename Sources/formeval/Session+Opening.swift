// How the command comes to its forms: reads the file, compiles it with its tables and stubs, and
// opens it with the inputs and the saved state of the command line.

import FormGraph
import FormImport
import Predicate

extension Session {
  /// Compiles the form.
  ///
  /// Also returns the warnings of the compiler as text, and how answers are written in the form's
  /// format; nil: as JSON.
  func compile() throws(CommandError) -> (
    form: CompiledForm, warnings: String, notation: XFormAnswers?
  ) {
    let stubs = try allStubs()
    let compiled = try compile(arguments.form, stubs)
    try refuseUnused(stubs, in: [compiled.form])
    return compiled
  }

  /// Opens the form.
  ///
  /// Also returns the warnings of the compiler as text, and how answers are written in the form's
  /// format; nil: as JSON.
  func open() throws(CommandError) -> (form: Form, warnings: String, notation: XFormAnswers?) {
    let (compiled, warnings, notation) = try compile()
    let (form, misfits) = try open(compiled)
    return (form, warnings + misfits, notation)
  }

  /// Opens a compiled form with the inputs and the saved state of the command line.
  ///
  /// Also returns what of the state does not fit, as text.
  func open(_ compiled: CompiledForm) throws(CommandError) -> (form: Form, misfits: String) {
    try open(opener(compiled))
  }

  /// Opens a form as the command line says.
  ///
  /// Also returns what of the state does not fit, as text.
  func open(_ opener: FormOpener) throws(CommandError) -> (form: Form, misfits: String) {
    let compiled = opener.compiled
    if let state = opener.state { return try open(opener, state) }
    do throws(EditError) {
      let form = try compiled.open(
        now: arguments.now ?? now, inputs: opener.inputs, seed: seed,
        isStrict: arguments.isStrict)
      return (form, Self.unspokenLanguage(opener))
    } catch {
      throw CommandError(error)
    }
  }

  /// What UUIDs come from: the flag, or else the name of the opening; nil: a new seed.
  private var seed: String? { arguments.seed ?? arguments.opening }

  /// A warning if the command line asks for a language that the form does not speak.
  private static func unspokenLanguage(_ opener: FormOpener) -> String {
    let languages = opener.compiled.definition.languages.compactMap { try? LanguageTag($0) }
    guard let first = languages.first, case .string(let text)? = opener.inputs["language"],
      let wanted = try? LanguageTag(text), wanted.lookup(among: languages) == nil
    else { return "" }
    let names = languages.map(\.text).joined(separator: ", ")
    return "warning: the form has no texts in \(wanted), only in \(names); people read \(first)\n"
  }

  /// What opens further forms with the inputs and the saved state of the command line.
  func opener(_ compiled: CompiledForm) throws(CommandError) -> FormOpener {
    FormOpener(
      compiled: compiled, inputs: try ActionReader(compiled.definition).inputs(arguments.inputs),
      state: try arguments.state.map { path throws(CommandError) in
        try migrated(try state(path), to: compiled)
      }, seed: arguments.seed, now: arguments.now, isStrict: arguments.isStrict)
  }

  /// Compiles the form at a path; tables are read beside it, or beside another file.
  ///
  /// Also returns the warnings of the compiler as text, and how answers are written in the form's
  /// format; nil: as JSON.
  func compile(
    _ path: String, _ stubs: [String: Stub], tablesBeside neighbour: String? = nil
  ) throws(CommandError) -> (form: CompiledForm, warnings: String, notation: XFormAnswers?) {
    let imported = imported(try read(path), at: path, isStrict: arguments.isStrict)
    let document = imported.document
    let compiled: CompiledForm
    do throws(CompileFailure) {
      compiled = try compile(document, at: neighbour ?? path, stubs)
    } catch {
      throw CommandError(error)
    }
    // The warnings about a form in another format, and those about the rows of a file, are shown
    // only by `--check`, not on every run. A run says how much of the other format is lost.
    guard !document.source.isForeign else {
      return (compiled, Self.losses(of: document), imported.answers)
    }
    let told = compiled.warnings.filter { warning in
      let steps = warning.path.steps
      return steps.first != .key("tables") || steps.last != .key("file")
    }
    return (compiled, told.isEmpty ? "" : document.source.text(ofRun: told) + "\n", nil)
  }

  /// A warning of how many places of an imported form are lost; empty if none is.
  private static func losses(of document: FormDocument) -> String {
    let count = document.problems.count { $0.kind == .dropped }
    guard count > 0 else { return "" }
    return "\(document.source.name.printable): warning: \(counted(count, "place")) of the form "
      + "\(count == 1 ? "is" : "are") lost; --report lists them\n"
  }

  /// Reads a form, in any format, from the bytes of the file at a path.
  ///
  /// With `--strict` a form is refused if its import loses something.
  func document(_ bytes: [UInt8], at path: String) -> FormDocument {
    imported(bytes, at: path, isStrict: arguments.isStrict).document
  }

  /// Reads a form, in any format, with the report of its import.
  func imported(_ bytes: [UInt8], at path: String, isStrict: Bool = false) -> ImportedForm {
    ImportedForm(
      bytes, named: Files.name(of: path), allowsTrailingCommas: arguments.allowsTrailingCommas,
      isStrict: isStrict, limits: arguments.formLimits)
  }

  /// Compiles a form; tables are read beside its path.
  func compile(
    _ document: FormDocument, at path: String, _ stubs: [String: Stub]
  ) throws(CompileFailure) -> CompiledForm {
    let files = TableFiles(form: path, read: read)
    return try CompiledForm(
      document, functions: stubs.mapValues(\.function), readFile: files.bytes,
      limits: arguments.formLimits)
  }

  /// Reads a file with answers: JSON, or the notation of the form's format, which becomes JSON.
  func answers(
    at path: String, _ notation: XFormAnswers?, isOfUser: Bool = false
  ) throws(CommandError) -> [UInt8] {
    let bytes = try read(path)
    guard let notation, XFormAnswers.mayRead(bytes) else { return bytes }
    do throws(Problem) {
      let values = try notation.values(
        in: bytes, maximumBytes: arguments.formLimits.fileBytes, isOfUser: isOfUser)
      return Array(JSONWriter.text(of: .dictionary(values)).utf8)
    } catch {
      throw .refused(error, in: FormSource(name: Files.name(of: path), bytes: bytes))
    }
  }

  /// Reads a saved state.
  func state(_ path: String) throws(CommandError) -> SavedState {
    let bytes = try read(path)
    do throws(Problem) { return try SavedState(JSONReader.readDistinct(bytes)) } catch {
      throw .refused(error, in: FormSource(name: Files.name(of: path), bytes: bytes))
    }
  }

  /// Opens the form with a saved state.
  ///
  /// Also returns the misfits as text.
  private func open(
    _ opener: FormOpener, _ state: SavedState
  ) throws(CommandError) -> (form: Form, misfits: String) {
    do throws(EditError) {
      let restored = try opener.compiled.open(
        now: arguments.now ?? now, restoring: state, inputs: opener.inputs, seed: seed,
        allowsMisfits: !arguments.isStrict, isStrict: arguments.isStrict)
      let misfits = restored.misfits.map {
        "warning: the saved state does not fit: \($0.description.printable)\n"
      }
      return (restored.form, misfits.joined() + Self.unspokenLanguage(opener))
    } catch {
      throw .refused(
        "the saved state does not fit: \(error.reasons.map(\.description).joined(separator: "; "))")
    }
  }
}

extension FormSource {
  /// The problems of a form as a run shows them that does not check the form.
  ///
  /// Texts without a translation stand behind everything else, and several are counted: a form may
  /// lack a whole language, and then no other line would be seen.
  func text(ofRun problems: [Problem]) -> String {
    let untranslated = problems.filter { $0.kind == .untranslated }
    let others = problems.filter { $0.kind != .untranslated }
    let renderer = ProblemRenderer(source: self)
    let last =
      untranslated.count > 1
      ? "\(name.printable): warning: \(untranslated.count) texts have no translation for a "
        + "language of the form; --check lists them"
      : renderer.text(of: untranslated)
    return [renderer.text(of: others), last].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
