// A value of a live form as two closures, which the controls of a user interface bind to. Reading
// is tracked by Observation; writing is an edit by the user, and what the form refuses is handed to
// whoever asked for the binding.

import Predicate

/// A getter and a setter of one value of a live form.
///
/// ```swift
/// let age = live.binding(for: "age", as: Int.self)
/// // In a view of SwiftUI, on the main actor:
/// TextField("Age", value: Binding(get: { age.get() }, set: { age.set($0) }), format: .number)
/// ```
///
/// A binding keeps its live form alive, and is used where the form is used.
public struct FormBinding<Content> {
  /// Reads the value.
  ///
  /// What reads it under Observation depends on the row alone.
  public let get: () -> Content
  /// Sets the value as an edit of the editor for whom the binding was made.
  public let set: (Content) -> Void
}

extension LiveForm {
  /// Binds to the value of a row, nil where the row has none.
  ///
  /// The getter also gives nil if no row has the name or the value is of another type. Setting nil
  /// erases the value.
  ///
  /// - Parameters:
  ///   - row: A tag or the address of an item's row; or an id, which stays with a row that moves.
  ///   - type: The type of the value.
  ///   - editor: On whose behalf the setter edits.
  ///   - onRefusal: What to do if the form refuses a value, such as for a disabled row.
  /// - Returns: The getter and the setter.
  public func binding<Content: FormValue>(
    for row: RowName, as type: Content.Type = Content.self, editor: Editor = .user,
    onRefusal: @escaping (LiveFormError) -> Void = { _ in }
  ) -> FormBinding<Content?> {
    FormBinding(
      get: { self.boundValue(of: row) },
      set: { self.setBound($0?.formValue ?? .null, row, editor, onRefusal) })
  }

  /// Binds to the value of a row, with another value in the place of nil.
  ///
  /// The getter also gives that value if no row has the name or the value is of another type.
  ///
  /// ```swift
  /// let news = live.binding(for: "news", default: false)
  /// ```
  ///
  /// - Parameters:
  ///   - row: A tag or the address of an item's row; or an id, which stays with a row that moves.
  ///   - value: What the getter gives where the row has no value.
  ///   - editor: On whose behalf the setter edits.
  ///   - onRefusal: What to do if the form refuses a value, such as for a disabled row.
  /// - Returns: The getter and the setter.
  public func binding<Content: FormValue>(
    for row: RowName, default value: Content, editor: Editor = .user,
    onRefusal: @escaping (LiveFormError) -> Void = { _ in }
  ) -> FormBinding<Content> {
    FormBinding(
      get: { self.boundValue(of: row) ?? value },
      set: { self.setBound($0.formValue, row, editor, onRefusal) })
  }

  private func boundValue<Content: FormValue>(of row: RowName) -> Content? {
    let state =
      switch row {
      case .tag(let tag): self[tag]
      case .id(let id): self[id]
      }
    guard let value = state?.value, !value.isNull else { return nil }
    return Content(formValue: value)
  }

  private func setBound(
    _ value: Value, _ row: RowName, _ editor: Editor, _ onRefusal: (LiveFormError) -> Void
  ) {
    do throws(LiveFormError) {
      try update(as: editor) { $0.set(row, to: value) }
    } catch {
      onRefusal(error)
    }
  }
}
