// Hands over what a fuzzer takes for forms and edits.

import Driver
import Properties

@_cdecl("LLVMFuzzerTestOneInput")
func checkInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  check(start, count, as: .edits)
}
