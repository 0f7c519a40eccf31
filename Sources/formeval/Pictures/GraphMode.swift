// `--graph`: chooses the picture by what else is asked, and its notation by the name of the file.

import FormAnalysis
import Foundation
import FormGraph
import Predicate

/// Makes a picture of a form.
struct GraphMode {
  let session: Session
  /// Where the picture goes; `-` for standard output.
  let path: String
  let form: Form
  /// What the actions changed; nil without actions.
  let ripple: Ripple?

  /// The largest number of rows of a form that is drawn row by row without being asked for.
  static let maximumRows = 60

  /// Writes the picture.
  ///
  /// - Returns: What goes to standard output: the picture, or a line about the file.
  func run() throws(CommandError) -> String {
    let format = try format()
    if path != Arguments.standardInput { try refuseInput(path) }
    let picture = try picture(format)
    let bytes: [UInt8]
    let summary: String
    switch picture {
    case .boxes(let picture):
      if picture.arrows.isEmpty, session.arguments.center == nil, ripple == nil {
        throw noArrows
      }
      if picture.boxes.isEmpty { throw .refused("nothing changed, so there is no picture") }
      summary = picture.summary
      switch format {
      case .mmd: bytes = Array(picture.mermaid.utf8)
      case .json:
        bytes = Array((JSONWriter.text(of: picture.json(places(of: picture))) + "\n").utf8)
      case .svg: bytes = try drawn(picture.dot)
      case .dot: bytes = Array(picture.dot.utf8)
      }
    case .matrix(let matrix):
      summary = matrix.summary
      bytes = Array(matrix.svg.utf8)
    }
    guard path != Arguments.standardInput else { return String(decoding: bytes, as: UTF8.self) }
    try session.write(path, bytes)
    return "\(path.printable): \(summary)\n"
  }

  /// Why a picture of the whole form has no arrow.
  private var noArrows: CommandError {
    guard form.dependencies.edges.isEmpty else {
      return .refused(
        "each row depends on rows of its own section only, so a picture of the sections is empty",
        hint: "a .json file has all arrows, and --around TAG draws those around one row")
    }
    return .refused("nothing decides anything in this form, so there is no picture")
  }

  private enum Kind {
    case boxes(Picture)
    case matrix(Matrix)
  }

  private func format() throws(CommandError) -> Picture.Format {
    let known = Picture.Format.allCases
    if let format = session.arguments.pictureFormat { return format }
    let names = known.map { ".\($0.rawValue)" }.joined(separator: ", ")
    guard path != Arguments.standardInput else {
      throw .usage("--graph - needs a format", hint: "write --format dot, mmd, json or svg")
    }
    let name = path.split(separator: "/").last ?? ""
    let end = name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased()
    guard name.contains("."), let format = known.first(where: { $0.rawValue == end }) else {
      throw .usage(
        "the name of the picture '\(path)' says no format", hint: "let it end in one of \(names)")
    }
    return format
  }

  private func picture(_ format: Picture.Format) throws(CommandError) -> Kind {
    if let tag = session.arguments.center {
      let neighbourhood = Neighbourhood(form)
      guard let center = form.position(of: tag, in: neighbourhood.graph) else {
        try ActionReader(form.definition).checkMember(tag)
        throw .usage("unknown tag '\(tag)'")
      }
      let depth = session.arguments.depth ?? Neighbourhood.Depth()
      return .boxes(neighbourhood.picture(around: center, depth))
    }
    if let ripple { return .boxes(ripple.picture) }
    let neighbourhood = Neighbourhood(form)
    guard format != .json, neighbourhood.rowCount > Self.maximumRows else {
      return .boxes(neighbourhood.wholeForm)
    }
    return format == .svg ? .matrix(try Matrix(neighbourhood)) : .boxes(neighbourhood.sections)
  }

  /// The picture as SVG; where it cannot be drawn, what would be drawn stays beside it.
  private func drawn(_ dot: String) throws(CommandError) -> [UInt8] {
    guard !session.arguments.isUntrusted else {
      throw .usage(
        "--untrusted starts no other program, and an .svg needs dot",
        hint: "write .dot, .mmd or .json")
    }
    do throws(CommandError) { return try session.draw(dot) } catch {
      guard path != Arguments.standardInput, path.hasSuffix(".svg") else { throw error }
      let beside = String(path.dropLast(3)) + "dot"
      guard !FileManager.default.fileExists(atPath: beside) else { throw error }
      try session.write(beside, Array(dot.utf8))
      throw error.adding("what would be drawn is in \(beside)")
    }
  }

  /// Refuses to replace what the command has read by the picture of it.
  private func refuseInput(_ path: String) throws(CommandError) {
    func real(_ path: String) -> URL { URL(fileURLWithPath: path).resolvingSymlinksInPath() }
    let folder = URL(fileURLWithPath: session.arguments.form).deletingLastPathComponent()
    let tables = form.definition.tables.compactMap { table in
      if case .file(let file) = table.source {
        folder.appendingPathComponent(file.path).path
      } else {
        nil
      }
    }
    guard (session.arguments.sources + tables).contains(where: { real($0) == real(path) }) else {
      return
    }
    throw .usage(
      "'\(path)' is read by this command, so no picture replaces it", hint: "name another file")
  }

  /// The places of the texts of a picture in the form file; nil if the file is in another format.
  private func places(of picture: Picture) -> TextPlaces? {
    let arguments = session.arguments
    guard arguments.form != Arguments.standardInput,
      let bytes = try? session.read(arguments.form),
      let root = try? JSONReader.read(
        bytes, allowsTrailingCommas: arguments.allowsTrailingCommas,
        maximumBytes: arguments.formLimits.fileBytes)
    else { return nil }
    return TextPlaces(of: Set(picture.arrows.flatMap(\.texts)), in: bytes, root)
  }
}
