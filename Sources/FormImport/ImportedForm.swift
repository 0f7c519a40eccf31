// Reads forms in any format that is known: our own, that of TheDistanceForms, and XForms. The
// content of the file tells its format. A form in another format comes with a report of what became
// of it.

public import FormFile

/// A form that was read from a file in any known format.
public struct ImportedForm: Sendable {
  /// The form, or what is wrong with it.
  ///
  /// A file that is known to be something else, such as a SurveyJS form, has one problem, which
  /// says so.
  public let document: FormDocument
  /// What became of each place of the original; nil for a form in our own format, and if the reader
  /// found an error.
  ///
  /// Conditions and rules are compiled later: the report holds for a form that compiles.
  public let report: ImportReport?
  /// How answers are written in the form's own format; nil: as JSON, in which they always may be.
  public let answers: XFormAnswers?

  /// Reads a form.
  ///
  /// A form with a list `questions` is in the format of TheDistanceForms. Its problems have their
  /// places in its file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - name: The name of the file in messages.
  ///   - allowsTrailingCommas: Whether a comma is allowed before a closing bracket of JSON. JSON
  ///     does not allow it.
  ///   - isStrict: Whether a form in another format is refused if something of it is lost. Without
  ///     it, each loss is a warning.
  ///   - limits: The limits of the form.
  /// - Complexity: O(n) in the size of the file.
  public init(
    _ bytes: some Sequence<UInt8>, named name: String = "form", allowsTrailingCommas: Bool = false,
    isStrict: Bool = false, limits: FormLimits = .standard
  ) {
    let bytes = Array(bytes)
    let maximumBytes = limits.allowed.fileBytes
    let root: JSONElement
    do throws(Problem) {
      root = try JSONReader.read(
        bytes, allowsTrailingCommas: allowsTrailingCommas, maximumBytes: maximumBytes)
    } catch {
      let file = FormSource(name: name, bytes: bytes)
      let format = FileFormat(bytes)
      if format == .xForm {
        (document, report, answers) = Self.xForm(file, isStrict: isStrict, limits: limits.allowed)
        return
      }
      let refusal = format.refusal(of: file)
      (document, report, answers) = (FormDocument(file, refused: refusal ?? error), nil, nil)
      return
    }
    let format = FileFormat(root)
    let file = FormSource(
      name: name, bytes: bytes, root: root,
      foreignPath: format == .theDistanceForms ? QuestionPlaces.path : nil)
    if let refusal = format.refusal(of: file) {
      (document, report, answers) = (FormDocument(file, refused: refusal), nil, nil)
      return
    }
    answers = nil
    let form = FormDocument(file, root, within: limits) { reader, object, form in
      form.texts = form.texts.verbatim
      form.sections = [reader.section(ofQuestions: object)]
      form.pages = []
    }
    guard format == .theDistanceForms else {
      (document, report) = (form, nil)
      return
    }
    document = isStrict ? form.refusing(QuestionReport.isLoss) : form
    report = QuestionReport.report(of: root, form)
  }

  /// Reads an XForm.
  private static func xForm(
    _ file: FormSource, isStrict: Bool, limits: FormLimits
  ) -> (document: FormDocument, report: ImportReport?, answers: XFormAnswers?) {
    do throws(Problem) {
      let tree = try XMLReader.read(file.bytes, maximumBytes: limits.fileBytes)
      let (document, report, answers) = XFormReader.read(tree, named: file.name, within: limits)
      return (isStrict ? document.refusing { $0.kind == .dropped } : document, report, answers)
    } catch {
      return (FormDocument(file, refused: error), nil, nil)
    }
  }
}

extension FormDocument {
  /// Reads a form in our format or in another known format, which its content tells.
  ///
  /// ``ImportedForm`` also says what became of a form in another format.
  ///
  /// - Parameters:
  ///   - json: The bytes of the file.
  ///   - name: The name of the file in messages.
  ///   - allowsTrailingCommas: Whether a comma is allowed before a closing bracket. JSON does not
  ///     allow it.
  ///   - limits: The limits of the form.
  /// - Complexity: O(n) in the size of the file.
  public init(
    importing json: some Sequence<UInt8>, named name: String = "form",
    allowsTrailingCommas: Bool = false, limits: FormLimits = .standard
  ) {
    self =
      ImportedForm(
        json, named: name, allowsTrailingCommas: allowsTrailingCommas, limits: limits
      ).document
  }
}

extension Texts {
  /// The same texts where a brace means nothing.
  fileprivate var verbatim: Texts {
    var texts = self
    for (key, text) in given {
      if let single = text.single { texts[key] = .verbatim(single) }
    }
    return texts
  }
}
