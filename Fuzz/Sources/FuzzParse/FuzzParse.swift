// The lean target: reads a text, prints it, reads what was printed and prints that. It does nothing
// else for an input, so that a billion of them can be tried; the target `text` checks more.

@testable import Predicate

@_cdecl("LLVMFuzzerTestOneInput")
func checkInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard
    let tree = try? Parser.parse(
      text, as: .either, limits: .standard, functions: .extended)
  else { return 0 }
  let printed = tree.description
  // Canonical text has the parentheses that precedence saves, so it may nest twice as deep.
  var limits = Limits.standard
  limits.nesting *= 2
  // A trap is what the fuzzer takes for a finding.
  let again = try? Parser.parse(
    printed, as: tree.isPredicate ? .predicate : .expression, limits: limits,
    functions: tree.functions)
  precondition(tree.hasLiteralText, "a text that its canonical text cannot say")
  precondition(again?.description == printed, "the canonical text does not print as itself")
  return 0
}
