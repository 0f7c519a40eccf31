// A value or a text of a live form as two closures, which the controls of a user interface bind to.
// Reading is tracked by Observation; writing is an edit by the user, and what the form refuses is
// handed to whoever asked for the binding.

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
  ///   - row: A row, by tag or address, or by its id, which stays with a row that moves.
  ///   - type: The type of the value.
  ///   - editor: On whose behalf the setter edits.
  ///   - onRefusal: What to do if the form refuses a value, such as for a disabled row.
  /// - Returns: The getter and the setter.
  public func binding<Content: FormValue>(
    for row: some RowNaming, as type: Content.Type = Content.self, editor: Editor = .user,
    onRefusal: @escaping (LiveFormError) -> Void = { _ in }
  ) -> FormBinding<Content?> {
    let row = row.rowName
    return FormBinding(
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
  ///   - row: A row, by tag or address, or by its id, which stays with a row that moves.
  ///   - value: What the getter gives where the row has no value.
  ///   - editor: On whose behalf the setter edits.
  ///   - onRefusal: What to do if the form refuses a value, such as for a disabled row.
  /// - Returns: The getter and the setter.
  public func binding<Content: FormValue>(
    for row: some RowNaming, default value: Content, editor: Editor = .user,
    onRefusal: @escaping (LiveFormError) -> Void = { _ in }
  ) -> FormBinding<Content> {
    let row = row.rowName
    return FormBinding(
      get: { self.boundValue(of: row) ?? value },
      set: { self.setBound($0.formValue, row, editor, onRefusal) })
  }

  /// Binds to the text of a row, as a field for typing needs it: of text, numbers, dates and times,
  /// in the language and the time zone of the form.
  ///
  /// ```swift
  /// let age = live.textBinding(for: "age")
  /// age.set("1,234")  // 1234 in English
  /// ```
  ///
  /// The setter enters the text, as `Draft.enter(_:in:)` does. The getter gives back what was
  /// typed, such as `1.` on the way to `1.5`, also if the form has refused it, as long as the value
  /// of the row stays. After another change of the value, the getter gives the value as a text that
  /// could be typed. So a field keeps one binding while the user types, and takes a new binding
  /// when the user leaves it.
  ///
  /// - Parameters:
  ///   - row: A row, by tag or address, or by its id, which stays with a row that moves.
  ///   - editor: On whose behalf the setter edits.
  ///   - onRefusal: What to do if the form refuses a text, such as `12a` for a number.
  /// - Returns: The getter and the setter.
  public func textBinding(
    for row: some RowNaming, editor: Editor = .user,
    onRefusal: @escaping (LiveFormError) -> Void = { _ in }
  ) -> FormBinding<String> {
    let row = row.rowName
    let field = Field()
    return FormBinding(
      get: {
        guard let state = self[row] else { return "" }
        if let typed = field.typed, typed.row == state.id, typed.value == state.value {
          return typed.text
        }
        return self.current.engine.typedText(of: state.id.index)
      },
      set: { text in
        do throws(LiveFormError) {
          try self.update(as: editor) { $0.enter(text, in: row) }
        } catch {
          onRefusal(error)
        }
        field.typed = self[row].map { ($0.id, text, $0.value) }
      })
  }

  /// What was typed last into a field, and the value that the row then had.
  private final class Field {
    var typed: (row: RowID, text: String, value: Value)?
  }

  private func boundValue<Content: FormValue>(of row: RowName) -> Content? {
    guard let value = self[row]?.value, !value.isNull else { return nil }
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
