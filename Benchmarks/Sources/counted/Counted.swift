// One small workload, always the same, for exact counting: what it comes to is printed, and the
// work itself runs within a C function of a plain name, where a tool counts instructions. It runs
// once before, so that what the language prepares at first use is not counted. What it comes to is
// found when nothing is counted any more.

import CSupport
import Foundation

/// The work to be counted; a C function can be handed no closure with a context.
nonisolated(unsafe) private var work: () throws -> Void = {}

@main
struct Counted {
  static func main() throws {
    guard let name = CommandLine.arguments.dropFirst().first else {
      print(Workload.all.map(\.name).joined(separator: "\n"))
      return
    }
    guard let workload = Workload.all.first(where: { $0.name == name }) else {
      fail("no workload is called \(name)")
    }
    let steps = try workload.prepare()
    work = steps.work
    try work()
    let first = try steps.result()
    let status = counted_work { (try? work()) == nil ? -1 : 0 }
    let second = status == 0 ? try steps.result() : [-1]
    guard first == second, first.allSatisfy({ $0 >= 0 }) else {
      fail("\(name) came to \(first), then to \(second)")
    }
    print(first.map(String.init).joined(separator: "/"))
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(2)
  }
}
