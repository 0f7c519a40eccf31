// Asynchronous rules of a live form: the host registers an async function for each name, and the
// live form runs it in a task of its own for each question. The task belongs to the actor where the
// form is used, so the answer is an edit like any other. A question that ends cancels its task.

import Foundation
public import Predicate

extension LiveForm {
  /// The functions of asynchronous rules, and the tasks that run them.
  struct Validators {
    /// Starts the task of a question, by the name of the function.
    var starts: [String: (PendingValidation) -> Task<Void, Never>] = [:]
    /// By the token of a question that is pending.
    var tasks: [ValidationToken: Task<Void, Never>] = [:]
  }

  /// Answers the questions of asynchronous rules with an async function.
  ///
  /// ```swift
  /// live.registerAsyncFunction("isFree") { arguments in
  ///   .bool(try await server.isFree(arguments.values))
  /// }
  /// ```
  ///
  /// The function is called once for each question, also for those that are pending already. If the
  /// question ends before the function returns, because the value has changed, the row is hidden or
  /// the form is freed, the task is cancelled and a late result is dropped. The form waits as long
  /// as the function runs: delays, retries and time limits belong in the function.
  ///
  /// If the function throws, the value is rejected, so that the form does not wait for ever: with
  /// the `errorDescription` of a `LocalizedError`, or else with the message of the rule. A function
  /// that throws because its task was cancelled answers nothing.
  ///
  /// The result is delivered on the actor that calls this method, which must be the one where the
  /// live form is used. A refusal of edits that observers make because of the result is not
  /// reported.
  ///
  /// - Parameters:
  ///   - name: The name in the rule. A later function for the same name answers later questions.
  ///   - isolation: The actor where the form is used.
  ///   - function: Gets the value as `SELF`, and what the rule depends on. It returns true or nil
  ///     to accept the value. To reject the value, it returns false or a message; any other result
  ///     also rejects it.
  public func registerAsyncFunction(
    _ name: String, isolation: isolated any Actor = #isolation,
    _ function: @escaping @Sendable (FunctionArguments) async throws -> Value
  ) {
    validators.starts[name] = { [weak self] pending in
      Task { [weak self] in
        _ = isolation
        let result: Value
        do { result = try await function(pending.arguments) } catch {
          result = (error as? any LocalizedError)?.errorDescription.map(Value.string) ?? false
        }
        guard !Task.isCancelled else { return }
        self?.finish(pending.token, with: result)
      }
    }
    followQuestions()
  }

  /// Takes the result of a function.
  private func finish(_ token: ValidationToken, with result: Value) {
    do throws(LiveFormError) {
      try resolve(token, with: result)
    } catch {
      // A result that is none rejects the value, so that the form does not wait for ever.
      guard case .refused = error else { return }
      _ = try? resolve(token, with: false)
    }
  }

  /// Starts the tasks of new questions, and cancels those of questions that have ended.
  func followQuestions() {
    guard !validators.starts.isEmpty else { return }
    let pending = current.pendingValidations
    let tokens = Set(pending.map(\.token))
    for (token, task) in validators.tasks where !tokens.contains(token) {
      task.cancel()
      validators.tasks[token] = nil
    }
    for question in pending where validators.tasks[question.token] == nil {
      if let start = validators.starts[question.function] {
        validators.tasks[question.token] = start(question)
      }
    }
  }
}
