// A form is read and written by a module of its own, which needs no engine. Whoever imports this
// one has both.

@_exported public import FormFile
