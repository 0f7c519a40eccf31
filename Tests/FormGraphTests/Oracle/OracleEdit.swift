// An edit as the random tests make it: put into a draft for the engine, applied by hand to the
// naive form.

import Foundation
import Predicate

@testable import FormGraph

/// One edit of a transaction.
enum OracleEdit {
  case set(String, Value)
  case select(String, Value)
  case reset(String)
  case setNow(Date)
  case move(forward: Bool)
  case table(String, FormTable)
  case shape(ShapeEdit)

  var isOfShape: Bool {
    if case .shape = self { return true }
    return false
  }

  /// Puts the edit into a draft.
  func add(to draft: inout Draft) {
    switch self {
    case .set(let name, let value): draft.set(name, to: value)
    case .select(let name, let option): draft.select(option, of: name)
    case .reset(let name): draft.reset(name)
    case .setNow(let now): draft.setNow(now)
    case .table(let name, let table): draft.replaceTable(name, with: table)
    case .move(let isForward): if isForward { draft.goForward() } else { draft.goBack() }
    case .shape(let edit): Self.add(edit, to: &draft)
    }
  }

  private static func add(_ edit: ShapeEdit, to draft: inout Draft) {
    switch edit {
    case .insertRows(let rows, let position): draft.insertRows(rows, at: position)
    case .removeRows(let names): draft.removeRows(names)
    case .moveRow(let name, let position): draft.moveRow(name, to: position)
    case .swapRows(let name, let other): draft.swapRows(name, other)
    case .replaceRows(let range, let section, let members, let rows):
      draft.replaceRows(range, in: section, among: members, with: rows)
    case .insertSections(let sections, let position): draft.insertSections(sections, at: position)
    case .removeSections(let names): draft.removeSections(names)
    case .moveSection(let name, let position): draft.moveSection(name, to: position)
    case .swapSections(let name, let other): draft.swapSections(name, other)
    case .insertItem(let section, let position, let value, let template):
      draft.insertItem(in: section, at: position, value: value, template: template)
    case .removeItem(let section, let position): draft.removeItem(in: section, at: position)
    case .moveItem(let section, let position, let other):
      draft.moveItem(in: section, from: position, to: other)
    case .setCondition(let attribute, let row, let condition):
      draft.setCondition(attribute, of: row, to: condition)
    case .setSectionCondition(let attribute, let section, let condition):
      draft.setCondition(attribute, ofSection: section, to: condition)
    case .setCollapsed(let section, let isCollapsed): draft.setCollapsed(isCollapsed, section)
    case .setReadOnly(let condition): draft.setReadOnly(condition)
    case .setRules(let row, let rules): draft.setRules(of: row, to: rules)
    case .addRules(let row, let rules): draft.addRules(RuleSet(rules), to: row)
    case .removeRule(let row, let id): draft.removeRule(id: id, of: row)
    case .setBounds(let row, let bounds): draft.setBounds(of: row, to: bounds)
    case .setOptions(let row, let options): draft.setOptions(of: row, to: options)
    case .setFormula(let row, let formula): draft.setFormula(of: row, to: formula)
    }
  }
}
