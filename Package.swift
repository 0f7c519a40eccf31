// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "formgraph",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Predicate", targets: ["Predicate"]),
    .library(name: "PredicateChecks", targets: ["PredicateChecks"]),
    .library(name: "FormFile", targets: ["FormFile"]),
    .library(name: "FormImport", targets: ["FormImport"]),
    .library(name: "FormGraph", targets: ["FormGraph"]),
    .library(name: "FormAnalysis", targets: ["FormAnalysis"]),
    .library(name: "FormProtocol", targets: ["FormProtocol"]),
    .executable(name: "formeval", targets: ["formeval"]),
  ],
  targets: [
    .target(name: "Predicate", swiftSettings: settings),
    .target(name: "PredicateChecks", dependencies: ["Predicate"], swiftSettings: settings),
    .target(name: "FormFile", dependencies: ["Predicate"], swiftSettings: settings),
    .target(name: "FormImport", dependencies: ["FormFile", "Predicate"], swiftSettings: settings),
    .target(name: "FormGraph", dependencies: ["FormFile", "Predicate"], swiftSettings: settings),
    .target(
      name: "FormAnalysis", dependencies: ["FormGraph", "Predicate", "PredicateChecks"],
      swiftSettings: settings),
    .target(
      name: "FormProtocol", dependencies: ["FormGraph", "Predicate"], swiftSettings: settings),
    .executableTarget(
      name: "formeval",
      dependencies: [
        "FormAnalysis", "FormGraph", "FormImport", "FormProtocol", "Predicate", "PredicateChecks",
      ],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["FormGraph", "Predicate"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "PredicateTests", dependencies: ["Predicate", "PredicateChecks", "TestSupport"],
      exclude: ["Corpus"], swiftSettings: settings),
    .testTarget(
      name: "FormGraphTests",
      dependencies: [
        "FormFile", "FormGraph", "FormImport", "Predicate", "PredicateChecks", "TestSupport",
      ],
      exclude: ["Scenarios", "Schema"], swiftSettings: settings),
    .testTarget(
      name: "FormImportTests",
      dependencies: ["FormFile", "FormGraph", "FormImport", "Predicate", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FormAnalysisTests",
      dependencies: [
        "FormAnalysis", "FormFile", "FormGraph", "FormImport", "Predicate", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FormProtocolTests",
      dependencies: ["FormProtocol", "FormGraph", "Predicate", "TestSupport"],
      exclude: ["Lines"], swiftSettings: settings),
    .testTarget(
      name: "formevalTests",
      dependencies: [
        "formeval", "FormAnalysis", "FormGraph", "FormImport", "FormProtocol", "Predicate",
        "PredicateChecks", "TestSupport",
      ],
      exclude: ["Lines", "Transcripts", "WorldForms", "sarif-2.1.0.json"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
