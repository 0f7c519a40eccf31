// The engine of a form behind one reference: to copy it with a form costs one reference count. The
// engine is handed on by address alone: of an engine that a `_read` yields, Swift 6.3.1 releases
// what is copied out of it once too often.

/// An engine that copies of a form share until one of them writes.
struct SharedEngine: Sendable {
  private var held: Held<Engine>

  init(_ engine: consuming Engine) { held = Held(engine) }

  /// The engine, for reading.
  var pointer: UnsafePointer<Engine> { UnsafePointer(held.pointer) }

  /// The engine, for writing: it is then one of this form alone.
  var ownPointer: UnsafeMutablePointer<Engine> {
    mutating get {
      if held.isShared { held = Held(Engine(copyOf: held.pointer.pointee)) }
      return held.pointer
    }
  }

  var engine: Engine {
    unsafeAddress { pointer }
    unsafeMutableAddress { ownPointer }
  }
}
