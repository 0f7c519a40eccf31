// Reads forms in any format that is known: our own, and that of TheDistanceForms.

public import FormFile

extension FormDocument {
  /// Reads a form in our format or in another known format, which its keys tell.
  ///
  /// A form with a list `questions` is in the format of TheDistanceForms. Its problems have their
  /// places in its file. A file that is known to be something else, such as a SurveyJS form, has
  /// one problem, which says so. For an ODK XForm that is broken XML, the problem is the mistake
  /// in the XML.
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
    self.init(
      json: Array(json), named: name, allowsTrailingCommas: allowsTrailingCommas, limits: limits,
      questions: { reader, object, form in
        form.texts = form.texts.verbatim
        form.sections = [reader.section(ofQuestions: object)]
        form.pages = []
      },
      foreignPath: QuestionPlaces.path)
    guard !readProblems.isEmpty, let foreign = ForeignFormat(source.root, source.bytes) else {
      return
    }
    let problem = foreign.problem(source, maximumBytes: limits.allowed.fileBytes)
    self = FormDocument(source, refused: problem)
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
