// Where the texts of a form stand in its file, for reports that name a text and whose it is.

package import FormGraph
import Predicate

/// The places of texts in a form file.
package struct TextPlaces {
  private let places: CoveragePlaces
  private let lines: SourceLines

  /// Finds the places of texts.
  ///
  /// - Parameters:
  ///   - texts: The texts to find.
  ///   - bytes: The form file.
  ///   - root: The JSON in it.
  /// - Complexity: O(n) in the length of the file.
  package init(of texts: Set<String>, in bytes: [UInt8], _ root: JSONElement) {
    places = CoveragePlaces(of: texts, in: root, findsFormulasInTexts: true)
    lines = SourceLines(bytes)
  }

  /// The place of a text; of a formula in a longer text, such as a title, that of the longer text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The row or section that has the text, as `DependencyGraph` names it. If it has no
  ///     such text, the first equal text in the file counts.
  /// - Returns: The line and the column, from 1; nil if the text does not stand in the file.
  package func place(of text: String, in name: String) -> (line: Int, column: Int)? {
    guard let all = places.texts[text] else { return nil }
    let own = all.first { place in
      (place.owner.row?.replacing("[]", with: "") ?? place.owner.section) == name
    }
    return (own ?? all.first).map { place in
      let excerpt = lines.excerpt(of: place.range)
      return (excerpt.line, excerpt.column)
    }
  }
}
