// The status items that Apple documents for declarative device management, with their kinds, for
// checks of the predicates of activations. Source: Apple's schema, declarative/status in
// github.com/apple/device-management, at the commit 255d4a2d of 2026.

import Predicate

extension Declarations {
  /// The status items that Apple documents, by the text that reads them.
  ///
  /// ```swift
  /// let text = "@status(device.model.famly) == 'iPad'"
  /// let tree = try SyntaxTree(predicate: text, functions: .deviceManagement)
  /// let known = Declarations(keys: Declarations.statusItems)
  /// tree.findings(against: known).first?.hint  // "did you mean @status(device.model.family)?"
  /// ```
  ///
  /// Keys of objects, and of the objects of a list, stand behind their item:
  /// `@status(mdm.app).@key(state)`. Properties, which the server sets, can be added in the same
  /// way: `@property(plan)`.
  public static let statusItems: [String: Kind] = {
    var items: [String: Kind] = [:]
    // The item and the keys around a line, one for each level of indentation.
    var around: [String] = []
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let kind = Kind(rawValue: String(words[1])) else { continue }
      let level = line.prefix { $0 == " " }.count / 2
      let term = level == 0 ? ManagementTerm.status : .key
      around = around.prefix(level) + [term.spelled(String(words[0]))]
      items[around.joined(separator: ".")] = kind
    }
    return items
  }()

  /// An item or, indented, a key of its object or its objects, with the kind of its value.
  ///
  /// What Apple calls string, integer, real, boolean, array and dictionary is text, int, double,
  /// bool, list and object. Times are text, as in RFC 3339.
  private static let table = """
    account.list.caldav list
      identifier text
      _removed bool
      declaration-identifier text
      visible-name text
      hostname text
      port int
      username text
      are-calendars-enabled bool
      are-reminders-enabled bool
    account.list.carddav list
      identifier text
      _removed bool
      declaration-identifier text
      visible-name text
      hostname text
      port int
      username text
    account.list.exchange list
      identifier text
      _removed bool
      declaration-identifier text
      visible-name text
      hostname text
      port int
      username text
      is-mail-enabled bool
      are-calendars-enabled bool
      are-contacts-enabled bool
      are-notes-enabled bool
      are-reminders-enabled bool
    account.list.google list
      identifier text
      _removed bool
      declaration-identifier text
      visible-name text
      username text
      is-mail-enabled bool
      are-calendars-enabled bool
      are-contacts-enabled bool
      are-notes-enabled bool
    account.list.ldap list
      identifier text
      _removed bool
      declaration-identifier text
      visible-name text
      hostname text
      port int
      username text
      is-enabled bool
    account.list.mail.incoming list
      identifier text
      _removed bool
      declaration-identifier text
      visible-name text
      hostname text
      port int
      username text
      is-mail-enabled bool
      are-notes-enabled bool
    account.list.mail.outgoing list
      identifier text
      _removed bool
      declaration-identifier text
      visible-name text
      hostname text
      port int
      username text
    account.list.subscribed-calendar list
      identifier text
      _removed bool
      declaration-identifier text
      visible-name text
      calendar-url text
      username text
      is-enabled bool
    app.managed.list list
      identifier text
      _removed bool
      declaration-identifier text
      name text
      external-version-id int
      version text
      short-version text
      state text
      update-state text
      config-state object
        app-config-state object
          state text
        extension-config-state object
      reasons list
        code text
        description text
        details object
    content-cache.info object
      cache-details list
      cache-free int
      cache-limit int
      cache-status text
      cache-used int
      max-cache-pressure-last-hour double
      personal-cache-free int
      personal-cache-limit int
      personal-cache-used int
    content-cache.parents list
      identifier text
      _removed bool
      address text
      port int
      healthy bool
      version text
    content-cache.peers list
      identifier text
      _removed bool
      address text
      port int
      friendly bool
      healthy bool
      version text
    content-cache.status object
      server-guid text
      activated bool
      active bool
      cache-status text
      private-addresses list
      public-address text
      port int
      registration-status int
      registration-started text
      registration-response-code int
      registration-error text
      startup-status text
      tetherator-status int
      sending-reports bool
      report-response-code int
      report-error text
      version text
    device.identifier.serial-number text
    device.identifier.udid text
    device.model.family text
    device.model.identifier text
    device.model.marketing-name text
    device.model.number text
    device.operating-system.build-version text
    device.operating-system.family text
    device.operating-system.marketing-name text
    device.operating-system.supplemental.build-version text
    device.operating-system.supplemental.extra-version text
    device.operating-system.version text
    device.power.battery-health text
    device.system.health object
      Baseband text
      Camera text
      Display text
      FaceID text
      NFC text
      TouchID text
      UWB text
    diskmanagement.filevault.enabled bool
    enhanced-logging.applecare-token text
    enhanced-logging.status text
    enhanced-logging.timestamp text
    management.client-capabilities object
      supported-versions list
      supported-features object
      supported-payloads object
        declarations object
          activations list
          assets list
          configurations list
          management list
        status-items list
    management.declarations object
      activations list
        identifier text
        server-token text
        active bool
        valid text
        reasons list
          code text
          description text
          details object
      configurations list
        identifier text
        server-token text
        active bool
        valid text
        reasons list
          code text
          description text
          details object
      assets list
        identifier text
        server-token text
        active bool
        valid text
        reasons list
          code text
          description text
          details object
      management list
        identifier text
        server-token text
        active bool
        valid text
        reasons list
          code text
          description text
          details object
    mdm.app list
      identifier text
      _removed bool
      name text
      external-version-id text
      version text
      short-version text
      state text
    mdm.enrollment-type text
    mdm.is-awaiting-configuration bool
    mdm.is-return-to-service bool
    mdm.is-shared-ipad bool
    mdm.push-magic text
    mdm.push-token data
    migration-assistant.report object
      completed-data-size int
      completed-file-count int
      completion-time text
      source-user text
      start-time text
      target-user text
      total-data-size int
      total-file-count int
      errors list
    migration-assistant.state text
    package.list list
      identifier text
      _removed bool
      declaration-identifier text
      name text
      version text
      state text
      reasons list
        code text
        description text
        details object
    passcode.is-compliant bool
    passcode.is-present bool
    screensharing.connection.group.unresolved-connection list
      identifier text
      _removed bool
      unresolved_connections list
    security.certificate.list list
      identifier text
      _removed bool
      declaration-identifier text
      subject-summary text
      is-identity bool
      data data
    security.lockdown-mode bool
    services.background-task list
      identifier text
      _removed bool
      code-signature text
      uid int
      path text
      state text
      type text
      launchd object
        label text
        program text
        program-arguments list
        checksum text
        device-management object
          configuration-identifier text
          asset-identifier text
          asset-server-token text
    softwareupdate.beta-enrollment text
    softwareupdate.device-id text
    softwareupdate.failure-reason object
      count int
      reason text
      timestamp text
    softwareupdate.install-reason object
      reason list
      declaration-id text
    softwareupdate.install-state text
    softwareupdate.pending-version object
      os-version text
      build-version text
      target-local-date-time text
    test.array-value list
      key1 text
      key2 text
    test.boolean-value bool
    test.dictionary-value object
      key1 text
      key2 text
    test.error-value text
    test.integer-value int
    test.real-value double
    test.string-value text
    """
}
