"""Shows a form in a browser. Docs/Preview.md describes it."""
