// Forms put together by operators: `+++` makes sections of a form, `<<<` rows of a section. Both
// make a new value and change nothing; `+=` adds to what is there.

/// Binds sections into a form.
precedencegroup FormPrecedence {
  associativity: left
  higherThan: LogicalConjunctionPrecedence
}

/// Binds rows into a section, before sections are bound into a form.
precedencegroup SectionPrecedence {
  associativity: left
  higherThan: FormPrecedence
}

infix operator +++ : FormPrecedence
infix operator <<< : SectionPrecedence

extension FormDefinition {
  /// A form with one section more.
  public static func +++ (form: FormDefinition, section: SectionDefinition) -> FormDefinition {
    var form = form
    form.sections.append(section)
    return form
  }

  /// A form with one section more, in which there is a row.
  public static func +++ (form: FormDefinition, row: RowDefinition) -> FormDefinition {
    form +++ SectionDefinition(rows: [row])
  }

  /// A form with one row more in its last section.
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
  /// A form of two sections.
  public static func +++ (
    section: SectionDefinition, other: SectionDefinition
  ) -> FormDefinition { FormDefinition(sections: [section, other]) }

  /// A form of a section, and of another one in which there is a row.
  public static func +++ (section: SectionDefinition, row: RowDefinition) -> FormDefinition {
    section +++ SectionDefinition(rows: [row])
  }

  /// A section with one row more.
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
  /// A form of two sections, in each of which there is a row.
  public static func +++ (row: RowDefinition, other: RowDefinition) -> FormDefinition {
    SectionDefinition(rows: [row]) +++ other
  }

  /// A form of a section in which there is a row, and of another section.
  public static func +++ (row: RowDefinition, section: SectionDefinition) -> FormDefinition {
    SectionDefinition(rows: [row]) +++ section
  }

  /// A section of two rows.
  public static func <<< (row: RowDefinition, other: RowDefinition) -> SectionDefinition {
    SectionDefinition(rows: [row, other])
  }
}
