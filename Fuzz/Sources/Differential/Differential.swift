// Runs random programs through both evaluators, random edit scripts through form and naive form,
// or random texts of Grammar.md's EBNF through parser and printer, on all cores. Says every half
// minute how far it has come, so that a run that is stopped is a record of what it did; ends with
// status 1 where something disagrees.

import Dispatch
import Foundation
import Synchronization

@testable import Properties
@testable import Programs

@main
struct Differential {
  /// What one seed came to.
  private struct Outcome {
    var count = 0
    /// Of programs: what was compared.
    var compared = ProgramFamily.Outcome()
    var failure: String?
  }

  private enum Kind: String {
    case programs, scripts, texts

    func outcome(seed: UInt64) -> Outcome {
      switch self {
      case .programs:
        let family = ProgramFamily.outcome(seed: seed)
        return Outcome(count: family.programs, compared: family, failure: family.failure)
      case .scripts:
        guard let (script, failure) = EditScript.random(seed: seed) else { return Outcome() }
        return Outcome(count: 1, failure: failure.map { script.report($0, seed: seed) })
      case .texts:
        let (count, failure) = GrammarText.outcome(seed: seed)
        return Outcome(count: count, failure: failure)
      }
    }
  }

  private struct Progress {
    var next: UInt64
    var total = Outcome()
    var failures = 0
    var told = Date()
  }

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst().compactMap { UInt64($0) }
    guard let kind = arguments.first.flatMap(Kind.init), arguments.count == 4, numbers.count == 3,
      numbers[0] > 0, numbers[0] < 1 << 48, (1...1024).contains(numbers[2])
    else {
      print("usage: Differential programs|scripts|texts COUNT SEED THREADS")
      exit(2)
    }
    let (count, seed, threads) = (Int(numbers[0]), numbers[1], Int(numbers[2]))
    let start = Date()
    let progress = Mutex(Progress(next: seed))
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while let seed = next(progress, count) {
        take(kind.outcome(seed: seed), progress, kind, start)
      }
    }
    let end = progress.withLock { $0 }
    tell(kind, end, since: start)
    exit(end.failures == 0 ? 0 : 1)
  }

  /// The next seed to be tried; nil where there is enough.
  private static func next(_ progress: borrowing Mutex<Progress>, _ count: Int) -> UInt64? {
    progress.withLock { progress in
      guard progress.total.count < count, progress.failures < 5 else { return nil }
      defer { progress.next &+= 1 }
      return progress.next
    }
  }

  private static func take(
    _ outcome: Outcome, _ progress: borrowing Mutex<Progress>, _ kind: Kind, _ start: Date
  ) {
    progress.withLock {
      $0.total.count += outcome.count
      $0.total.compared.count(outcome.compared)
      if let failure = outcome.failure {
        $0.failures += 1
        write(failure)
      }
      guard -$0.told.timeIntervalSinceNow > 30 else { return }
      $0.told = Date()
      tell(kind, $0, since: start)
    }
  }

  private static func tell(_ kind: Kind, _ progress: Progress, since start: Date) {
    let seconds = max(-start.timeIntervalSinceNow, 0.001)
    let total = progress.total
    let rate = Int(Double(total.count) / seconds)
    let compared = total.compared
    let evaluations =
      kind == .programs
      ? ", \(compared.evaluations) evaluations through both, \(compared.decidedByCode) of them by "
        + "code alone, \(compared.unfitOperands) of \(compared.operands) operands unfit" : ""
    write(
      "\(total.count) \(kind.rawValue)\(evaluations), \(progress.failures) failures, next seed "
        + "\(progress.next), \(Int(seconds)) s, \(rate) a second")
  }

  /// Writes a line at once, though it may go to a file.
  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
