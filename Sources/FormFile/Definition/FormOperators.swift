// Operators for writing forms: `+++` combines sections into a form, `<<<` combines rows into a
// section. Both return a new value and change nothing. `+=` appends in place.

/// Combines sections into a form.
precedencegroup FormPrecedence {
  associativity: left
  higherThan: LogicalConjunctionPrecedence
}

/// Combines rows into a section. It binds more tightly than combining sections.
precedencegroup SectionPrecedence {
  associativity: left
  higherThan: FormPrecedence
}

infix operator +++ : FormPrecedence
infix operator <<< : SectionPrecedence

extension FormDefinition {
  /// A form with one more section.
  public static func +++ (form: FormDefinition, section: SectionDefinition) -> FormDefinition {
    var form = form
    form.sections.append(section)
    return form
  }

  /// A form with one more section that contains a row.
  public static func +++ (form: FormDefinition, row: RowDefinition) -> FormDefinition {
    form +++ SectionDefinition(rows: [row])
  }

  /// A form with one more row in its last section.
  public static func <<< (form: FormDefinition, row: RowDefinition) -> FormDefinition {
    var form = form
    let last = form.sections.popLast() ?? SectionDefinition()
    form.sections.append(last <<< row)
    return form
  }

  /// Adds sections.
  public static func += (form: inout FormDefinition, sections: some Sequence<SectionDefinition>) {
    form.sections += sections
  }
}

extension SectionDefinition {
  /// A form with two sections.
  public static func +++ (
    section: SectionDefinition, other: SectionDefinition
  ) -> FormDefinition { FormDefinition(sections: [section, other]) }

  /// A form with a section and a second section that contains a row.
  public static func +++ (section: SectionDefinition, row: RowDefinition) -> FormDefinition {
    section +++ SectionDefinition(rows: [row])
  }

  /// A section with one more row.
  public static func <<< (section: SectionDefinition, row: RowDefinition) -> SectionDefinition {
    var section = section
    section.rows.append(row)
    return section
  }

  /// Adds rows.
  public static func += (section: inout SectionDefinition, rows: some Sequence<RowDefinition>) {
    section.rows += rows
  }
}

extension RowDefinition {
  /// A form with two sections that contain one row each.
  public static func +++ (row: RowDefinition, other: RowDefinition) -> FormDefinition {
    SectionDefinition(rows: [row]) +++ other
  }

  /// A form with a section that contains a row, and a second section.
  public static func +++ (row: RowDefinition, section: SectionDefinition) -> FormDefinition {
    SectionDefinition(rows: [row]) +++ section
  }

  /// A section with two rows.
  public static func <<< (row: RowDefinition, other: RowDefinition) -> SectionDefinition {
    SectionDefinition(rows: [row, other])
  }
}
