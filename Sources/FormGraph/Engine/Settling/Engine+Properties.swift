// Evaluates the texts, bounds and the display of members. A formula that fails prints nothing, and
// the rest of its text stands.

import Predicate

extension Engine {
  @inline(never)
  mutating func settleProperty(_ node: PackedNode, _ property: Property) {
    let variant = property.variants[state.variant(of: property, in: topology)]
    if variant.hasFormulas { noteEvaluation(of: node.id) }
    var problem: NodeProblem?
    // Everything but bounds becomes text at once.
    let isBound = property.name.isBound
    let isDisplay = property.name == .display
    var values: [Value] = []
    var left = topology.graph.limits.valueBytes
    for part in variant.parts {
      switch part {
      case .literal(let text): values.append(.string(text))
      case .parameter: values.append(.null)
      case .formula(let run):
        do throws(NodeProblem) {
          let value = try value(of: run)
          let kind = topology.text(of: run).dateKind
          values.append(
            isBound || value.isNull && isDisplay
              ? value : .string(state.shown(value, as: kind, isGrouped: isDisplay)))
        } catch {
          problem = problem ?? .part(run.text, error)
          values.append(isBound || isDisplay ? .null : .string(""))
        }
      }
      // What comes after a part that had to be cut is not computed.
      if !isBound, cut(&values[values.count - 1], to: &left) {
        problem = problem ?? .tooLong(topology.graph.limits.valueBytes)
        break
      }
    }
    let result = result(of: property, values, &problem)
    setProblem(problem, of: node.id)
    let isOther = setFact(result, of: node.id)
    if isOther { markReaders(of: node) }
    guard isBound, case .section(let list) = property.owner else { return }
    if property.name == .count {
      recounts.append(Recount(list: list, node: node.id, isOther: isOther))
      // Lists in items wait for the others of their rank.
      if node.item < 0 { settleCounts() }
    } else {
      // Also if the result is nil as that of a node which is new: the node before may have had one.
      countItems(of: list)
    }
  }

  private func result(
    of property: Property, _ values: [Value], _ problem: inout NodeProblem?
  ) -> Value {
    if property.name.isBound {
      guard let value = values.first else { return .null }
      guard let row = property.owner.row else { return count(value, &problem) }
      let bound = bound(value, of: row, &problem)
      // No value is a whole number of such steps, so every value would be invalid.
      guard property.name == .step, !bound.isNull, !Value.int(0).precedes(bound) else {
        return bound
      }
      problem = problem ?? .notAStep(value)
      return .null
    }
    // A message keeps the places of its parameters: the verdict fills them in.
    if property.name.isMessage { return .array(values) }
    // A display that yields nil is none.
    if property.name == .display, values == [.null] { return .null }
    return .string(
      values.reduce(into: "") { text, value in
        if case .string(let part) = value { text += part }
      })
  }

  /// Takes the bytes of a part of a text from those that are left, and cuts the part if it is
  /// longer.
  ///
  /// - Returns: Whether the part was cut.
  private func cut(_ value: inout Value, to left: inout Int) -> Bool {
    guard case .string(var text) = value else { return false }
    guard text.utf8.count > left else {
      left -= text.utf8.count
      return false
    }
    text.cut(toBytes: left)
    value = .string(text)
    return true
  }

  /// A number of items, or nil; nil, with a problem, if it is something else.
  private func count(_ value: Value, _ problem: inout NodeProblem?) -> Value {
    if value.isNull { return .null }
    if let count = ItemTemplates.count(value) { return .int(count) }
    problem = problem ?? .notACount(value)
    return .null
  }

  /// A bound as the row compares it; nil, with a problem, if it is of another kind.
  private func bound(_ value: Value, of row: RowIndex, _ problem: inout NodeProblem?) -> Value {
    let kind = topology.rows[row.index].kind
    let boundKind = kind == .choices ? ValueKind.int : kind
    if let converted = boundKind.converted(value, within: topology.graph.limits.valueBytes) {
      return converted
    }
    problem = problem ?? .wrongKind(value)
    return .null
  }

  /// The value of a row as texts of others show it; nil if there is none.
  ///
  /// A row that counts as nil while it is hidden shows nothing then, whatever its display says.
  func display(of row: RowIndex) -> Value {
    let record = topology.row(row)
    if record.hiddenValues == .nil, state.attributes.isHidden(row, in: topology) { return .null }
    let value = state.readValue(of: row, in: topology)
    return state.display(of: value, of: record).map(Value.string) ?? .null
  }
}

extension String {
  /// Cuts the text behind the last whole character within so many bytes.
  fileprivate mutating func cut(toBytes limit: Int) {
    var end = startIndex
    var bytes = 0
    for index in indices {
      bytes += self[index].utf8.count
      guard bytes <= limit else { break }
      end = self.index(after: index)
    }
    removeSubrange(end...)
  }
}
