// Two of the large public forms with what people read: texts in two languages, texts that follow
// answers, and pages. RecordedSessionTests replays the recorded sessions on them; this file asserts
// texts and goes through pages.

import FormGraph
import FormProtocol
import Foundation
import Predicate
import Testing

@testable import formeval

@Suite("Texts and pages of forms of the world")
struct WorldTextTests {
  private let now = Date(timeIntervalSinceReferenceDate: 736_214_400)

  private func open(_ name: String, _ inputs: [String: Value] = [:]) throws -> Form {
    let url = CommandRun.root.appending(path: "Tests/formevalTests/WorldForms/\(name).form.json")
    let compiled = try CompiledForm.compile(json: try Data(contentsOf: url))
    // A row of this form computes a point in time from days.
    let warnings =
      name.hasPrefix("va_who")
      ? ["the formula gives a day, and a row of type 'dateTime' holds a point in time"] : []
    #expect(compiled.warnings.map(\.message) == warnings)
    return try compiled.open(now: now, inputs: inputs)
  }

  /// Runs a line of edits.
  @discardableResult
  private func edit(_ form: inout Form, _ line: String) throws -> ChangeSet {
    var session = FormSession(form)
    let changes = try session.apply(try FormEdits(json: Array(line.utf8)), as: .host)
    form = session.form
    return try #require(changes.changeSet)
  }

  @Test("A health check follows its answers, in English and in German")
  func healthCheck() throws {
    var form = try open("fhir715r4.texts")
    #expect(form.texts.title == "Health check of the patient")
    #expect(form["relationship_to_patient"]?.texts.title == "Who is this to the patient?")
    try edit(
      &form,
      """
      { "set": { "name": "Ana", "emergency_contact": "Bo", "weight_kg": 61.5, "height_cm": 170,
        "smoking": "8517006" } }
      """)
    #expect(form.texts.title == "Health check of Ana")
    #expect(form["relationship_to_patient"]?.texts.title == "Who is Bo to the patient?")
    #expect(form["bmi_kg_2"]?.texts.title == "Body mass index: 61.5\u{A0}kg at 170\u{A0}cm")
    #expect(form["bmi_kg_2"]?.displayText == "21.3 kg/m²")
    #expect(form["how_many"]?.texts.title == "How many a day? (stopped)")
    #expect(form.pages.map(\.title)[3] == "Daily life of Ana")
    try edit(
      &form,
      """
      { "insert": [{ "section": "follow_up", "at": 0, "value": { "who": "Dr. Li" } },
        { "section": "follow_up", "at": 1, "value": {} }] }
      """)
    #expect(form["follow_up[0].when"]?.texts.title == "When does Dr. Li see the patient?")
    #expect(form["follow_up[1].who"]?.texts.title == "Visit 2: with whom?")
    try edit(&form, #"{ "remove": [{ "section": "follow_up", "at": 0 }] }"#)
    #expect(form["follow_up[0].who"]?.texts.title == "Visit 1: with whom?")

    let changes = try edit(&form, #"{ "set": { "language": "de" } }"#)
    #expect(form.texts.title == "Gesundheitsprüfung: Ana")
    #expect(form["bmi_kg_2"]?.texts.title == "Body-Mass-Index: 61,5\u{A0}kg bei 170\u{A0}cm")
    #expect(form["bmi_kg_2"]?.displayText == "21,3 kg/m²")
    #expect(form["how_many"]?.texts.title == "Wie viele am Tag? (aufgehört)")
    #expect(form["follow_up[0].who"]?.texts.title == "Termin 1: bei wem?")
    #expect(form.pages.map(\.title)[3] == "Alltag von Ana")
    #expect(changes.pageChanges.count == 8)
    #expect(
      changes.changes.allSatisfy { $0.tag == "language" || $0.because.contains("language") })
    try edit(&form, #"{ "page": "next" }"#)
    #expect(form["date"]?.errors.map(\.message) == ["Bitte Tag der Untersuchung angeben."])
  }

  @Test("An interview goes through its pages; the pages that do not apply are skipped")
  func interview() throws {
    var form = try open("va_who_v1_5_3.texts")
    #expect(form.pages.count == 16)
    #expect(form.pages.filter(\.isVisible).map(\.title) == ["Interview", "Who answers"])
    let refused = try edit(&form, #"{ "page": "next" }"#)
    #expect(refused.refusedMove?.firstInvalidTag == "Id10010")
    try edit(
      &form,
      """
      { "set": { "Id10010": "Ann", "Id10010a": 30, "Id10010b": "female", "Id10010c": "7",
        "language": "2", "Id10002": "low", "Id10003": "low", "Id10004": "dry" }, "page": "next" }
      """)
    #expect(form.currentPage == 1)
    try edit(
      &form,
      """
      { "set": { "Id10007": "Jo", "Id10007a": "male", "Id10008": "child", "Id10009": "yes",
        "Id10013": "no" }, "page": "next" }
      """)
    #expect(form.currentPage == 1, "without consent, no page follows")
    try edit(&form, #"{ "set": { "Id10013": "yes" }, "page": "next" }"#)
    #expect(form.currentPage == 2)
    try edit(
      &form,
      """
      { "set": { "Id10017": "Eva", "Id10019": "female", "Id10020": "yes", "Id10021": "1950-02-03",
        "Id10022": "yes", "Id10023_a": "2023-11-20", "Id10058": "home", "Id10487": "no",
        "Id10051": "no", "Id10059": "widowed", "Id10063": "primary_school", "Id10064": "yes",
        "Id10065": "pensioner" }, "page": "next" }
      """)
    #expect(form.currentPage == 3)
    #expect(form.pages[2].title == "About Eva")
    #expect(
      form["displayAgeAdult"]?.texts.title == "Eva lived 73 years, until 20 November 2023.")
    #expect(form["ageInYears"]?.displayText == "73")
    try edit(&form, #"{ "set": { "Id10476": "In her sleep.", "Id10477": ["None"] } }"#)
    try edit(&form, #"{ "page": "next" }"#)
    #expect(form.currentPage == 5, "signs of life are asked about newborns alone")
    try edit(&form, #"{ "page": "previous" }"#)
    #expect(form.currentPage == 3)
  }

  @Test("A form with a row 'language' is read in the language that it is opened with")
  func interviewInFrench() throws {
    var form = try open("va_who_v1_5_3.texts", ["language": "fr"])
    #expect(form.texts.title == "Entretien sur cette personne")
    try edit(
      &form,
      """
      { "set": { "language": "1", "Id10013": "yes", "Id10017": "Eva", "Id10020": "yes",
        "Id10021": "2023-11-05", "Id10022": "yes", "Id10023_a": "2023-11-20" } }
      """)
    #expect(form["language"]?.displayText == "anglais")
    #expect(form["Id10019"]?.texts.title == "Sexe de Eva")
    #expect(form["displayAgeNeonate"]?.texts.title == "Eva a vécu 15 jours.")
    #expect(form["displayAgeAdult"]?.isHidden == true)
    try edit(&form, #"{ "validate": { "row": "Id10019" } }"#)
    #expect(form["Id10019"]?.errors.map(\.message) == ["Réponse manquante : Sexe de Eva."])
    // Rows of a section that became a matrix have the options of the section.
    #expect(
      form["Id10406"]?.allOptions.compactMap(\.title?.description)
        == ["oui", "non", "ne sait pas", "sans réponse"])
    try edit(&form, #"{ "set": { "Id10020": "no", "age_group": "neonate" } }"#)
    #expect(form["age_group"]?.displayText == "un nouveau-né")
    #expect(form.pages[4].title == "Signes de vie")
    #expect(form.pages[4].isVisible)
  }
}
