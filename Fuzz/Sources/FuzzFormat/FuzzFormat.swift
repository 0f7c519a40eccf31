// Hands over what a fuzzer takes for texts with arguments.

import Driver
import Properties

@_cdecl("LLVMFuzzerTestOneInput")
func checkInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  check(start, count, as: .format)
}
