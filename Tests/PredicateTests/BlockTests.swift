// Elements that move from stacks into a block and go with it, however many there are of each kind
// and wherever the stacks had them.

import Testing

@testable import Predicate

@Suite struct BlockTests {
  /// Counts how many of its kind there are.
  private final class Witness: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  private struct Small {
    let byte: UInt8
  }

  @Test(arguments: [0, 1, 3, 40], [0, 1, 5, 70])
  func elementsGoWithTheBlock(_ first: Int, _ second: Int) {
    let witness = Witness(first)
    Loan.with { loan in
      var smalls = loan.stack(of: Small.self, room: 4)
      var witnesses = loan.stack(of: (Int, Witness).self, room: 4)
      for index in 0..<first { smalls.append(Small(byte: UInt8(index))) }
      for index in 0..<second { witnesses.append((index, witness)) }
      do {
        let block = Block(moving: &smalls, &witnesses)
        #expect(smalls.isEmpty && witnesses.isEmpty)
        #expect(block.firstCount == first && block.secondCount == second)
        for index in 0..<first { #expect(block.first(index).byte == UInt8(index)) }
        for index in 0..<second {
          #expect(block.second(index).0 == index && block.second(index).1 === witness)
        }
      }
      // The stacks are good for more.
      witnesses.append((7, witness))
      #expect(witnesses.popLast()?.0 == 7)
    }
  }

  @Test(arguments: [0, 2, 30])
  func nothingIsKept(_ count: Int) {
    weak var last: Witness?
    Loan.with { loan in
      var witnesses = loan.stack(of: Witness.self, room: 4)
      var others = Stack<Witness>()
      for index in 0..<count {
        witnesses.append(Witness(index))
        others.append(Witness(-index))
        last = witnesses.last
      }
      let block = Block(moving: &others, &witnesses)
      #expect((last == nil) == (count == 0))
      #expect(count == 0 || block.first(count - 1).number == 1 - count)
    }
    #expect(last == nil)
  }
}
