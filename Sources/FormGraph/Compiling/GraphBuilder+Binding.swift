// From the text of a condition to a run: parse the text once, find its program, and bind its
// operands to slots.

import Predicate

/// A text that was parsed while a graph is built.
struct KnownText: Sendable {
  let id: TextID
  let program: ProgramID
  /// The parsed text, if it is needed to bind the text and the topology does not keep it.
  var reading: Shared<TextReading>?
  /// The run of the text, if it is the same in every place.
  var run: Run?
}

extension GraphBuilder {
  struct TextIdentity: Hashable {
    let text: ExactText
    let isPredicate: Bool
    /// What SELF is, if it is a day or a time of day.
    var selfKind: DateKind?
    /// What the result should be in the place of a point in time.
    var wanted: DateKind?
    /// The table whose rows SELF is: the same text means something else of another table.
    var table: TableID?
    /// The list whose items SELF is; of a list in an item, that of the prototype.
    var list: SectionIndex?
  }

  // MARK: - Texts

  /// A text with the same hash and spelling.
  private func text(
    _ key: TextIdentity, hash: Int, where isWanted: (TextID, TextRecord) -> Bool
  ) -> TextID? {
    topology.graph.textIndex.first(hash: hash) { code in
      let record = topology.graph.texts[Int(code)]
      return record.isPredicate == key.isPredicate && record.selfKind == key.selfKind
        && record.wanted == key.wanted && record.table == key.table && record.list == key.list
        && isExactly(record.text, key.text.text) && isWanted(TextID(Int(code)), record)
    }.map { TextID(Int($0)) }
  }

  /// Parses a text, or finds it among the texts parsed before.
  ///
  /// A known text may come without its reading if its run is the same everywhere. Returns nil and
  /// reports the problem if the text is invalid.
  private mutating func known(
    _ text: String, isPredicate: Bool, _ site: Site
  ) -> (text: KnownText, reading: TextReading?)? {
    var key = TextIdentity(
      text: ExactText(text), isPredicate: isPredicate, selfKind: dateKind(.object, at: site),
      wanted: wantedKind(at: site))
    if site.isOfOptions, let row = site.owner?.row,
      let options = topology.rows[row.index].content.options?.table
    {
      key.table = topology.graph.tables.id(of: options.table)
    }
    key.list = optionsList(at: site)
    let hash = key.hashValue
    if let id = readText(key, hash: hash, at: site) {
      if let known = knownTexts[id.index] { return (known, known.reading?.value) }
      return topology.graph.texts[id.index].reading(within: topology.graph.limits.texts).map {
        (KnownText(id: id, program: programID(of: $0.resolution.program)), $0)
      }
    }
    // Compiling a pattern takes time, so nothing is parsed once the patterns are too long.
    let patternsLimit = topology.graph.limits.patternsLength
    guard topology.graph.patternsLength <= patternsLimit else { return nil }
    if !failures.isEmpty, let failure = failures[key] {
      report(failure, of: text, site)
      return nil
    }
    do throws(TextReading.Unreadable) {
      let reading = try read(key, at: site)
      topology.graph.patternsLength += reading.resolution.patternsLength
      guard topology.graph.patternsLength <= patternsLimit else {
        report(
          .limit, "the patterns of the form are longer than \(patternsLimit) bytes together",
          at: site,
          hint: "shorten them")
        return nil
      }
      let id = TextID(topology.graph.texts.count)
      topology.graph.texts.append(
        TextRecord(
          reading, text, isPredicate: isPredicate, wanted: key.wanted, table: key.table,
          list: key.list))
      topology.graph.textIndex.insert(id.code, hash: hash)
      return (KnownText(id: id, program: programID(of: reading.resolution.program)), reading)
    } catch {
      let failure = failure(error, key, site)
      failures[key] = failure
      report(failure, of: text, site)
      return nil
    }
  }

  /// A text that was parsed before and has the same meaning for a member.
  private func readText(_ key: TextIdentity, hash: Int, at site: Site) -> TextID? {
    text(key, hash: hash) { id, record in
      guard !record.isFunction else { return false }
      // Since the text was parsed, a name may have started or stopped to stand for items.
      guard hasTemplates || topology.graph.hasDaysOrTimes || record.asksForLists else {
        return true
      }
      let reading =
        knownTexts[id.index]?.reading?.value ?? record.reading(within: topology.graph.limits.texts)
      return reading.map { isAsRead($0, at: site) } ?? false
    }
  }

  private func read(
    _ key: TextIdentity, at site: Site
  ) throws(TextReading.Unreadable) -> TextReading {
    try TextReading(
      key.text.text, isPredicate: key.isPredicate, wanted: key.wanted,
      isCollection: { isCollection($0, for: site.owner) },
      isPlain: { isPlainCollection($0, for: site.owner) }, dateKind: { dateKind($0, at: site) },
      isSeveral: { isSeveral($0, at: site) },
      functions: topology.graph.functions, within: topology.graph.limits.texts
    ) { hash, isSame in
      topology.graph.programIndex.first(hash: hash) { isSame(topology.graph.programs[Int($0)]) }
        .map { topology.graph.programs[Int($0)] }
    }
  }

  /// Whether the same variables stand for items, for plain items, for days and for times, and the
  /// same of what the text asks for lists are choices of several, as when the text was parsed.
  @inline(never)
  private func isAsRead(_ reading: TextReading, at site: Site) -> Bool {
    guard reading.collections.choices.allSatisfy({ isSeveral($0, at: site) == $1 }) else {
      return false
    }
    let (all, wholes) = (reading.collections.all, reading.collections.wholes)
    let (items, plain) = (all.isEmpty ? nil : Set(all), wholes.isEmpty ? nil : Set(wholes))
    return reading.resolution.operands.allSatisfy { operand in
      let name = ExactText(operand.variable)
      let isItems = isCollection(operand.variable, for: site.owner)
      guard (items?.contains(name) == true) == isItems else { return false }
      let isSame =
        !isItems || operand.reading == .count
        || (plain?.contains(name) == true)
          == isPlainCollection(operand.variable, for: site.owner)
      return isSame && readsSameDates(operand, reading, at: site)
    }
  }

  private func readsSameDates(
    _ operand: Operand, _ reading: TextReading, at site: Site
  ) -> Bool {
    let dates = reading.collections.dates
    guard topology.graph.hasDaysOrTimes else { return dates.isEmpty }
    let name = operand.variable
    let keys: [ExactText] =
      switch operand.reading {
      case .column(let key), .fold(_, let key): [key]
      case .objects(let keys): keys
      case .value, .count, .attribute: []
      }
    let paths = reading.collections.paths.filter { path in
      if case .path(_, name) = path { true } else { false }
    }
    let sources =
      [DateSource.variable(name)] + keys.map { DateSource.key($0.text, ofVariable: name) } + paths
    return sources.allSatisfy { dateKind($0, at: site) == dates[$0] }
  }

  private mutating func programID(of program: Program) -> ProgramID {
    let hash = program.contentHash
    let known = topology.graph.programIndex.first(hash: hash) {
      topology.graph.programs[Int($0)] == program
    }
    if let known { return ProgramID(Int(known)) }
    let id = ProgramID(topology.graph.programs.count)
    topology.graph.programs.append(program, within: topology.graph.limits.texts)
    topology.graph.programIndex.insert(id.code, hash: hash)
    return id
  }

  /// The run of a text in one place.
  ///
  /// - Returns: Nil and reports the problems if the text cannot run there.
  mutating func run(_ text: String, isPredicate: Bool, _ site: Site) -> Run? {
    guard let (found, read) = known(text, isPredicate: isPredicate, site) else { return nil }
    var known = found
    if let run = known.run, item(of: site.owner) == nil { return run }
    // Any text that was parsed once can be parsed again.
    let (place, limits) = (known.id.index, topology.graph.limits.texts)
    guard let reading = read ?? topology.graph.texts[place].reading(within: limits) else {
      return nil
    }
    let (run, isSameEverywhere) = bind(reading, known, site)
    if isSameEverywhere { known.run = run }
    if known.reading == nil,
      hasTemplates || topology.graph.hasDaysOrTimes || !isSameEverywhere
        || !reading.collections.choices.isEmpty
    {
      known.reading = Shared(reading)
    }
    knownTexts[known.id.index] = known
    return run
  }

  /// Binds a parsed text in one place.
  ///
  /// - Returns: The run, or nil with the problems reported; and whether the run would be the same
  ///   in any other place outside of items.
  private mutating func bind(
    _ reading: TextReading, _ known: KnownText, _ site: Site
  ) -> (run: Run?, isSameEverywhere: Bool) {
    let warningsBefore = warningCount
    for warning in reading.warnings where !reading.isAboutBareKey(warning) {
      report(warning, .warning, site)
    }
    warnOfKeys(in: reading, site)
    if site.isOfOptions, let name = reading.collections.hostFunctions.min() {
      warn(
        .callPerOption, "the function '\(name)' is called once for each option", at: site,
        hint: "compute what it gives in a calculated row, if it does not read the option")
    }
    let errorsBefore = errorCount
    checkSelf(reading, topology.graph.texts[known.id.index].text, site)
    checkTables(reading, site)
    checkInnerLists(reading, site)
    if let range = reading.firstUseOfRandom {
      report(
        .use, "a form cannot use random numbers: it must give the same answer each time", at: site,
        textRange: range)
    }
    if let range = reading.firstUseOfUUID {
      topology.graph.textsWithUUIDs.insert(known.id)
      if !site.isOfValueGivenOnce {
        report(
          .use, "uuid() gives a value that stays, which only 'default' and 'once' do", at: site,
          textRange: range,
          hint: #"write "once": "uuid()" in a row of its own, and read that row here"#,
          hintsAtFile: true)
      }
    }
    currentText = known.id
    defer { currentText = nil }
    let binding = reading.resolution.operands.map { operand in
      if operand.reading == .column(ExactText(TextReading.previousName)),
        operand.variable == ItemsDefinition.itemName,
        meaning(of: operand.variable, for: site.owner) == nil,
        let item = item(of: site.owner)
      {
        return previousSlot(of: item, reading.previousUses, operand.range, site)
      }
      return slot(of: operand.variable, operand.reading, operand.range, site)
    }
    guard errorCount == errorsBefore else { return (nil, false) }
    let object = reading.firstUseOfSelf == nil ? nil : site.selfRow.map(Slot.value)
    let run = Run(
      code: .program(known.program), binding: binding.compactMap { $0 }, object: object,
      text: known.id)
    return (run, warningCount == warningsBefore && isSameEverywhere(run, reading, site))
  }

  /// Whether a run would be the same in any other place outside of items.
  ///
  /// The text must use neither SELF nor a UUID, which is for few places, and no slot may depend on
  /// the place.
  private func isSameEverywhere(_ run: Run, _ reading: TextReading, _ site: Site) -> Bool {
    reading.firstUseOfSelf == nil && reading.firstUseOfUUID == nil
      && item(of: site.owner) == nil
      && run.binding.allSatisfy { slot in
        switch slot {
        case .value(let row): topology.rows[row.index].hiddenValues != .nil
        case .input: true
        case .fact(let fact):
          if case .fact(.visibleValue) = topology.graph.nodes[fact] { false } else { true }
        }
      }
  }

  /// The run of a host's function in one place.
  ///
  /// It reads the declared dependencies. In a rule, the row's value comes before them.
  ///
  /// An asynchronous rule has no function to run: its run collects the arguments.
  mutating func functionRun(
    _ name: String, _ dependencies: [String], _ site: Site, isAsync: Bool = false
  ) -> Run? {
    let record = isAsync ? FunctionRecord.collecting : nil
    if let record, !topology.graph.functions.contains(where: { $0.name == record.name }) {
      topology.graph.functions.append(record)
    }
    let function = topology.graph.functions.firstIndex { $0.name == record?.name ?? name }
    if function == nil {
      let known = topology.graph.functions.map(\.name).filter {
        $0 != FunctionRecord.collecting.name
      }
      let nearest = Spelling.nearest(to: name, among: known)
      report(
        .unknownName, FunctionRecord.unknown(name), at: site,
        hint: nearest.map { "did you mean \($0)?" } ?? FunctionRecord.supplyHint)
    }
    let errorsBefore = errorCount
    let names = (site.selfRow == nil ? [] : ["SELF"]) + dependencies
    let own = site.selfRow.map { [Slot.value($0)] } ?? []
    let binding =
      own
      + dependencies.map { dependency -> Slot? in
        let parts = dependency.split(separator: ".", maxSplits: 1).map(String.init)
        // The definition checker reports an invalid name.
        if function == nil || isAsync, !parts.allSatisfy({ Identifier.isValid($0) }) { return nil }
        let attribute = parts.count > 1 ? parts[1] : nil
        if let attribute, !TextReading.claimedNames.contains(attribute) {
          report(
            .unknownName, "unknown attribute in '\(dependency)'", at: site,
            hint: Spelling.nearest(to: attribute, among: TextReading.writtenNames.sorted()).map {
              "did you mean \(parts[0]).\($0)?"
            })
          return nil
        }
        return slot(
          of: parts.first ?? dependency, attribute.map { .attribute(ExactText($0)) } ?? .value, nil,
          site)
      }
    guard let function, errorCount == errorsBefore else { return nil }
    let text = "\(name)(\(names.joined(separator: ", ")))"
    let key = TextIdentity(text: ExactText(text), isPredicate: true)
    let hash = key.hashValue
    let known = self.text(key, hash: hash) { $1.isFunction }
    let id = known ?? TextID(topology.graph.texts.count)
    if known == nil {
      topology.graph.texts.append(TextRecord(function: text, dependencies: names))
      topology.graph.textIndex.insert(id.code, hash: hash)
    }
    return Run(
      code: .function(FunctionID(function)), binding: binding.compactMap { $0 }, object: nil,
      text: id)
  }

  /// Reports keys without `$`, and SELF outside of rules and option filters.
  private mutating func checkSelf(_ reading: TextReading, _ text: String, _ site: Site) {
    for (name, range) in reading.bareKeys {
      // In SUBQUERY, the parser knows the variable that was meant.
      let warning = reading.warnings.first { $0.range == range && reading.isAboutBareKey($0) }
      reportBareKey(
        name, range, reading.bracedKeys[range], site, in: text, hint: warning?.hint)
    }
    if reading.bareKeys.isEmpty, site.selfRow == nil, !site.isOfOptions,
      let range = reading.firstUseOfSelf
    {
      report(
        .use, "SELF is the value of a row in its rules and texts, and has no meaning here",
        at: site,
        textRange: range, hint: "name the row, $tag")
    }
  }
}
