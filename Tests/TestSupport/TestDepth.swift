// How much a test run tries. Most tests are small and always run whole. A test that repeats, or
// that makes something large, gives its sizes at both depths in its arguments and calls the
// argument `depth`, so that `--filter depth:` names all tests that have one:
//
//   @Test(arguments: depth(quick: 60, full: 800)) func visibleAnswers(depth forms: Int)

import Foundation

/// Whether everything is tried; no other words than these are known.
private let isFull: Bool = {
  let given = ProcessInfo.processInfo.environment["TEST_DEPTH"]
  precondition([nil, "quick", "full"].contains(given), "TEST_DEPTH is quick or full")
  return given == "full"
}()

/// The size of a test that scales, as its argument.
///
/// A test asserts the same at both depths: what it counts follows from the size.
public func depth(quick: Int, full: Int) -> [Int] { [isFull ? full : quick] }
