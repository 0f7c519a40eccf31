// Checks a migration against the two versions of a form that it leads from and to.

public import FormGraph
import Predicate

extension Migration {
  /// What is wrong with the migration: unknown names, names that are taken or missing, mapped
  /// values that are not options, and removed rows that it says nothing about.
  ///
  /// - Parameters:
  ///   - old: The form that answers were saved with.
  ///   - new: The form that they are read with.
  /// - Returns: The problems, with their paths in the migration and hints.
  /// - Complexity: O(n) in the size of both forms, and for each unknown name.
  public func problems(from old: CompiledForm, to new: CompiledForm) -> [Problem] {
    var resolved = ResolvedMigration(
      self, FormMembers(old.definition), FormMembers(new.definition))
    let matching = MemberMatching(resolved)
    for (index, options) in resolved.maps.sorted(by: { $0.key < $1.key }) {
      Self.check(options, of: index, &resolved, matching)
    }
    let added = matching.new.indices.filter { matching.oldOfNew[$0] == nil }
      .compactMap { matching.new[$0].name }
    for (index, member) in matching.old.enumerated() {
      guard member.isAnswered, !resolved.dropped.contains(index) else { continue }
      // If a whole list is gone, the problem is reported once, at the list.
      if let list = matching.oldList(of: member), matching.newOfOld[list] == nil { continue }
      let place = member.place
      if let other = matching.newOfOld[index] {
        guard
          matching.list(of: member, areOld: true)
            != matching.list(of: matching.new[other], areOld: false)
        else { continue }
        resolved.report(
          "'\(place)' has moved into or out of a list, and its values cannot follow",
          JSONPath(), hint: "add '\(place)' to \"drop\"")
      } else if !resolved.misnamed.contains(index) {
        let nearest = resolved.searchesHints ? Spelling.nearest(to: place, among: added) : nil
        resolved.report(
          "the new form has no '\(place)', and the migration does not say what becomes of it",
          JSONPath(),
          hint: nearest.map { "rename it to '\($0)', or add it to \"drop\"" }
            ?? "rename it, or add it to \"drop\"")
      }
    }
    return resolved.problems
  }

  private static func check(
    _ options: [String: Value], of index: Int, _ resolved: inout ResolvedMigration,
    _ matching: MemberMatching
  ) {
    let member = matching.old[index]
    guard let name = resolved.mapNames[index] else { return }
    let path = JSONPath().appending("map").appending(name)
    guard let target = matching.newOfOld[index], let row = matching.new[target].row else {
      resolved.report(
        "the new form has no '\(name)'", path, hint: "rename '\(name)', or leave out the map")
      return
    }
    let known = member.row?.options?.written.map { $0.map { text(of: $0.value) } }
    let knownTexts = Set(known ?? [])
    let words = (row.options?.written ?? []).map { text(of: $0.value) }
    for (old, new) in options.sorted(by: { $0.key < $1.key }) {
      let path = path.appending(old)
      if let known, member.row?.allowsOther != true, !knownTexts.contains(old) {
        resolved.report(
          "'\(old)' is not an option of the old '\(name)'", path,
          hint: resolved.searchesHints
            ? Spelling.nearest(to: old, among: known).map { "did you mean '\($0)'?" } : nil)
      }
      guard row.options?.written != nil, row.place(ofOption: new) == nil else { continue }
      if row.allowsOther, case .string = new { continue }
      let nearest =
        resolved.searchesHints ? Spelling.nearest(to: text(of: new), among: words) : nil
      resolved.report(
        "\(CanonicalText.value(new)) is not an option of the new '\(matching.new[target].place)'",
        path,
        hint: nearest.map { "did you mean '\($0)'?" }
          ?? (words.isEmpty
            ? nil : "the options are \(words.prefix(8).joined(separator: ", "))"))
    }
  }
}
