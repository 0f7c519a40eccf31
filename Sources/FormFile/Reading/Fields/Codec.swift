// How a value of a form file is read and written, and what the schema says of it. A codec knows
// nothing of the key that it is used for, but names the key in its messages.

import Predicate

/// Reads and writes one kind of value.
struct Codec<Content>: Sendable {
  /// What the schema of form files says of the value, as JSON.
  let schema: @Sendable () -> String
  /// The value under a key; nil if it is missing or, which has been reported, cannot be read.
  let read: @Sendable (inout DefinitionReader, FormKey, DefinitionReader.ObjectPlace) -> Content?
  /// The value as JSON; nil if it can be left out.
  let write: @Sendable (Content) -> Value?

  /// The schema is made only when it is asked for: no reader needs it.
  init(
    _ schema: @autoclosure @escaping @Sendable () -> String,
    read:
      @escaping @Sendable (inout DefinitionReader, FormKey, DefinitionReader.ObjectPlace) ->
      Content?,
    write: @escaping @Sendable (Content) -> Value?
  ) {
    self.schema = schema
    self.read = read
    self.write = write
  }
}

extension Codec where Content == Bool {
  /// True or false.
  static var flag: Codec {
    Codec(#"{ "type": "boolean" }"#, read: { $0.flag($1, in: $2) }, write: { .bool($0) })
  }
}

extension Codec where Content == String {
  /// A text that hardly any two objects have in common, such as a tag.
  static func text(_ schema: @autoclosure @escaping @Sendable () -> String = Schema.text) -> Codec {
    Codec(schema(), read: { $0.text($1, in: $2) }, write: { .string($0) })
  }

  /// A text that many objects may share.
  static func sharedText(
    _ schema: @autoclosure @escaping @Sendable () -> String = Schema.text
  ) -> Codec {
    Codec(schema(), read: { $0.sharedText($1, in: $2) }, write: { .string($0) })
  }

  /// A formula, or a function with what it reads.
  static var formula: Codec {
    Codec(
      Schema.named("formulaOrFunction"), read: { $0.formula($1, in: $2) }, write: { .string($0) })
  }
}

extension Codec where Content == FormText {
  /// A text for people that hardly any two objects have in common, such as a title.
  static var ownText: Codec {
    Codec(Schema.named("textOrNull"), read: { $0.ownText($1, in: $2) }, write: { $0.json })
  }

  /// A text for people that many objects may share.
  static var shownText: Codec {
    Codec(Schema.named("textOrNull"), read: { $0.formText($1, in: $2) }, write: { $0.json })
  }

  /// A message, which may hold parameters and must not be null.
  static var message: Codec {
    Codec(Schema.named("message"), read: { $0.formText($1, in: $2) }, write: { $0.json })
  }
}

extension Codec where Content == Value {
  /// Any value.
  static var anything: Codec { Codec("{}", read: { $0.anything($1, in: $2) }, write: { $0 }) }
}

extension Codec where Content: CaseIterable & RawRepresentable<String> & SendableMetatype {
  /// One of some words.
  static func word(_ noun: String) -> Codec {
    Codec(
      Schema.words(Content.allCases.map(\.rawValue)),
      read: { $0.choice($1, in: $2, called: noun) }, write: { .string($0.rawValue) })
  }
}

extension Codec {
  /// A list, which can be left out if it is empty.
  static func list<Element>(
    of schema: @autoclosure @escaping @Sendable () -> String,
    read: @escaping @Sendable (inout DefinitionReader, DefinitionReader.ObjectPlace) -> Content?,
    _ json: @escaping @Sendable (Element) -> Value
  ) -> Codec where Content == [Element] {
    Codec(
      Schema.list(of: schema()), read: { reader, _, object in read(&reader, object) },
      write: { $0.isEmpty ? Value?.none : .array($0.map(json)) })
  }

  /// An object of things by their names, which can be left out if it is empty.
  static func named<Element>(
    _ schema: @autoclosure @escaping @Sendable () -> String,
    read: @escaping @Sendable (inout DefinitionReader, DefinitionReader.ObjectPlace) -> Content?,
    _ json: @escaping @Sendable (Element) -> (String, Value)
  ) -> Codec where Content == [Element] {
    Codec(
      schema(), read: { reader, _, object in read(&reader, object) },
      write: { $0.isEmpty ? Value?.none : .dictionary(ValueDictionary($0.map(json))) })
  }
}
