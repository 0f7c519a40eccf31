// Replaces the content of a file: writes a new file beside it, waits until the disk has the bytes,
// and renames it. At every moment the name means the old content or the new one, never a part of
// either. Takes regular files only, also through symbolic links.

import Foundation
import FormGraph

/// The only way in which the command changes a file.
enum FileReplacement {
  /// Checks that a path names a file whose content can be replaced.
  ///
  /// A path that does not exist is left to whoever reads it.
  static func check(_ path: String, isOneOfSeveral: Bool = false) throws(CommandError) {
    #if !os(Windows)
      var status = stat()
      guard stat(path, &status) == 0, !status.isRegular, !status.isDirectory else { return }
      throw .usage(
        "'\(path)' is not a regular file, so it cannot be replaced",
        hint: "name a file, or write the form to one first"
          + (isOneOfSeveral ? "; no file was changed" : ""))
    #endif
  }

  /// Replaces the content of a file, and keeps its owner, its group and its mode; a file that does
  /// not exist is made.
  ///
  /// A link stays, and the file that it leads to is replaced. If this throws, the file has its old
  /// content.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The new content.
  ///   - old: The content that is replaced: if the file has another one, as when an editor has
  ///     saved it in between, it stays. Nil: whatever the file has.
  /// - Throws: Why the file is as it was.
  static func replace(
    _ path: String, with bytes: [UInt8], ifStill old: [UInt8]? = nil
  ) throws(CommandError) {
    let isStill = {
      old.map { FileManager.default.contents(atPath: path) == Data($0) } ?? true
    }
    let changed = CommandError.usage(
      "'\(path)' has changed since it was read", hint: "the file is as it was; try again")
    #if os(Windows)
      guard isStill() else { throw changed }
      do { try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
        throw .usage("'\(path)' cannot be written", hint: "check that you may write the file")
      }
    #else
      try check(path)
      let isReplaced: Bool
      do throws(SystemFailure) {
        isReplaced = try NewFile.replace(path, with: bytes, if: isStill)
      } catch {
        throw .usage("'\(path)' cannot be written: \(error.reason)", hint: error.hint)
      }
      guard isReplaced else { throw changed }
    #endif
  }
}

#if !os(Windows)
  /// A failed call of the system.
  private struct SystemFailure: Error {
    let code: Int32

    init(_ code: Int32 = errno) { self.code = code }

    /// What went wrong.
    var reason: String {
      switch code {
      case ENOSPC: "the disk is full"
      case EDQUOT: "the quota of the disk is used up"
      case EROFS: "the disk is read-only"
      case EFBIG: "the file would be larger than allowed"
      case EIO: "the disk failed"
      case EACCES, EPERM: "permission denied"
      default: String(cString: strerror(code)).lowercased()
      }
    }

    var hint: String {
      switch code {
      case ENOSPC, EDQUOT: "free some space on the disk; the file is as it was"
      case EACCES: "check that you may write the file and its folder; the file is as it was"
      case ENOENT: "make its folder first"
      case EPERM: "the file has another owner; the file is as it was"
      default: "the file is as it was"
      }
    }
  }

  /// A file that takes the place of another one.
  private enum NewFile {
    /// Puts new content in the place of a file, if `isStill` says so at the last moment.
    ///
    /// - Returns: Whether the file has the new content.
    static func replace(
      _ path: String, with bytes: [UInt8], if isStill: () -> Bool
    ) throws(SystemFailure) -> Bool {
      // A file beyond the limit of the process is an error like a full disk; by default the signal
      // ends the process.
      signal(SIGXFSZ, SIG_IGN)
      let (target, status) = try target(of: path)
      // A real path begins at the root, so it has a slash.
      let folder = target[...(target.lastIndex(of: "/") ?? target.startIndex)]
      let temporary = "\(folder).formeval-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
      let mode: mode_t = status == nil ? 0o666 : 0o600
      let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard file >= 0 else { throw SystemFailure() }
      do throws(SystemFailure) {
        do throws(SystemFailure) {
          try write(bytes, to: file)
          if let status { try keep(status, of: file) }
          try synchronize(file)
        } catch {
          close(file)
          throw error
        }
        guard close(file) == 0 else { throw SystemFailure() }
        guard isStill() else {
          unlink(temporary)
          return false
        }
        guard rename(temporary, target) == 0 else { throw SystemFailure() }
      } catch {
        unlink(temporary)
        throw error
      }
      synchronize(folder: String(folder))
      return true
    }

    /// The file that a path leads to, and what is known of it; nil if there is none yet.
    private static func target(
      of path: String
    ) throws(SystemFailure) -> (path: String, status: stat?) {
      do throws(SystemFailure) {
        let target = try resolved(path)
        var status = stat()
        // The name could be renamed without a right to write the file; such a file stays as it is.
        guard stat(target, &status) == 0, access(target, W_OK) == 0 else { throw SystemFailure() }
        return (target, status)
      } catch  where error.code == ENOENT {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let folder = path.count > name.count ? String(path.dropLast(name.count)) : "."
        // The link leads to a file that does not exist yet. This ends, because the system follows
        // a limited number of links and then gives another error.
        if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
          return try self.target(of: link.hasPrefix("/") ? link : "\(folder)/\(link)")
        }
        return ("\(try resolved(folder))/\(name)", nil)
      }
    }

    /// The path without links.
    private static func resolved(_ path: String) throws(SystemFailure) -> String {
      guard let resolved = realpath(path, nil) else { throw SystemFailure() }
      defer { free(resolved) }
      guard let path = String(validatingCString: resolved) else { throw SystemFailure(EILSEQ) }
      return path
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(SystemFailure) {
      var start = 0
      while start < bytes.count {
        let count = bytes[start...].withUnsafeBytes { systemWrite(file, $0) }
        if count < 0 {
          let failure = SystemFailure()
          guard failure.code == EINTR else { throw failure }
        } else {
          start += count
        }
      }
    }

    /// Gives a file the owner, the group and the mode of another one.
    private static func keep(_ status: stat, of file: Int32) throws(SystemFailure) {
      var own = stat()
      guard fstat(file, &own) == 0 else { throw SystemFailure() }
      if own.st_uid != status.st_uid || own.st_gid != status.st_gid {
        guard fchown(file, status.st_uid, status.st_gid) == 0 else { throw SystemFailure() }
      }
      // After the owner, because a new owner takes bits of the mode away.
      guard fchmod(file, status.st_mode & 0o7777) == 0 else { throw SystemFailure() }
    }

    /// Waits until the disk has the bytes of a file.
    private static func synchronize(_ file: Int32) throws(SystemFailure) {
      while fsync(file) != 0 {
        let failure = SystemFailure()
        // Some file systems cannot be asked.
        if [EINVAL, ENOTSUP].contains(failure.code) { return }
        guard failure.code == EINTR else { throw failure }
      }
    }

    /// Waits until the disk has the new name, as far as the system can be asked.
    private static func synchronize(folder: String) {
      let file = open(folder, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      _ = fsync(file)
      close(file)
    }
  }

  /// Writes some of the bytes; negative if that fails.
  private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(file, bytes.baseAddress, bytes.count)
  }

  extension stat {
    fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    fileprivate var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
  }
#endif
