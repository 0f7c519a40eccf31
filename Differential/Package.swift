// swift-tools-version: 6.2
import PackageDescription

// `Sources/TestSupport`, `Sources/Programs` and `Sources/Forms` are links to directories of
// `../Tests`: the sources that the test suite of the root compiles too. They see the internals of
// the library, so a release build of this package needs `-Xswiftc -enable-testing`.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
let library: [Target.Dependency] = [
  .product(name: "FormGraph", package: "formgraph"),
  .product(name: "Predicate", package: "formgraph"),
]

let package = Package(
  name: "differential",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "formgraph", path: "..")],
  targets: [
    .target(name: "TestSupport", dependencies: library, swiftSettings: settings),
    .target(name: "Programs", dependencies: ["TestSupport"] + library, swiftSettings: settings),
    .target(
      name: "Forms", dependencies: ["TestSupport"] + library,
      exclude: ["OracleTests.swift", "RoundTripTests.swift"], swiftSettings: settings),
    .executableTarget(
      name: "Differential", dependencies: ["Forms", "Programs"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
