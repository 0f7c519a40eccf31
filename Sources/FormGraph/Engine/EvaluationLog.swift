// Which nodes ran in a transaction, in order: four bytes each, noted a million times where a million
// nodes run, and handed to the change set as it is.

/// Nodes in the order in which they ran.
///
/// Whoever appends alone holds the log; copies are made once it is complete.
struct EvaluationLog: @unchecked Sendable {
  private var memory: Memory?
  private var start: UnsafeMutablePointer<NodeID>?
  private(set) var count = 0
  private var capacity = 0

  private final class Memory {
    let nodes: UnsafeMutablePointer<NodeID>

    init(capacity: Int) { nodes = .allocate(capacity: capacity) }

    // Ids have nothing to be destroyed.
    deinit { nodes.deallocate() }
  }

  init() {}

  @inline(__always)
  mutating func append(_ node: NodeID) {
    if count == capacity { grow() }
    (start.unsafelyUnwrapped + count).initialize(to: node)
    count &+= 1
  }

  /// Notes several nodes that ran one after the other.
  mutating func append(_ nodes: UnsafePointer<NodeID>, count added: Int) {
    while capacity - count < added { grow() }
    guard let start else { return }
    (start + count).initialize(from: nodes, count: added)
    count += added
  }

  @inline(never)
  private mutating func grow() {
    let larger = Memory(capacity: max(8, capacity * 2))
    if let start { larger.nodes.initialize(from: start, count: count) }
    capacity = max(8, capacity * 2)
    start = larger.nodes
    memory = larger
  }

  /// All nodes.
  var nodes: [NodeID] { Array(UnsafeBufferPointer(start: start, count: count)) }
}
