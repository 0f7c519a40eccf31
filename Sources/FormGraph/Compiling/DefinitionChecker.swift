enum DefinitionChecker {
  static func problems(in definition: FormDefinition) -> [Problem] { [] }
}
