// The state of a form as one JSON value.

public import Predicate

extension Form {
  /// The form's state: sections, rows, whether it can be submitted, what cannot be evaluated, and
  /// everything that the file says and a client shows.
  ///
  /// A form with pages also lists its pages, the current page and the progress.
  ///
  /// - Complexity: O(n).
  public var json: Value {
    let dirty = dirtyIDs
    let moment = Moment(engine.shape, engine.held, of: number, dirty: dirty)
    let texts = Aspects.ofForm.state(of: moment)
    let whole = WholeForm(self, isDirty: !dirty.isEmpty || isDirty)
    var pairs = Array(texts.prefix(1))
    let sources = moment.json(ofSources: outline.rowsInOrder(in: topology))
    if !sources.isEmpty {
      pairs.append(ToldKey.optionSources.member(.dictionary(ValueDictionary(sources))))
    }
    pairs += [
      ToldKey.sections.member(.array(outline.sectionsInOrder.map(moment.json))),
      Aspects.canSubmit.member(of: moment),
      ToldKey.firstInvalid.member(optional(whole.firstInvalidName)),
      ToldKey.firstInvalidId.member(optional(whole.firstInvalid.map(topology.id))),
      Aspects.isDirty.member(of: whole), Aspects.canUndo.member(of: whole),
      Aspects.canRedo.member(of: whole), Aspects.language.member(of: moment),
      Aspects.direction.member(of: moment), Aspects.timeZone.member(of: moment),
      ToldKey.problems.member(.array(problems.map(\.json))),
    ]
    let pending = pendingValidations
    if !pending.isEmpty {
      pairs.append(ToldKey.pendingValidations.member(.array(pending.map(\.json))))
    }
    pairs += texts.dropFirst()
    if let words = navigation.jsonOfState { pairs.append(ToldKey.navigation.member(words)) }
    pairs += FormDefinition.told.pairs(of: given.value)
    if !topology.graph.pages.isEmpty {
      let pages = pages.map { page in
        Value.dictionary(
          ValueDictionary(
            Aspects.ofPages.state(of: SeenPage(topology: topology, page: page))))
      }
      pairs += [
        ToldKey.pages.member(.array(pages)), ToldKey.page.member(optional(currentPage)),
        ToldKey.progress.member(progress.json),
      ]
    }
    return .dictionary(ValueDictionary(pairs))
  }
}
