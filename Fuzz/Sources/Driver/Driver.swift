// Between libFuzzer and the properties: bytes go in, and a broken property ends the process, which
// is what the fuzzer takes for a crash.

import Foundation
public import Properties

/// Checks an input, and ends the process where a property is broken.
///
/// - Parameters:
///   - start: The first byte; nil where there is none.
///   - count: How many bytes there are.
///   - target: What they are taken for.
/// - Returns: Zero: the input is worth keeping if it reached anything new.
public func check(_ start: UnsafePointer<UInt8>?, _ count: Int, as target: FuzzTarget) -> CInt {
  do {
    try target.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    FileHandle.standardError.write(Data("broken property: \(error)\n".utf8))
    abort()
  }
  return 0
}
