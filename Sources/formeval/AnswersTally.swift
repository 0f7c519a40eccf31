// What many lines of answers add up to: how many are valid, and which errors they have.

import FormGraph
import Predicate

/// The counts of a batch of answers.
struct AnswersTally {
  private var validCount = 0
  private var invalidCount = 0
  private var refusedCount = 0
  private var unreadableCount = 0
  /// The number of lines whose answers are valid, but whose evaluation fails somewhere.
  private var failingCount = 0
  private var counts: [Kind: Count] = [:]
  /// The number of complaints that are in no entry of `counts`.
  private var otherCount = 0

  /// Complaints that are counted together: the same about the same row, in whichever item.
  private struct Kind: Hashable {
    let name: String?
    /// The rule that is broken; nil if it has no name.
    var rule: String?
    /// The message without the values in it; empty if the rule has a name.
    var sentence = ""
    /// Whether the form does not know the name, so that there may be any number of such kinds.
    var isUnknown = false

    init(_ reason: EditError.Reason) {
      name = Self.withoutPositions(reason.tag)
      sentence = Self.withoutValues(reason.description)
      isUnknown = reason.kind == .unknown
    }

    init(_ error: RowError, of name: String?) {
      self.name = name.map(Self.withoutPositions)
      rule = error.id
      if rule == nil { sentence = Self.withoutValues(error.message) }
    }

    /// The address of an item without its positions: `visits[].dose` for `visits[3].dose`.
    private static func withoutPositions(_ name: String) -> String {
      guard name.utf8.contains(UInt8(ascii: "[")) else { return name }
      let parts = name.split(separator: "[", omittingEmptySubsequences: false)
      return parts.map { $0.drop(while: \.isWholeNumber) }.joined(separator: "[")
    }

    /// A sentence without what stands in quotes and without words that have digits.
    ///
    /// - Complexity: O(n) in its bytes: every error of every line comes here.
    private static func withoutValues(_ sentence: String) -> String {
      let (quote, space) = (UInt8(ascii: "'"), UInt8(ascii: " "))
      var kept: [UInt8] = []
      kept.reserveCapacity(sentence.utf8.count)
      /// Where the last word begins in `kept`.
      var start = 0
      var (hasDigit, isQuoted) = (false, false)
      for byte in sentence.utf8 {
        if byte == quote || byte == space && !isQuoted {
          if hasDigit { kept.removeLast(kept.count - start) }
          kept.append(byte)
          (start, hasDigit) = (kept.count, false)
          if byte == quote { isQuoted.toggle() }
        } else if !isQuoted {
          kept.append(byte)
          hasDigit = hasDigit || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
      }
      if hasDigit { kept.removeLast(kept.count - start) }
      return String(decoding: kept, as: UTF8.self)
    }
  }

  private struct Count {
    var count: Int
    /// The first message in the order of texts, so that the summary does not depend on threads.
    var message: String
    /// Whether there are other messages.
    var isVaried: Bool

    mutating func add(_ other: Count) {
      count += other.count
      isVaried = isVaried || other.isVaried || message != other.message
      message = min(message, other.message)
    }
  }

  /// The largest number of kinds that are counted apart.
  ///
  /// Beyond it the rarer half counts as others, of unknown names first, because strangers may send
  /// any number of them. So a frequent kind is listed however late it comes.
  var maximumKinds = 10_000
  /// The largest number of kinds that are listed.
  private static let maximumListed = 20

  /// Whether a line was not valid, or an evaluation failed.
  var isFaulty: Bool { invalidCount + refusedCount + unreadableCount + failingCount > 0 }

  mutating func count(_ result: AnswersResult) {
    if result.isUnreadable {
      unreadableCount += 1
    } else if !result.refused.isEmpty {
      refusedCount += 1
    } else if result.isValid {
      validCount += 1
      if !result.isGood { failingCount += 1 }
    } else {
      invalidCount += 1
    }
    for reason in result.refused { add(reason.description, of: Kind(reason)) }
    for error in result.errors where error.error.severity == .error {
      add(error.error.message, of: Kind(error.error, of: error.name))
    }
  }

  /// Adds the counts of other lines.
  mutating func add(_ other: AnswersTally) {
    validCount += other.validCount
    invalidCount += other.invalidCount
    refusedCount += other.refusedCount
    unreadableCount += other.unreadableCount
    failingCount += other.failingCount
    otherCount += other.otherCount
    for (kind, count) in other.counts { add(count, of: kind) }
  }

  private mutating func add(_ message: String, of kind: Kind) {
    add(Count(count: 1, message: message, isVaried: false), of: kind)
  }

  private mutating func add(_ count: Count, of kind: Kind) {
    counts[kind, default: Count(count: 0, message: count.message, isVaried: false)].add(count)
    if counts.count > maximumKinds { dropRarer() }
  }

  private mutating func dropRarer() {
    let unknown = counts.filter(\.key.isUnknown)
    let candidates = unknown.count > counts.count / 2 ? unknown : counts
    for (kind, count) in Self.sorted(candidates).dropFirst(candidates.count / 2) {
      otherCount += count.count
      counts[kind] = nil
    }
  }

  /// Kinds by their counts, the most frequent first.
  private static func sorted(_ counts: [Kind: Count]) -> [(key: Kind, value: Count)] {
    counts.sorted { left, right in
      if left.value.count != right.value.count { return left.value.count > right.value.count }
      return (left.key.name ?? "", left.value.message) < (right.key.name ?? "", right.value.message)
    }
  }

  /// The summary: a line of counts, and the most frequent complaints.
  var text: String {
    let lineCount = validCount + invalidCount + refusedCount + unreadableCount
    var parts = ["\(validCount) valid", "\(invalidCount) invalid", "\(refusedCount) refused"]
    if unreadableCount > 0 { parts.append("\(unreadableCount) unreadable") }
    if failingCount > 0 { parts.append("\(failingCount) valid with failing conditions") }
    var lines = ["\(counted(lineCount, "line")): \(parts.joined(separator: ", "))"]
    let sorted = Self.sorted(counts)
    var columns = Columns()
    for (kind, count) in sorted.prefix(Self.maximumListed) {
      let message = count.message.printable.clipped
      columns.append(
        Cell("\(count.count)"), Cell(kind.name?.printable.clipped ?? ""),
        Cell(count.isVaried ? "\(message) (or with other values)" : message))
    }
    lines += columns.lines(Style(isColored: false), indent: "  ")
    let left = sorted.dropFirst(Self.maximumListed).reduce(otherCount) { $0 + $1.value.count }
    if left > 0 { lines.append("  and \(counted(left, "error")) of other kinds") }
    return lines.joined(separator: "\n") + "\n"
  }
}
