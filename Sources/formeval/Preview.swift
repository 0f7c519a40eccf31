// `--preview` hands the command line to formeval-preview, a program of the Python package, which
// shows a form in a browser. It takes the place of this process, so its output, its signals and its
// exit status are its own.

import Foundation

/// The program that shows a form in a browser.
enum Preview {
  static let program = "formeval-preview"

  /// The words for the program; nil if the words of this command do not ask for it.
  ///
  /// They are not parsed here, because the program has flags of its own.
  static func words(in words: [String]) -> [String]? {
    let flags = words.prefix { $0 != "--" }
    let others = flags.filter { $0 != "--\(Flag.Name.preview.rawValue)" }
    return others.count < flags.count ? others + words[flags.endIndex...] : nil
  }

  /// Runs the program of the PATH in the place of this process.
  ///
  /// - Returns: Why it cannot be run; otherwise nothing returns.
  static func run(_ words: [String]) -> CommandError {
    var arguments = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    execvp(program, &arguments)
    guard errno != ENOENT else {
      return .usage(
        "the preview is another program, \(program), which is not in the PATH",
        hint: "install the wheel with its extra: pip install 'formgraph-….whl[preview]'; in a "
          + "clone, write Scripts/preview FORM")
    }
    return .usage("\(program) cannot be run: \(String(cString: strerror(errno)))")
  }
}
