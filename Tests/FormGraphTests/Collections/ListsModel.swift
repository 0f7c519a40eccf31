// What ordered lists must be: the members of each in order. The one check asks the lists
// everything, and looks whether the trees have the shape that they promise.

import Testing

@testable import FormGraph

/// Ordered lists as arrays.
struct ListsModel {
  var lists: [[Int]] = []
}

/// All that lists answer, and the shape of their trees.
func checkLists(
  _ lists: OrderedLists<RowIndex>, _ model: ListsModel, _ comment: Comment? = nil,
  at location: SourceLocation = #_sourceLocation
) {
  var problems = shapeProblems(of: lists)
  func check(_ isMet: Bool, _ problem: @autoclosure () -> String) {
    if !isMet { problems.append(problem()) }
  }
  check(lists.listCount == model.lists.count, "\(lists.listCount) lists")
  for (index, members) in model.lists.enumerated() {
    let list = ListID(index)
    check(lists.count(of: list) == members.count, "list \(index): count")
    check(lists.members(of: list).map(\.index) == members, "list \(index): members")
    check(lists.member(at: members.count, in: list) == nil, "list \(index): past its end")
    var leaves: [Int] = []
    lists.forEachLeaf(of: list) {
      leaves += $1.map(Int.init)
      return true
    }
    check(leaves == members, "list \(index): leaves")
    for (position, member) in members.enumerated() {
      let id = RowIndex(member)
      let found = lists.position(of: id)
      check(found?.list == list && found?.position == position, "position of \(member)")
      check(lists.member(at: position, in: list) == id, "list \(index): member at \(position)")
    }
  }
  #expect(problems.first == nil, comment, sourceLocation: location)
}

/// Where the trees are not what ``OrderedLists`` says of them.
func shapeProblems(of lists: OrderedLists<RowIndex>) -> [String] {
  var problems: [String] = []
  var isUsed = [Bool](repeating: false, count: lists.nodes.count)
  var found: [Int: Int32] = [:]
  for list in 0..<lists.listCount {
    let root = lists.roots[list]
    if lists.nodes[Int(root)].parent != Int32(-1 - list) { problems.append("root of \(list)") }
    if lists.nodes[Int(root)].children.count == 1 { problems.append("root above one node") }
    var level = [root]
    while !level.isEmpty {
      let isLeafLevel = lists.nodes[Int(level[0])].isLeaf
      var next: [Int32] = []
      for index in level {
        let node = lists.nodes[Int(index)]
        if isUsed[Int(index)] { problems.append("node \(index) is used twice") }
        isUsed[Int(index)] = true
        if node.isLeaf != isLeafLevel { problems.append("leaves of \(list) differ in depth") }
        if node.size > 64 || node.size == 0 && index != root {
          problems.append("node \(index) holds \(node.size)")
        }
        for member in node.members { found[Int(member)] = index }
        for (place, child) in node.children.enumerated() {
          let below = lists.nodes[Int(child)]
          if below.parent != index { problems.append("parent of \(child)") }
          guard place > 0 else { continue }
          let before = lists.nodes[Int(node.children[place - 1])]
          if before.size + below.size <= 32 { problems.append("\(child) is not merged") }
        }
        var counts = Int32(node.members.count)
        for child in node.children { counts += lists.counts[Int(child)] }
        if lists.counts[Int(index)] != counts { problems.append("counts of \(index)") }
        next += node.children
      }
      level = next
    }
  }
  for (member, leaf) in lists.leaves.enumerated() where leaf != found[member] ?? -1 {
    problems.append("leaf of \(member)")
  }
  var unused = lists.unused
  while unused >= 0 && !isUsed[Int(unused)] {
    isUsed[Int(unused)] = true
    unused = lists.nodes[Int(unused)].parent
  }
  if unused >= 0 || isUsed.contains(false) { problems.append("nodes are lost") }
  return problems
}
