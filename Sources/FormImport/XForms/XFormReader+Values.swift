// What the nodes of an XForm hold at the start, and what computes them: values in the instance,
// formulas, preloads, and actions when the form opens or another node changes.

import FormFile
import Predicate

extension XFormReader {
  /// Translates the relevance and the formulas of all nodes, and finds the nodes that a condition
  /// around them reads.
  mutating func translateNodes() {
    translator.hideable = Set(nodes.nodes.indices.filter { bind("relevant", of: $0) != nil })
    for index in nodes.nodes.indices {
      if let attribute = bind("relevant", of: index), constant(attribute.value.string) == nil {
        relevance[index] = translator.condition(attribute.value.string, of: index)
      }
      if let calculate = nodes.nodes[index].calculate {
        formulas[index] = translator.formula(calculate, of: index)
      }
    }
    // A hostile form must not make this quadratic; after so many steps only direct readings count.
    var stepsLeft = 1_000_000
    for index in nodes.nodes.indices {
      guard let condition = relevance[index] else { continue }
      var seen = condition.reads
      if condition.readsItself { seen.insert(index) }
      var open = Array(seen)
      while let read = open.popLast() {
        if nodes.nodes[read].children.isEmpty, read == index || nodes.isInside(read, index) {
          kept.insert(read)
        }
        stepsLeft -= 1
        guard stepsLeft > 0 else { continue }
        var further = formulas[read]?.reads ?? []
        var around: Index? = read
        while let node = around {
          further.formUnion(relevance[node]?.reads ?? [])
          around = nodes.nodes[node].parent
        }
        for next in further where seen.insert(next).inserted { open.append(next) }
      }
    }
  }

  /// Whether the number of items of a list depends on the items.
  ///
  /// - Complexity: O(n) in what the formula and those of its nodes read.
  func isCircular(_ count: XPathTranslation, of list: Index) -> Bool {
    var seen = count.reads
    var open = Array(seen)
    while let read = open.popLast() {
      if read == list || nodes.isInside(read, list) { return true }
      for next in formulas[read]?.reads ?? [] where seen.insert(next).inserted {
        open.append(next)
      }
    }
    return false
  }

  /// Reads what a row holds at the start, and its formula.
  ///
  /// A row has one of the keys for this: a formula replaces what the instance has.
  mutating func readStart(
    of index: Index, _ row: inout RowDefinition, _ member: inout ImportedMember
  ) {
    let hasFormula = readFormula(of: index, &row, &member)
    readPreload(of: index, &row, &member, hasFormula)
    for action in facts[index].setters where action.source == nil {
      guard let formula = formula(of: action, &member, as: "default") else { continue }
      if row.isCalculated || row.isFilled {
        log.lose(
          .detail, "setvalue", place(action.element, of: index),
          "the node has another formula for its value")
      } else {
        row.defaultFormula = formula
        let place = place(action.element, of: index)
        member.put(.default, at: place)
        let events = action.element.attributes.first { $0.name.local == "event" }?.value.string
        if events?.words.contains("odk-new-repeat") != true, !nodes.lists(around: index).isEmpty {
          log.add(
            .changed, .detail, "setvalue", place, "default", because: "new items have it too")
        }
      }
    }
    guard !row.isCalculated, !row.isFilled else { return }
    let kind = row.type.valueKind
    // Without a template, a new item is empty, whatever the first one holds.
    let isOfFirstItem = nodes.lists(around: index).last.map { !facts[$0].hasTemplate } ?? false
    let text = isOfFirstItem ? "" : facts[index].element.text
    starts[index] = (kind, !text.isEmpty)
    guard !text.isEmpty else {
      // A switch starts as false, and a node without text has no value.
      if kind == .bool { row.value = .null }
      return
    }
    let place = Place(facts[index].element.startRange, path: nodes.path(of: index))
    guard let value = value(text, as: kind) else {
      return log.lose(
        .detail, "value", place, "\(Problem.quoted(text)) is not \(kind.description)")
    }
    row.value = value
    member.put(.value, at: place)
    addValue(text, kind, place)
  }

  /// Adds the line of a value of the instance.
  mutating func addValue(_ text: String, _ kind: ValueKind, _ place: Place) {
    // JavaRosa reads `10:30:00.000+02:00` as a point in time, and shows it where the device is.
    let isZoned = kind == .time && text.contains { "+-Z".contains($0) }
    log.add(
      isZoned ? .changed : .carried, .detail, "value", place, "value",
      because: isZoned ? "a time of day has no time zone" : nil)
  }

  /// The value that a text of the instance is in a row; nil if it is none.
  func value(_ text: String, as kind: ValueKind) -> Value? {
    switch kind {
    case .none: nil
    case .choices: .array(text.words.map(Value.string))
    case .int: Int64(text).map(Value.int)
    case .decimal: Double(text).flatMap { kind.converted(.double($0)) }
    // JavaRosa reads no day that has something behind it.
    case .day where text.contains(" "): nil
    case .bool: ["true": true, "1": true, "false": false, "0": false][text.lowercased()]
    default: kind.convertedFromJSON(.string(text))
    }
  }

  // MARK: - Formulas

  private mutating func readFormula(
    of index: Index, _ row: inout RowDefinition, _ member: inout ImportedMember
  ) -> Bool {
    guard let attribute = bind("calculate", of: index), var translation = formulas[index] else {
      return false
    }
    let isOnce = isOnce(index)
    let isAsked = facts[index].control != nil
    let isSuggested = isAsked && !isLocked(index)
    let key = isOnce ? "once" : isSuggested ? "suggested" : "calculated"
    if readsItself(index), translation.text != nil, !saysOnce(index) {
      translation.changes.append(
        XPathTranslation.Note("it reads its own value, so it is computed while there is none"))
    }
    report(translation, "calculate", attribute, of: index, as: key)
    guard let text = translation.text else { return false }
    let place = place(attribute, of: index)
    if isOnce {
      row.once = text
      member.put(.once, at: place)
    } else if isSuggested {
      row.suggested = SuggestedFormula(text)
      member.put(.suggested, at: place)
    } else {
      row.calculated = isAsked ? text : whileRelevant(text, index)
      member.put(.calculated, at: place)
    }
    return true
  }

  /// The formula of a hidden row, which gives nothing while its node is not relevant.
  ///
  /// A row that is hidden by itself does not lose its value when what is around it hides.
  private func whileRelevant(_ formula: String, _ index: Index) -> String {
    guard !kept.contains(index) else { return formula }
    if let attribute = bind("relevant", of: index), constant(attribute.value.string) == false {
      return "nil"
    }
    var text = formula
    if let group = conditionalGroup(around: index), let tag = nodes.nodes[group].tag {
      text = "if($\(tag).isHidden == YES, nil, \(text))"
    }
    if let condition = relevance[index]?.text { text = "if(\(condition), \(text), nil)" }
    return text
  }

  /// The nearest group or list around a node that has a condition; what hides it covers those
  /// around it.
  func conditionalGroup(around index: Index) -> Index? {
    var around = nodes.nodes[index].parent
    while let group = around {
      if relevance[group]?.text != nil { return group }
      around = nodes.nodes[group].parent
    }
    return nil
  }

  /// Whether a formula always gives the value of a node, so that nothing else can.
  func isComputed(_ index: Index) -> Bool {
    guard let formula = formulas[index], formula.text != nil, !isOnce(index) else { return false }
    return facts[index].control == nil || isLocked(index)
  }

  /// Whether the formula of a node is computed once.
  private func isOnce(_ index: Index) -> Bool { readsItself(index) || saysOnce(index) }

  /// Whether the formula of a node reads the value that it gives.
  private func readsItself(_ index: Index) -> Bool {
    formulas[index].map { $0.readsItself || $0.reads.contains(index) } ?? false
  }

  /// Whether the formula of a node says that its value stays: a UUID does, too.
  private func saysOnce(_ index: Index) -> Bool { formulas[index]?.isOnce == true }

  /// Whether people can never edit a node.
  private func isLocked(_ index: Index) -> Bool {
    bind("readonly", of: index).map { constant($0.value.string) == true } ?? false
  }

  // MARK: - Preloads

  /// Reads what JavaRosa puts into the node when the form opens.
  private mutating func readPreload(
    of index: Index, _ row: inout RowDefinition, _ member: inout ImportedMember, _ hasFormula: Bool
  ) {
    let own = facts[index].bind.filter { $0.name.namespace == XFormNamespace.javaRosa }
    guard let preload = own.first(where: { $0.name.local == "preload" }) else { return }
    let params = own.first { $0.name.local == "preloadParams" }
    let word = preload.value.string.trimmed
    let param = params?.value.string.trimmed ?? ""
    let place = place(preload, of: index)
    let paramsPlace = params.map { self.place($0, of: index) }
    guard !hasFormula, row.type.valueKind != .none else {
      log.lose(.detail, "jr:preload", place, "the node has another formula for its value")
      return
    }
    let successor: String
    switch (word, param) {
    case ("date", "today") where row.type == .date:
      row.defaultFormula = "today()"
      successor = "default today()"
    case ("timestamp", "start") where row.type == .dateTime:
      row.defaultFormula = "now()"
      successor = "default now()"
    case ("uid", _) where row.type == .text:
      row.once = "concat('uuid:', uuid())"
      successor = "once uuid()"
    default:
      let isChoice = [.choice, .choices].contains(row.type.valueKind)
      let name = input(for: param.isEmpty ? word : param, isChoice ? .text : row.type)
      row.defaultFormula = "$\(name)"
      successor = "default, the input '\(name)'"
    }
    member.put(row.once == nil ? .default : .once, at: place)
    log.add(.carried, .detail, "jr:preload", place, successor)
    if let paramsPlace { log.add(.carried, .detail, "jr:preloadParams", paramsPlace, successor) }
  }

  /// The name of the input for something that the host knows, which may be asked for twice.
  private mutating func input(for word: String, _ type: RowType) -> String {
    var name = XFormTags.tag("host_\(word)")
    while tagNames.contains(name.lowercased()) || inputs[name].map({ $0.type != type }) ?? false {
      name += "_"
    }
    inputs[name] = InputDefinition(name: name, type: type, value: .null)
    return name
  }

  // MARK: - Actions

  /// The formula of an action; nil if it is lost.
  private mutating func formula(
    of action: Action, _ member: inout ImportedMember, as key: String
  ) -> String? {
    let place = place(action.element, of: action.target)
    log.add(.carried, .detail, "setvalue", place, key)
    guard let attribute = action.element.attribute("value"), !attribute.value.string.isEmpty else {
      let text = action.element.text
      guard !text.isEmpty else { return "nil" }
      let quote = text.contains("'") ? "\"" : "'"
      let translation = translator.formula("\(quote)\(text)\(quote)", of: action.target)
      guard let formula = translation.text else {
        log.lose(.detail, "setvalue", place, translation.loss?.reason ?? "it cannot be written")
        return nil
      }
      return formula
    }
    let translation = translator.formula(attribute.value.string, of: action.target)
    report(translation, "setvalue/@value", attribute, of: action.target, as: key)
    return translation.text
  }

  /// Reads what an edit of the row sets off.
  mutating func readTriggers(
    of index: Index, _ row: inout RowDefinition, _ member: inout ImportedMember
  ) {
    for action in facts[index].setters where action.source != nil {
      let place = place(action.element, of: action.target)
      guard let tag = nodes.nodes[action.target].tag, canBeSet(action.target, from: index) else {
        log.lose(
          .detail, "setvalue", place,
          "it sets a node of another repeat, or one that a formula gives its value")
        continue
      }
      guard let formula = formula(of: action, &member, as: "whenChanged") else { continue }
      member.parts.append(
        (JSONPath([.key("whenChanged"), .index(row.whenChanged.count)]), place))
      row.whenChanged.append(.set(tag, to: formula))
    }
  }

  private func canBeSet(_ target: Index, from source: Index) -> Bool {
    guard case .value = nodes.nodes[target].content, target != source else { return false }
    return !isComputed(target)
      && nodes.lists(around: source).starts(with: nodes.lists(around: target))
  }
}
