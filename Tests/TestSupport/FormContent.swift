// What two forms are compared by where one has been edited and taken back.

public import FormGraph
public import Predicate

extension Form {
  /// The state as JSON, without what it says of the history: undo brings back everything else.
  public var content: Value {
    guard case .dictionary(let members) = json else { return json }
    let kept = zip(members.keys, members.values).filter { $0.0 != "canUndo" && $0.0 != "canRedo" }
    return .dictionary(ValueDictionary(kept))
  }
}
