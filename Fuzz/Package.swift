// swift-tools-version: 6.2
import PackageDescription

// Programs that try texts and forms by the million. `Sources/TestSupport`, `Sources/Programs` and
// both folders of `Sources/Properties` are links to directories of `../Tests`: the sources that the
// test suite of the root compiles too. They see the internals of the library, so a release build of
// this package needs `-Xswiftc -enable-testing`.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
let library: [Target.Dependency] = [
  .product(name: "FormFile", package: "formgraph"),
  .product(name: "FormGraph", package: "formgraph"),
  .product(name: "FormImport", package: "formgraph"),
  .product(name: "Predicate", package: "formgraph"),
  .product(name: "PredicateChecks", package: "formgraph"),
]
let targets = ["FuzzText", "FuzzFormat", "FuzzEvaluation", "FuzzForm", "FuzzEdits"]

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "formgraph", path: "..")],
  targets: [
    .target(name: "TestSupport", dependencies: library, swiftSettings: settings),
    .target(
      name: "Properties", dependencies: ["TestSupport"] + library,
      exclude: [
        "Oracle/OracleTests.swift", "Oracle/RoundTripTests.swift",
        "Properties/RegressionTests.swift",
      ], swiftSettings: settings),
    .target(name: "Programs", dependencies: ["TestSupport"] + library, swiftSettings: settings),
    .executableTarget(
      name: "Differential", dependencies: ["Programs", "Properties"], swiftSettings: settings),
    .target(name: "Driver", dependencies: ["Properties"], swiftSettings: settings),
  ]
    + targets.map {
      .executableTarget(name: $0, dependencies: ["Driver", "Properties"], swiftSettings: settings)
    } + [
      .executableTarget(
        name: "FuzzParse", dependencies: [.product(name: "Predicate", package: "formgraph")],
        swiftSettings: settings)
    ],
  swiftLanguageModes: [.v6]
)
