// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// Interfaces that rows are written against before the library has them. To switch one on, add its
// name; where all are on, the `#if` around them goes.
//
// - BOUND_CONDITIONS: `Condition.bound(to:)` over a `ValueTable`.
// - CHANGE_COUNTS: `ChangeSet.count(of:)`.
let built: [String] = ["BOUND_CONDITIONS", "CHANGE_COUNTS"]

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
      ], swiftSettings: settings + built.map { .define($0) }),
    .target(name: "CSupport"),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CSupport", "Shapes", "Yardsticks", .product(name: "FormGraph", package: "formgraph"),
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
  ],
  swiftLanguageModes: [.v6]
)
