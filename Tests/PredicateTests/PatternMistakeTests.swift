// Where a pattern that is refused goes wrong: the sentence and the place of the first mistake, and
// none where the pattern has none of those that are known.

import Testing

@testable import Predicate

struct PatternMistakeTests {
  @Test(
    arguments: [
      ("(", "has a ( that is not closed", 0), ("\\d+(", "has a ( that is not closed", 3),
      ("(\\d+", "has a ( that is not closed", 0), ("[a]+(", "has a ( that is not closed", 4),
      ("((a)", "has a ( that is not closed", 0), ("(a)(", "has a ( that is not closed", 3),
      ("()*(", "has a ( that is not closed", 3),
      ("[[a]b]*(", "has a ( that is not closed", 7), ("[\\]]*(", "has a ( that is not closed", 5),
      ("\\Q(\\E+(", "has a ( that is not closed", 6),
      ("\\p{L}+(", "has a ( that is not closed", 6),
      ("\\P{L}+(", "has a ( that is not closed", 6),
      ("\\q{L}+(", "has a { without a number of repetitions", 2),
      ("a*?(", "has a ( that is not closed", 3), ("a*+(", "has a ( that is not closed", 3),
      ("a+?(", "has a ( that is not closed", 3), ("a??(", "has a ( that is not closed", 3),
      ("(?:a)+(", "has a ( that is not closed", 6), ("(?<n>a)(", "has a ( that is not closed", 7),
      ("(?=a", "has a ( that is not closed", 0), ("a{2}(", "has a ( that is not closed", 4),
      ("a{2,}(", "has a ( that is not closed", 5), ("a{2,3}(", "has a ( that is not closed", 6),
      ("a{2}?(", "has a ( that is not closed", 5), ("a{2}+(", "has a ( that is not closed", 5),
      ("a)", "has a ) without its (", 1), ("(a))", "has a ) without its (", 3),
      ("[", "has a [ that is not closed", 0), ("a[\\]", "has a [ that is not closed", 1),
      ("[[a]", "has a [ that is not closed", 0), ("[a\\", "has a [ that is not closed", 0),
      ("\\", "ends in a backslash", 0), ("a\\", "ends in a backslash", 1),
      ("*", "has nothing to repeat before *", 0), ("?", "has nothing to repeat before ?", 0),
      ("(*", "has nothing to repeat before *", 1), ("a|+", "has nothing to repeat before +", 2),
      ("a**", "has nothing to repeat before *", 2), ("a*?*", "has nothing to repeat before *", 3),
      ("a{2}{3}", "has a { without a number of repetitions", 4),
      ("{2}", "has a { without a number of repetitions", 0),
      ("a{3,2}", "has a { without a number of repetitions", 1),
      ("a{,2}", "has a { without a number of repetitions", 1),
      ("a{1,2,3}", "has a { without a number of repetitions", 1),
      ("a{x}", "has a { without a number of repetitions", 1),
      ("a{2", "has a { without a number of repetitions", 1),
      ("(?:*)", "has nothing to repeat before *", 3),
    ])
  func isFound(pattern: String, sentence: String, place: Int) {
    let mistake = PatternMistake(in: pattern)
    #expect(mistake?.sentence == sentence)
    #expect(mistake?.range == place..<place + 1)
  }

  @Test(arguments: [
    "", "ab", "a|b", "(a)*", "[(]", "\\(", "\\Q((", "\\Q(", "\\P{L", "\\p{", "(?#c)*", "(?i)a",
    "a{2,2}", "x{0}?",
  ])
  func isNotFound(pattern: String) { #expect(PatternMistake(in: pattern) == nil) }
}
