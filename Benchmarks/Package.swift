// swift-tools-version: 6.2
import PackageDescription

// `Tests/RecordedTests` and `Sources/TestSupport` are links to directories of `../Tests`, which the
// root compiles too.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "formgraph", path: "..")],
  targets: [
    .target(
      name: "Yardsticks", dependencies: [.product(name: "Predicate", package: "formgraph")],
      swiftSettings: settings),
    .target(
      name: "Shapes",
      dependencies: [
        "Yardsticks", .product(name: "FormGraph", package: "formgraph"),
        .product(name: "Predicate", package: "formgraph"),
      ], swiftSettings: settings),
    .target(name: "CSupport"),
    .target(
      name: "TestSupport",
      dependencies: [
        .product(name: "FormGraph", package: "formgraph"),
        .product(name: "Predicate", package: "formgraph"),
      ], swiftSettings: settings),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CSupport", "Shapes", "Yardsticks", .product(name: "FormGraph", package: "formgraph"),
        .product(name: "FormProtocol", package: "formgraph"),
        .product(name: "Predicate", package: "formgraph"),
      ], swiftSettings: settings),
    .executableTarget(
      name: "counted",
      dependencies: [
        "CSupport", "Shapes", "Yardsticks", .product(name: "FormGraph", package: "formgraph"),
        .product(name: "Predicate", package: "formgraph"),
      ], swiftSettings: settings),
    .testTarget(
      name: "ScaleTests",
      dependencies: [
        "Shapes", .product(name: "FormGraph", package: "formgraph"),
        .product(name: "Predicate", package: "formgraph"),
      ], swiftSettings: settings),
    .testTarget(
      name: "RecordedTests",
      dependencies: [
        "TestSupport", .product(name: "FormGraph", package: "formgraph"),
        .product(name: "FormProtocol", package: "formgraph"),
        .product(name: "Predicate", package: "formgraph"),
      ], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
