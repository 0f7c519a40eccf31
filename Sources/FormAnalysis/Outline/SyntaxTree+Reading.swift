// What a text reads, by its tree alone: a text that reads nothing gives the same whatever the
// answers are, and its result can be looked at before anything runs.

import Predicate

extension SyntaxTree {
  /// Whether the result depends on the evaluated object alone, not on variables or functions.
  var isSelfContained: Bool { variables.isEmpty && isWithoutCalls }

  /// Whether the text calls no function, which could read the clock or the host app.
  var isWithoutCalls: Bool {
    structure.nodes.allSatisfy { node in
      switch structure.kind(of: node) {
      case .call, .unknownCall, .methodCall, .fetch, .cast: false
      default: true
      }
    }
  }

  /// Whether the text asks for a key, such as `$x.isHidden`.
  var hasKeys: Bool {
    structure.nodes.contains { node in
      switch structure.kind(of: node) {
      case .key, .member, .memberVariable, .memberPlaceholder, .selfObject: true
      default: false
      }
    }
  }
}
