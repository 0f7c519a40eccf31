// What many lines of answers add up to: how many are valid, and which errors they have.

import FormGraph
import Predicate

/// The counts of a batch of answers.
struct AnswersTally {
  private var validCount = 0
  private var invalidCount = 0
  private var refusedCount = 0
  private var malformedCount = 0
  /// The number of lines whose answers are valid, but whose evaluation fails somewhere.
  private var failingCount = 0
  private var complaints: [Complaint: Int] = [:]
  /// The number of complaints that are in no entry of `complaints`.
  private var otherComplaintCount = 0

  private struct Complaint: Hashable {
    let name: String?
    let message: String
  }

  /// The largest number of different complaints that are counted apart, because messages may hold
  /// what strangers wrote.
  private static let maximumDistinct = 1000
  /// The largest number of complaints that are listed.
  private static let maximumListed = 20

  /// Whether a line was not valid, or an evaluation failed.
  var isFaulty: Bool { invalidCount + refusedCount + malformedCount + failingCount > 0 }

  mutating func count(_ summary: AnswerValidator.Summary) {
    if summary.isMalformed {
      malformedCount += 1
    } else if summary.isRefused {
      refusedCount += 1
    } else if summary.isValid {
      validCount += 1
      if !summary.isGood { failingCount += 1 }
    } else {
      invalidCount += 1
    }
    for (name, message) in summary.complaints {
      add(1, of: Complaint(name: name, message: message))
    }
  }

  /// Adds the counts of other lines.
  mutating func add(_ other: AnswersTally) {
    validCount += other.validCount
    invalidCount += other.invalidCount
    refusedCount += other.refusedCount
    malformedCount += other.malformedCount
    failingCount += other.failingCount
    otherComplaintCount += other.otherComplaintCount
    for (complaint, count) in other.complaints { add(count, of: complaint) }
  }

  private mutating func add(_ count: Int, of complaint: Complaint) {
    if complaints.count < Self.maximumDistinct || complaints[complaint] != nil {
      complaints[complaint, default: 0] += count
    } else {
      otherComplaintCount += count
    }
  }

  /// The summary: a line of counts, and the most frequent complaints.
  var text: String {
    let lineCount = validCount + invalidCount + refusedCount + malformedCount
    var counts = ["\(validCount) valid", "\(invalidCount) invalid", "\(refusedCount) refused"]
    if malformedCount > 0 { counts.append("\(malformedCount) unreadable") }
    if failingCount > 0 { counts.append("\(failingCount) valid with failing conditions") }
    var lines = ["\(counted(lineCount, "line")): \(counts.joined(separator: ", "))"]
    let sorted = complaints.sorted { left, right in
      if left.value != right.value { return left.value > right.value }
      return (left.key.name ?? "", left.key.message) < (right.key.name ?? "", right.key.message)
    }
    var columns = Columns()
    for (complaint, count) in sorted.prefix(Self.maximumListed) {
      columns.append(
        Cell("\(count)"), Cell(complaint.name?.printable.clipped ?? ""),
        Cell(complaint.message.printable.clipped))
    }
    lines += columns.lines(Style(isColored: false), indent: "  ")
    let left =
      sorted.dropFirst(Self.maximumListed).reduce(otherComplaintCount) { $0 + $1.value }
    if left > 0 { lines.append("  \(left) more") }
    return lines.joined(separator: "\n") + "\n"
  }
}
