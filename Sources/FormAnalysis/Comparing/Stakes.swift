// What a changed condition puts at stake: whether saved answers may hold values for what it hides
// or disables, and whether anything there can be invalid once it is shown.

import FormGraph

/// What saved answers may hold of a part of a form.
struct Stake {
  /// Whether answers of the old form may have a value there that the new form still takes.
  var hasAnswers = false
  /// Whether something there asks for a value or judges one.
  var isDemanding = false

  /// What another text of a condition that hides or disables does to saved answers.
  ///
  /// The texts are those of `CanonicalText.state`.
  func breaks(_ old: String, _ new: String) -> FormChange.Breaking {
    switch (old, new) {
    case _ where old == new: .no
    // A value for what is hidden or disabled is refused.
    case (_, "true"): hasAnswers ? .yes : .no
    case ("false", _): hasAnswers ? .sometimes : .no
    // What was hidden was not judged.
    case (_, "false"): isDemanding ? .unknown : .no
    default: hasAnswers || isDemanding ? .unknown : .no
    }
  }

  mutating func merge(_ other: Stake) {
    hasAnswers = hasAnswers || other.hasAnswers
    isDemanding = isDemanding || other.isDemanding
  }
}

/// What is at stake in each part of a new form.
struct Stakes {
  /// By the index of each new member; of a section, what is in it.
  private(set) var ofNew: [Stake]
  private(set) var ofForm = Stake()
  /// By the tag of each section.
  private var bySection: [String: Stake] = [:]
  /// By the index of each member, what it and the sections around it say of being shown: 0 always,
  /// 1 under a condition, 2 never.
  private let oldLevels: [Int]
  private let newLevels: [Int]

  /// - Complexity: O(n) in the number of members.
  init(_ matching: MemberMatching, dropped: Set<Int>) {
    let levels = Self.levels(matching.old)
    oldLevels = levels
    newLevels = Self.levels(matching.new)
    ofNew = matching.new.enumerated().map { index, member in
      let old = matching.oldOfNew[index]
      // A value for what was never shown was refused before.
      let isKept =
        old.map { index in
          matching.old[index].isAnswered && !dropped.contains(index) && levels[index] < 2
        } ?? false
      return Stake(hasAnswers: isKept, isDemanding: member.isDemanding)
    }
    // A section stands before what is in it.
    for index in ofNew.indices.reversed() {
      let member = matching.new[index]
      if let parent = member.parent { ofNew[parent].merge(ofNew[index]) }
      ofForm.merge(ofNew[index])
      if member.section != nil, let tag = member.tag { bySection[tag] = ofNew[index] }
    }
  }

  /// What is at stake on a page.
  func of(_ page: PageDefinition) -> Stake {
    var stake = Stake()
    for tag in page.sections { stake.merge(bySection[tag] ?? Stake()) }
    return stake
  }

  /// What it does to the answers of a member that it goes from one section into another.
  func breaksIfMoved(from old: Int?, to new: Int?) -> FormChange.Breaking {
    let (oldLevel, newLevel) = (old.map { oldLevels[$0] } ?? 0, new.map { newLevels[$0] } ?? 0)
    guard newLevel > oldLevel else { return .no }
    return newLevel == 2 ? .yes : .sometimes
  }

  private static func levels(_ members: [FormMember]) -> [Int] {
    var levels: [Int] = []
    levels.reserveCapacity(members.count)
    for member in members {
      let conditions = [
        member.section?.hidden ?? member.row?.hidden,
        member.section?.disabled ?? member.row?.disabled,
      ]
      let own = conditions.map { condition in
        switch CanonicalText.state(condition) {
        case "false": 0
        case "true": 2
        default: 1
        }
      }
      levels.append(max(own.max() ?? 0, member.parent.map { levels[$0] } ?? 0))
    }
    return levels
  }
}

extension FormMember {
  /// Whether the member asks for a value or judges one.
  fileprivate var isDemanding: Bool {
    if let items { return items.minimum != nil || items.maximum != nil }
    guard let row else { return false }
    return row.required != nil || !row.rules.isEmpty || !row.bounds.isEmpty || row.options != nil
  }
}
