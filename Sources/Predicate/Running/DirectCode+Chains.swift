// Arithmetic of which each step goes on from what the one before gave: a running sum. The number is
// kept at hand, so that a step costs hardly more than the operator.

extension DirectCode {
  /// Numbers that each go on from the one before, by one program.
  package struct Chain {
    /// The operand that is the number before.
    package let link: Int
    /// How many there are to be.
    package let count: Int
    /// The number before the first.
    package let start: Cell
    /// The other operand of each, side by side, where the program has one.
    package let others: UnsafePointer<Cell>
    /// How many cells further on each has its result.
    package let step: Int

    package init(link: Int, count: Int, start: Cell, others: UnsafePointer<Cell>, step: Int) {
      self.link = link
      self.count = count
      self.start = start
      self.others = others
      self.step = step
    }
  }

  /// Computes numbers that each go on from the one before.
  ///
  /// What is written is what `result` gives. Where it would be another kind of number, where it is
  /// what stands there already, and where the old value does not stand in its cell, that is the
  /// end.
  ///
  /// - Parameters:
  ///   - chain: What is read.
  ///   - ofDoubles: Whether the results are to be doubles, which are finite, and not integers.
  ///   - results: Where the results are put, in the place of earlier values.
  /// - Returns: How many results are other ones, and whether the one behind them is what stood
  ///   there.
  @inline(never)
  package func compute(
    _ chain: Chain, ofDoubles: Bool, into results: UnsafeMutablePointer<Cell>
  ) -> (count: Int, isSame: Bool) {
    let (first, second) = (code.pointee.first, code.pointee.second)
    let isLeft = first == .operand(chain.link)
    guard shape == .computation, isLeft != (second == .operand(chain.link)) else {
      return (0, false)
    }
    let other = isLeft ? second : first
    let others =
      other.isOperand ? chain.others : Machine(direct: code, chain.others).place(of: other)
    // A constant is read once, and not once for each step.
    let constant = other.isOperand ? nil : others.pointee
    @inline(__always)
    func ints(_ symbol: UInt16) -> (count: Int, isSame: Bool) {
      @inline(__always)
      func next(_ int: Int64, _ cell: Cell) -> Int64? {
        guard _fastPath(cell.isIntegral) else { return nil }
        return isLeft
          ? Cell.computed(symbol, int, cell.int) : Cell.computed(symbol, cell.int, int)
      }
      guard let constant else {
        return run(chain, results, chain.start.int) { next($0, others[$1]) }
      }
      return run(chain, results, chain.start.int) { int, _ in next(int, constant) }
    }
    @inline(__always)
    func doubles(_ symbol: UInt16) -> (count: Int, isSame: Bool) {
      @inline(__always)
      func next(_ double: Double, _ cell: Cell) -> Double? {
        guard _fastPath(cell.isNumber) else { return nil }
        let result =
          isLeft
          ? Cell.computed(symbol, double, cell.asDouble)
          : Cell.computed(symbol, cell.asDouble, double)
        return result.isFinite ? result : nil
      }
      guard let constant else {
        return run(chain, results, chain.start.asDouble) { next($0, others[$1]) }
      }
      return run(chain, results, chain.start.asDouble) { double, _ in next(double, constant) }
    }
    let symbol = code.pointee.detail
    guard ofDoubles else {
      guard chain.start.isIntegral else { return (0, false) }
      return switch symbol {
      case Cell.Arithmetic.add: ints(Cell.Arithmetic.add)
      case Cell.Arithmetic.subtract: ints(Cell.Arithmetic.subtract)
      default: ints(symbol)
      }
    }
    guard chain.start.isDouble else { return (0, false) }
    return switch symbol {
    case Cell.Arithmetic.add: doubles(Cell.Arithmetic.add)
    case Cell.Arithmetic.subtract: doubles(Cell.Arithmetic.subtract)
    default: doubles(symbol)
    }
  }

  @inline(__always)
  private func run<Number: Equatable>(
    _ chain: Chain, _ results: UnsafeMutablePointer<Cell>, _ start: Number,
    _ next: (Number, Int) -> Number?
  ) -> (count: Int, isSame: Bool) where Number: CellNumber {
    // Read once: for all that is known what is written might be the chain.
    let (count, step) = (chain.count, chain.step)
    var number = start
    var place = results
    for index in 0..<count {
      guard let result = next(number, index) else { return (index, false) }
      let (old, new) = (place.pointee, result.cell)
      if _fastPath(old.tag == new.tag) {
        guard old.payload != new.payload else { return (index, true) }
      } else if !old.isInline {
        return (index, false)
      }
      place.pointee = new
      place += step
      number = result
    }
    return (count, false)
  }
}

/// A number that stands in a cell.
private protocol CellNumber {
  var cell: Cell { get }
}

extension Int64: CellNumber {
  @inline(__always) fileprivate var cell: Cell { Cell(self) }
}

extension Double: CellNumber {
  @inline(__always) fileprivate var cell: Cell { Cell(self) }
}
