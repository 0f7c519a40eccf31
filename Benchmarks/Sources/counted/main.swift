import Shapes
import Foundation
FileHandle.standardOutput.write(Data(FormFile.json(rows: 3, conditions: 2)))
