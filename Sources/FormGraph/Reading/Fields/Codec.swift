// How a value of a form file is read and written. A codec knows nothing of the key that it is used
// for, but names the key in its messages.

import Predicate

/// Reads and writes one kind of value.
struct Codec<Content>: Sendable {
  /// The value under a key; nil if it is missing or, which has been reported, cannot be read.
  let read: @Sendable (inout DefinitionReader, FormKey, DefinitionReader.ObjectPlace) -> Content?
  /// The value as JSON; nil if it can be left out.
  let write: @Sendable (Content) -> Value?
}

extension Codec where Content == Bool {
  /// True or false.
  static var flag: Codec { Codec(read: { $0.flag($1, in: $2) }, write: { .bool($0) }) }
}

extension Codec where Content == String {
  /// A text that hardly any two objects have in common, such as a tag.
  static var text: Codec { Codec(read: { $0.text($1, in: $2) }, write: { .string($0) }) }
  /// A text that many objects may share.
  static var sharedText: Codec {
    Codec(read: { $0.sharedText($1, in: $2) }, write: { .string($0) })
  }
  /// A formula, or a function with what it reads.
  static var formula: Codec { Codec(read: { $0.formula($1, in: $2) }, write: { .string($0) }) }
}

extension Codec where Content == FormText {
  /// A text for people that hardly any two objects have in common, such as a title.
  static var ownText: Codec { Codec(read: { $0.ownText($1, in: $2) }, write: { $0.json }) }
  /// A text for people that many objects may share.
  static var shownText: Codec { Codec(read: { $0.formText($1, in: $2) }, write: { $0.json }) }
}

extension Codec where Content == Value {
  /// Any value.
  static var anything: Codec { Codec(read: { $0.anything($1, in: $2) }, write: { $0 }) }
}

extension Codec where Content: CaseIterable & RawRepresentable<String> & SendableMetatype {
  /// One of some words.
  static func word(_ noun: String) -> Codec {
    Codec(read: { $0.choice($1, in: $2, called: noun) }, write: { .string($0.rawValue) })
  }
}

extension Codec where Content == [String] {
  /// The tags of languages.
  static var languages: Codec {
    Codec(
      read: { reader, _, object in reader.languages(in: object) },
      write: { .array($0.map(Value.string)) })
  }

  /// The tags of sections.
  static var tags: Codec {
    Codec(
      read: { reader, _, object in reader.sections(ofPage: object) },
      write: { .array($0.map(Value.string)) })
  }
}

extension Codec where Content == [Suppression] {
  /// Findings that are accepted.
  static var suppressions: Codec {
    Codec(
      read: { reader, _, object in reader.suppressions(in: object) },
      write: { .array($0.map(\.json)) })
  }
}

extension Codec where Content == [ActionDefinition] {
  /// The actions of a row.
  static var actions: Codec {
    Codec(
      read: { reader, _, object in reader.actions(in: object) },
      write: { .array($0.map(\.json)) })
  }
}

extension Codec where Content == [PageDefinition] {
  /// The pages of a form.
  static var pages: Codec {
    Codec(
      read: { reader, _, object in reader.pages(in: object) },
      write: { .array($0.map(\.json)) })
  }
}

extension Codec where Content == [InputDefinition] {
  /// Inputs by their names.
  static var inputs: Codec {
    Codec(
      read: { reader, _, object in reader.inputs(in: object) },
      write: { .dictionary(ValueDictionary($0.map { ($0.name, $0.json) })) })
  }
}

extension Codec where Content == [TableDefinition] {
  /// Tables by their names.
  static var tables: Codec {
    Codec(
      read: { reader, _, object in reader.tables(in: object) },
      write: { .dictionary(ValueDictionary($0.map { ($0.name, $0.json) })) })
  }
}

extension Codec where Content == MessageCatalogue {
  /// Messages by language and id.
  static var messages: Codec {
    Codec(read: { reader, _, object in reader.messages(in: object) }, write: { $0.json })
  }
}

extension Codec where Content == Navigation {
  /// One word, or a list of words.
  static var navigation: Codec {
    Codec(read: { reader, _, object in reader.navigation(in: object) }, write: { $0.json })
  }
}

extension Codec where Content == ValidationTriggers {
  /// One word, or a list of words.
  static var triggers: Codec {
    Codec(read: { reader, _, object in reader.triggers(in: object) }, write: { $0.json })
  }
}

extension Codec where Content == ItemEdits {
  /// A list of words.
  static var itemEdits: Codec {
    Codec(
      read: { reader, _, object in reader.edits(in: object) },
      write: { edits in
        .array(ItemEdits.names.filter { edits.contains($0.value) }.map { .string($0.key) })
      })
  }
}

extension Codec where Content == DisplayDefinition {
  /// A formula, or a function of the host's.
  static var display: Codec {
    Codec(read: { reader, _, object in reader.display(in: object) }, write: { $0.json })
  }
}
