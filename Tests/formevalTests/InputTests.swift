import Foundation
import Testing

@Suite("Standard input that cannot be read")
struct InputTests {
  private static let modes = [
    ["--predicates", "-"], ["Examples/switch.json", "--edits", "-"],
    ["Examples/switch.json", "--answers", "-"], ["Examples/switch.json", "--state", "-"],
    ["Examples/switch.json", "--set", "@-"], ["-"], ["--predicate", "a == 1", "--object", "-"],
  ]

  private func run(
    _ process: Process, input: FileHandle? = nil
  ) throws -> (text: String, status: Int32) {
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    if let input { process.standardInput = input }
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }

  @Test(
    "A directory and a closed stream are errors, not the end of the input",
    arguments: modes, ["< .", "<&-"])
  func refuses(_ words: [String], _ redirection: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$0\" \"$@\" \(redirection)", CommandRun.executable.path] + words
    process.currentDirectoryURL = CommandRun.root
    let (text, status) = try run(process)
    #expect(text.hasPrefix("error: standard input cannot be read"), "\(text)")
    #expect(status == 2)
  }

  #if os(Linux)
    @Test("What was answered before a read error is there")
    func flushesAnswers() throws {
      // One end of a terminal fails to be read once the other end has gone.
      let near = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var number: Int32 = 0
      var lock: Int32 = 0
      // TIOCGPTN and TIOCSPTLCK: which terminal it is, and that it may be opened.
      try #require(ioctl(near, 0x8004_5430, &number) == 0 && ioctl(near, 0x4004_5431, &lock) == 0)
      let far = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(far >= 0)
      try FileHandle(fileDescriptor: far, closeOnDealloc: false)
        .write(contentsOf: Data((#"{"format": "1 == 1"}"# + "\n").utf8))
      close(far)
      let (text, status) = try run(
        CommandRun.process(["--predicates", "-"]),
        input: FileHandle(fileDescriptor: near, closeOnDealloc: true))
      #expect(
        text == #"{"ok":true,"result":true,"predicateFormat":"1 == 1"}"# + "\n"
          + "error: standard input cannot be read\n")
      #expect(status == 2)
    }
  #endif
}
