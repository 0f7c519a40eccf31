// How the command comes to its forms: reads the file, compiles it with its tables and stubs, and
// opens it with the inputs and the saved state of the command line.

import FormGraph
import FormImport
import Predicate

extension Session {
  /// Compiles the form.
  ///
  /// Also returns the warnings of the compiler as text.
  func compile() throws(CommandError) -> (form: CompiledForm, warnings: String) {
    let stubs = try allStubs()
    let (compiled, warnings) = try compile(arguments.form, stubs)
    try refuseUnused(stubs, in: [compiled])
    return (compiled, warnings)
  }

  /// Opens the form.
  ///
  /// Also returns the warnings of the compiler as text.
  func open() throws(CommandError) -> (form: Form, warnings: String) {
    let (compiled, warnings) = try compile()
    let (form, misfits) = try open(compiled)
    return (form, warnings + misfits)
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
    if let state = opener.state { return try open(compiled, state, opener.inputs) }
    do throws(EditError) {
      let form = try compiled.open(
        now: arguments.now ?? now, inputs: opener.inputs, isStrict: arguments.isStrict)
      return (form, "")
    } catch {
      throw CommandError(error)
    }
  }

  /// What opens further forms with the inputs and the saved state of the command line.
  func opener(_ compiled: CompiledForm) throws(CommandError) -> FormOpener {
    FormOpener(
      compiled: compiled, inputs: try ActionReader(compiled.definition).inputs(arguments.inputs),
      state: try arguments.state.map { path throws(CommandError) in
        try migrated(try state(path), to: compiled)
      }, now: arguments.now, isStrict: arguments.isStrict)
  }

  /// Compiles the form at a path; tables are read beside it, or beside another file.
  ///
  /// Also returns the warnings of the compiler as text.
  func compile(
    _ path: String, _ stubs: [String: Stub], tablesBeside neighbour: String? = nil
  ) throws(CommandError) -> (form: CompiledForm, warnings: String) {
    let bytes = try read(path)
    let compiled: CompiledForm
    let document = document(bytes, at: path)
    do throws(CompileFailure) {
      compiled = try compile(document, at: neighbour ?? path, stubs)
    } catch {
      throw CommandError(error)
    }
    // The warnings about a form in the format of TheDistanceForms, and those about the rows of a
    // file, are shown only by `--check`, not on every run.
    let told = compiled.warnings.filter { warning in
      let steps = warning.path.steps
      let isOfFile = steps.first == .key("tables") && steps.last == .key("file")
      return steps.first != .key("questions") && !isOfFile
    }
    let renderer = ProblemRenderer(source: document.source)
    return (compiled, told.isEmpty ? "" : renderer.text(of: told) + "\n")
  }

  /// Reads a form, in any format, from the bytes of the file at a path.
  func document(_ bytes: [UInt8], at path: String) -> FormDocument {
    FormDocument(
      importing: bytes, named: Files.name(of: path),
      allowsTrailingCommas: arguments.allowsTrailingCommas, limits: arguments.formLimits)
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
    _ compiled: CompiledForm, _ state: SavedState, _ inputs: [String: Value]
  ) throws(CommandError) -> (form: Form, misfits: String) {
    do throws(EditError) {
      let restored = try compiled.open(
        now: arguments.now ?? now, restoring: state, inputs: inputs,
        allowsMisfits: !arguments.isStrict, isStrict: arguments.isStrict)
      let misfits = restored.misfits.map {
        "warning: the saved state does not fit: \($0.description.printable)\n"
      }
      return (restored.form, misfits.joined())
    } catch {
      throw .refused(
        "the saved state does not fit: \(error.reasons.map(\.description).joined(separator: "; "))")
    }
  }
}
