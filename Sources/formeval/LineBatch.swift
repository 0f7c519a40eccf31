// Answers lines on several threads and writes the answers in the order of the lines. Each thread
// takes the next block of lines, answers it, and waits for its turn to write. Answers that are much
// longer than their lines are written in parts. So memory is bounded by the blocks and the parts
// that threads hold, and reading waits while writing does.

import Foundation
import FormGraph

/// Something that answers lines.
///
/// Each thread has its own.
protocol LineAnswering: Sendable, SendableMetatype {
  /// Appends the answer to a line, which ends with a line break.
  ///
  /// - Parameters:
  ///   - line: The line without its line break.
  ///   - number: The number of the line.
  ///   - output: Where the answer is appended; a blank line needs none.
  /// - Returns: Whether to go on with the next line.
  mutating func answer(_ line: [UInt8], number: Int, to output: inout [UInt8]) -> Bool
}

/// A batch of lines on several threads.
final class LineBatch: @unchecked Sendable {
  // Sendable: `blocks` and `isAtEnd` are used only while `reading` is held, and everything else
  // only while `turn` is held.
  private var blocks: LineBlocks
  private var isAtEnd = false
  private let reading = NSLock()
  private let turn = NSCondition()
  private let write: ([UInt8]) -> Bool
  /// The block whose answers are written next.
  private var nextWritten = 0
  private var isStopped = false
  private var failure: CommandError?
  private var progress: Progress?

  /// The stack size of a thread: the same as the main thread has.
  private static let stackSize = 8 << 20

  /// The bytes of answers that a thread does not hold any longer.
  private static let partSize = 1 << 22

  /// Answers all lines.
  ///
  /// - Parameters:
  ///   - blocks: The lines.
  ///   - threads: The number of threads.
  ///   - progress: Shows how far the batch has come; nil: nothing is shown.
  ///   - write: Writes answers; false if they cannot be written.
  ///   - makeAnswering: Makes what answers the lines of a thread.
  /// - Throws: Why the lines cannot be read or the answers not be written.
  /// - Returns: What has answered the lines, one for each thread.
  static func run<Answering: LineAnswering>(
    _ blocks: LineBlocks, threads: Int, progress: Progress? = nil,
    write: @escaping ([UInt8]) -> Bool = Streams.writeResult,
    _ makeAnswering: () -> Answering
  ) throws(CommandError) -> [Answering] {
    let batch = LineBatch(blocks, progress, write)
    let others = (1..<max(threads, 1)).map { _ in LineThread(batch, makeAnswering()) }
    others.forEach { $0.start(stackSize: stackSize) }
    var answering = makeAnswering()
    batch.answerBlocks(&answering)
    let all = [answering] + others.map { $0.join() }
    batch.progress?.end()
    if let failure = batch.failure { throw failure }
    return all
  }

  private init(
    _ blocks: LineBlocks, _ progress: Progress?, _ write: @escaping ([UInt8]) -> Bool
  ) {
    self.blocks = blocks
    self.progress = progress
    self.write = write
  }

  /// Answers blocks until there are no more.
  fileprivate func answerBlocks(_ answering: inout some LineAnswering) {
    var output: [UInt8] = []
    while let block = nextBlock() {
      var goesOn = true
      var lineCount = 0
      block.forEachLine { line, number in
        goesOn = answering.answer(line, number: number, to: &output)
        lineCount += 1
        if output.count >= Self.partSize { goesOn = write(&output, of: block) && goesOn }
        return goesOn
      }
      goesOn = write(&output, of: block) && goesOn
      finish(lineCount, goesOn: goesOn)
    }
  }

  private func nextBlock() -> LineBlock? {
    reading.withLock {
      guard !isAtEnd, turn.withLock({ !isStopped }) else { return nil }
      do throws(CommandError) { return try blocks.next() } catch {
        // What was read before is still answered and written.
        isAtEnd = true
        turn.withLock { failure = failure ?? error }
        return nil
      }
    }
  }

  /// Writes answers to a block, once all blocks before it have been written, and removes them.
  ///
  /// After a stop, nothing is written.
  ///
  /// - Returns: Whether the answers are written.
  private func write(_ output: inout [UInt8], of block: LineBlock) -> Bool {
    turn.lock()
    while nextWritten != block.index { turn.wait() }
    let isStopped = isStopped
    turn.unlock()
    defer { output.removeAll(keepingCapacity: true) }
    guard !isStopped else { return false }
    guard write(output) else {
      turn.withLock {
        failure = failure ?? .usage("the result cannot be written to standard output")
      }
      return false
    }
    return true
  }

  /// Passes the turn to the next block.
  private func finish(_ lineCount: Int, goesOn: Bool) {
    turn.withLock {
      if !goesOn { isStopped = true }
      progress?.add(lineCount)
      nextWritten += 1
      turn.broadcast()
    }
  }
}

/// A thread that answers blocks of a batch.
private final class LineThread<Answering: LineAnswering>: @unchecked Sendable {
  // Sendable: the thread alone uses `answering` until `done` is signalled.
  private let batch: LineBatch
  private var answering: Answering
  private let done = DispatchSemaphore(value: 0)

  init(_ batch: LineBatch, _ answering: Answering) {
    self.batch = batch
    self.answering = answering
  }

  func start(stackSize: Int) {
    let thread = Thread { [self] in
      batch.answerBlocks(&answering)
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
  }

  /// Waits for the end of the thread.
  func join() -> Answering {
    done.wait()
    return answering
  }
}

/// Shows on a terminal how many lines have been answered.
struct Progress {
  private let start = Date()
  private var shown = Date()
  private var lineCount = 0

  /// Between two lines of progress.
  private static let interval = 0.5

  mutating func add(_ count: Int) {
    lineCount += count
    let now = Date()
    guard now.timeIntervalSince(shown) >= Self.interval else { return }
    shown = now
    let rate = Double(lineCount) / max(now.timeIntervalSince(start), Self.interval)
    Streams.writeMessage("\r\(counted(lineCount, "line")), \(Int(rate)) a second\u{1B}[K")
  }

  /// Removes the line.
  func end() { Streams.writeMessage("\r\u{1B}[K") }
}
