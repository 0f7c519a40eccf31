// swift-tools-version: 6.2
import PackageDescription

// Tests that share conditions and forms between threads. They are a package of its own, because the
// thread sanitizer needs a build of its own: this one has none of the other tests in it.

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
  name: "threads",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "formgraph", path: "../..")],
  targets: [
    .target(name: "TestSupport", dependencies: library, swiftSettings: settings),
    .testTarget(
      name: "ThreadTests", dependencies: ["TestSupport"] + library, swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
