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
    /// What complaints about one row have in common.
    enum Cause: Hashable {
      /// The values are refused for the same kind of reason.
      case refusal(EditError.Kind)
      /// The same rule is broken.
      case rule(String)
      case message(String)
    }

    let name: String?
    let cause: Cause

    init(name: String?, _ cause: Cause) {
      self.name = name.map(Self.withoutPositions)
      self.cause = cause
    }

    /// The address of an item without its positions: `visits[].dose` for `visits[3].dose`.
    private static func withoutPositions(_ name: String) -> String {
      guard name.utf8.contains(UInt8(ascii: "[")) else { return name }
      let parts = name.split(separator: "[", omittingEmptySubsequences: false)
      return parts.map { $0.drop(while: \.isWholeNumber) }.joined(separator: "[")
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
  /// Strangers' answers may make any number of them. Beyond this one, the rarer half counts as
  /// others, so a frequent kind is listed however late it comes.
  private static let maximumKinds = 2000
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
    for reason in result.refused {
      add(reason.description, of: Kind(name: reason.tag, .refusal(reason.kind)))
    }
    for (name, error) in result.errors.map({ ($0.name, $0.error) }) where error.severity == .error {
      let cause = error.id.map(Kind.Cause.rule) ?? .message(error.message)
      add(error.message, of: Kind(name: name, cause))
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
    guard counts.count > Self.maximumKinds else { return }
    let rarer = counts.sorted { $0.value.count > $1.value.count }.dropFirst(counts.count / 2)
    for (kind, count) in rarer {
      otherCount += count.count
      counts[kind] = nil
    }
  }

  /// The summary: a line of counts, and the most frequent complaints.
  var text: String {
    let lineCount = validCount + invalidCount + refusedCount + unreadableCount
    var parts = ["\(validCount) valid", "\(invalidCount) invalid", "\(refusedCount) refused"]
    if unreadableCount > 0 { parts.append("\(unreadableCount) unreadable") }
    if failingCount > 0 { parts.append("\(failingCount) valid with failing conditions") }
    var lines = ["\(counted(lineCount, "line")): \(parts.joined(separator: ", "))"]
    let sorted = counts.sorted { left, right in
      if left.value.count != right.value.count { return left.value.count > right.value.count }
      return (left.key.name ?? "", left.value.message) < (right.key.name ?? "", right.value.message)
    }
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
