// What is found by asking and not by an id: which members are of a kind, what a name means, whose
// nodes an id is among, and how many there are of what the limits count.

/// Which members a form has of each kind, what names mean, and how many nodes there are.
struct MemberDirectory: Sendable {
  /// The sections with items, including removed sections.
  var templateSections = IDSet<SectionIndex>()
  /// The rows whose value has a name of its own, including removed rows.
  var namedRows = IDSet<RowIndex>()
  /// The rows with options that a condition can disable, with those of prototypes and removed
  /// items.
  var rowsWithDisabledOptions = IDSet<RowIndex>()
  /// The rows that choose from a list; those of removed items may be among them.
  var rowsWithListOptions = IDSet<RowIndex>()
  /// The rows with an action that a condition can disable, with those of prototypes and removed
  /// items.
  var rowsWithDisabledActions = IDSet<RowIndex>()
  /// The submit buttons, including removed buttons.
  var submitRows = IDSet<RowIndex>()
  /// The numbers by which clients know the members.
  var numbers = AllMemberNumbers()
  /// The number of ids of nodes, those of items included, and of nodes that went.
  var nodeCount = 0
  /// Which ids belong to the nodes of items, in ascending order.
  var nodeRanges = Pages<NodeRange>()
  /// The number of nodes that run a program.
  var conditionCount = 0
  /// The number of rules without a node, plus the number of options that filters examine.
  ///
  /// Those of removed items are included until the form is compiled again.
  var partCount = 0
  /// The size of what states list, if there is a limit; what removed items had is included until
  /// the form is compiled again.
  var listedBytes = 0
  /// The tables, with their columns, whose options are part of it.
  var listedTables: Set<TableOptions> = []
  /// Hash index for looking up members and inputs.
  var nameIndex = HashIndex()
}
