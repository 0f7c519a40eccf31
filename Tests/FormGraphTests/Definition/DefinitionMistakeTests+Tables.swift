// Tables and what names them: columns, rows, files, options from a table, look-ups.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      #"""
      { "tables": {
      "t": { "columns": ["a", "a", { "name": "n", "type": "push" }, { "type": "int" }, 7, "", { "name": "x", "type": "nubmer", "unit": 1 }], "rows": [] } },
      "sections": [] }
      """#,
      says: #"""
        form.json:2:25: error: the column 'a' is given twice
          "t": { "columns": ["a", "a", { "name": "n", "type": "push" }, { "type": "int" }, 7, …
                                  ^~~
        form.json:2:20: note: it is given here first
          "t": { "columns": ["a", "a", { "name": "n", "type": "push" }, { "type": "int" }…
                             ^~~
        form.json:2:53: error: a column cannot be of type 'push'
          …mns": ["a", "a", { "name": "n", "type": "push" }, { "type": "int" }, 7, "", { "name": "x", "type": "…
                                                   ^~~~~~
        hint: write text, int, decimal, switch, date, time or dateTime
        form.json:2:63: error: a column needs a 'name'
          …, "a", { "name": "n", "type": "push" }, { "type": "int" }, 7, "", { "name": "x", "type": "nubmer", "…
                                                   ^
        form.json:2:82: error: a column must be text, or an object with a 'name' and a 'type', but is the number 7
          …", "type": "push" }, { "type": "int" }, 7, "", { "name": "x", "type": "nubmer", "unit": 1 }], "rows"…
                                                   ^
        form.json:2:85: error: a column needs a name
          …"type": "push" }, { "type": "int" }, 7, "", { "name": "x", "type": "nubmer", "unit": 1 }], "rows": […
                                                   ^~
        form.json:2:112: error: unknown row type 'nubmer'
          … "int" }, 7, "", { "name": "x", "type": "nubmer", "unit": 1 }], "rows": [] } },
                                                   ^~~~~~~~
        hint: write, for example, text, int, decimal, switch, date, time or dateTime
        form.json:2:122: warning: 'unit' is not a key of a column
          …7, "", { "name": "x", "type": "nubmer", "unit": 1 }], "rows": [] } },
                                                   ^~~~~~
        hint: 'unit' belongs to a row
        """#),
    Mistake(
      #"""
      { "tables": {
      "t": { "columns": ["a", { "name": "n", "type": "int" }],
      "rows": [["x"], ["x", 1, 2], ["x", 1.5], [7, 1], ["x", "1"], "x", ["x", {}], [null, null], [["a"], true]] } },
      "sections": [] }
      """#,
      says: #"""
        form.json:3:10: error: the row has 1 value, but the table has 2 columns
          "rows": [["x"], ["x", 1, 2], ["x", 1.5], [7, 1], ["x", "1"], "x", ["x…
                   ^~~~~
        form.json:3:17: error: the row has 3 values, but the table has 2 columns
          "rows": [["x"], ["x", 1, 2], ["x", 1.5], [7, 1], ["x", "1"], "x", ["x", {}],…
                          ^~~~~~~~~~~
        form.json:3:36: error: column 'n' holds a whole number, not the number 1.5
          "rows": [["x"], ["x", 1, 2], ["x", 1.5], [7, 1], ["x", "1"], "x", ["x", {}], [null, null], [["a…
                                             ^~~
        form.json:3:43: error: column 'a' holds text, not the number 7
          …ows": [["x"], ["x", 1, 2], ["x", 1.5], [7, 1], ["x", "1"], "x", ["x", {}], [null, null], [["a"], tru…
                                                   ^
        hint: quote it, or declare the column: {"name": "a", "type": "decimal"}
        form.json:3:56: error: column 'n' holds a whole number, not text
          … ["x", 1, 2], ["x", 1.5], [7, 1], ["x", "1"], "x", ["x", {}], [null, null], [["a"], true]] } },
                                                   ^~~
        form.json:3:62: error: a row of a table must be a list of values, but is text
          … 1, 2], ["x", 1.5], [7, 1], ["x", "1"], "x", ["x", {}], [null, null], [["a"], true]] } },
                                                   ^~~
        form.json:3:73: error: column 'n' holds a whole number, not an object
          …", 1.5], [7, 1], ["x", "1"], "x", ["x", {}], [null, null], [["a"], true]] } },
                                                   ^~
        form.json:3:93: error: column 'a' holds text, not a list
          …", "1"], "x", ["x", {}], [null, null], [["a"], true]] } },
                                                   ^~~~~
        form.json:3:100: error: column 'n' holds a whole number, not true
          …, "x", ["x", {}], [null, null], [["a"], true]] } },
                                                   ^~~~
        """#),
    Mistake(
      #"""
      { "tables": {
      "t": 7, "u": {}, "v": { "columns": ["a"] }, "w": { "rows": [] }, "x": { "columns": [], "rows": {} }, "y": { "columns": {}, "rows": [] } },
      "sections": [] }
      """#,
      says: #"""
        form.json:2:6: error: a table must be an object, but is the number 7
          "t": 7, "u": {}, "v": { "columns": ["a"] }, "w": { "rows": [] }, …
               ^
        form.json:2:14: error: a table needs 'columns'
          "t": 7, "u": {}, "v": { "columns": ["a"] }, "w": { "rows": [] }, "x": { "…
                       ^
        hint: write "columns": ["code", {"name": "price", "type": "decimal"}]
        form.json:2:14: error: a table needs 'rows' or a 'file'
          "t": 7, "u": {}, "v": { "columns": ["a"] }, "w": { "rows": [] }, "x": { "…
                       ^
        hint: write "rows": [["a", "b"], …], or "file": "table.csv"
        form.json:2:23: error: a table needs 'rows' or a 'file'
          "t": 7, "u": {}, "v": { "columns": ["a"] }, "w": { "rows": [] }, "x": { "columns":…
                                ^
        hint: write "rows": [["a", "b"], …], or "file": "table.csv"
        form.json:2:50: error: a table needs 'columns'
          …u": {}, "v": { "columns": ["a"] }, "w": { "rows": [] }, "x": { "columns": [], "rows": {} }, "y": { "…
                                                   ^
        hint: write "columns": ["code", {"name": "price", "type": "decimal"}]
        form.json:2:84: error: a table needs columns
          … "w": { "rows": [] }, "x": { "columns": [], "rows": {} }, "y": { "columns": {}, "rows": [] } },
                                                   ^~
        form.json:2:96: error: 'rows' of a table must be a list of lists, but is an object
          …s": [] }, "x": { "columns": [], "rows": {} }, "y": { "columns": {}, "rows": [] } },
                                                   ^~
        form.json:2:120: error: 'columns' must be a list of names, but is an object
          …s": [], "rows": {} }, "y": { "columns": {}, "rows": [] } },
                                                   ^~
        """#),
    Mistake(
      #"""
      { "tables": {
      "t": { "file": "w.csv", "rows": [] }, "u": { "file": 7 }, "v": { "columns": ["a"], "rows": [], "header": true, "file2": 1 }, "w": { "columns": [], "rows": [] } },
      "sections": [] }
      """#,
      says: #"""
        form.json:2:16: error: the rows of the table are in the file 'w.csv', which was not handed in
          "t": { "file": "w.csv", "rows": [] }, "u": { "file": 7 }, "v": { "columns":…
                         ^~~~~~~
        hint: compile the form with this table
        form.json:2:25: error: the rows of a table are here or in a file
          "t": { "file": "w.csv", "rows": [] }, "u": { "file": 7 }, "v": { "columns": ["a"], "…
                                  ^~~~~~
        form.json:2:8: note: 'file' is given here
          "t": { "file": "w.csv", "rows": [] }, "u": { "file": 7 }, "v": { "c…
                 ^~~~~~
        form.json:2:54: error: 'file' must be text, but is the number 7
          …: "w.csv", "rows": [] }, "u": { "file": 7 }, "v": { "columns": ["a"], "rows": [], "header": true, "f…
                                                   ^
        form.json:2:96: error: 'header' needs 'file': it is about a CSV file
          …}, "v": { "columns": ["a"], "rows": [], "header": true, "file2": 1 }, "w": { "columns": [], "rows": …
                                                   ^~~~~~~~
        form.json:2:112: warning: 'file2' is not a key of a table
          …ns": ["a"], "rows": [], "header": true, "file2": 1 }, "w": { "columns": [], "rows": [] } },
                                                   ^~~~~~~
        hint: did you mean file?
        form.json:2:144: error: a table needs columns
          …: true, "file2": 1 }, "w": { "columns": [], "rows": [] } },
                                                   ^~
        """#),
    Mistake(
      #"""
      { "tables": [],
      "sections": [] }
      """#,
      says: #"""
        form.json:1:13: error: 'tables' must be an object of names and tables, but is a list
          { "tables": [],
                      ^~
        """#),
    Mistake(
      #"""
      { "tables": {
      "a": { "file": "../w" }, "b": { "file": "a/../../w" }, "c": { "file": "/etc/passwd" }, "d": { "file": "C:\\w" }, "e": { "file": "a\\..\\w" },
      "f": { "file": "file:///w" }, "g": { "file": "https:" }, "h": { "file": "" }, "i": { "file": "." }, "k": { "file": "d/" },
      "l": { "file": "w.csv", "header": false } },
      "sections": [] }
      """#,
      says: #"""
        form.json:2:16: error: '../w' leaves the folder of the form
          "a": { "file": "../w" }, "b": { "file": "a/../../w" }, "c": { "file": "/etc…
                         ^~~~~~
        hint: write the name of a file beside the form, such as wards.csv or data/wards.csv
        form.json:2:41: error: 'a/../../w' leaves the folder of the form
          "a": { "file": "../w" }, "b": { "file": "a/../../w" }, "c": { "file": "/etc/passwd" }, "d": { "file"…
                                                  ^~~~~~~~~~~
        hint: write the name of a file beside the form, such as wards.csv or data/wards.csv
        form.json:2:71: error: '/etc/passwd' is not a path from the folder of the form
          …{ "file": "a/../../w" }, "c": { "file": "/etc/passwd" }, "d": { "file": "C:\\w" }, "e": { "file": "a…
                                                   ^~~~~~~~~~~~~
        hint: write the name of a file beside the form, such as wards.csv or data/wards.csv
        form.json:2:103: error: 'C:\w' is not a path from the folder of the form
          …"file": "/etc/passwd" }, "d": { "file": "C:\\w" }, "e": { "file": "a\\..\\w" },
                                                   ^~~~~~~
        hint: write the name of a file beside the form, such as wards.csv or data/wards.csv
        form.json:2:129: error: 'a\..\w' is not a path from the folder of the form
          …d": { "file": "C:\\w" }, "e": { "file": "a\\..\\w" },
                                                   ^~~~~~~~~~
        hint: write the name of a file beside the form, such as wards.csv or data/wards.csv
        form.json:3:16: error: 'file:///w' is not a path from the folder of the form
          "f": { "file": "file:///w" }, "g": { "file": "https:" }, "h": { "file": "" …
                         ^~~~~~~~~~~
        hint: write the name of a file beside the form, such as wards.csv or data/wards.csv
        form.json:3:46: error: 'https:' is not a path from the folder of the form
          …{ "file": "file:///w" }, "g": { "file": "https:" }, "h": { "file": "" }, "i": { "file": "." }, "k": …
                                                   ^~~~~~~~
        hint: write the name of a file beside the form, such as wards.csv or data/wards.csv
        form.json:3:73: error: '' is not the name of a file
          …": { "file": "https:" }, "h": { "file": "" }, "i": { "file": "." }, "k": { "file": "d/" },
                                                   ^~
        hint: write the name of a file beside the form, such as wards.csv or data/wards.csv
        form.json:3:94: error: '.' is not the name of a file
          … }, "h": { "file": "" }, "i": { "file": "." }, "k": { "file": "d/" },
                                                   ^~~
        hint: write the name of a file beside the form, such as wards.csv or data/wards.csv
        form.json:3:116: error: 'd/' is not the name of a file
          …}, "i": { "file": "." }, "k": { "file": "d/" },
                                                   ^~~~
        hint: write the name of a file beside the form, such as wards.csv or data/wards.csv
        form.json:4:6: error: without a header, the columns of the file must be listed
          "l": { "file": "w.csv", "header": false } },
               ^
        hint: write "columns": […]
        form.json:4:16: error: the rows of the table are in the file 'w.csv', which was not handed in
          "l": { "file": "w.csv", "header": false } },
                         ^~~~~~~
        hint: compile the form with this table
        """#),
    Mistake(
      #"""
      { "tables": { "wards": { "columns": ["code", "name", { "name": "n", "type": "int" }], "rows": [] } },
      "sections": [ { "tag": "s", "rows": [
      { "tag": "a", "type": "push", "options": { "table": "ward", "value": "code" } },
      { "tag": "b", "type": "push", "options": { "table": "wards", "value": "kode", "title": "n" }, "optionsFilter": "SELF.nam == 'x' AND SELF != 1 AND code == 1" },
      { "tag": "c", "type": "push", "options": { "table": "wards" } },
      { "tag": "d", "type": "text", "options": { "table": "wards", "value": "code" } },
      { "tag": "e", "type": "push", "options": { "value": "code" } },
      { "tag": "f", "type": "push", "options": { "table": "wards", "value": "n", "titel": "x" }, "other": true, "groupedBy": "lga" },
      { "tag": "g", "type": "push", "options": { "table": 1, "value": [] } } ] },
      { "tag": "m", "kind": "matrix", "options": { "table": "warts", "value": "code" }, "rows": [{ "tag": "r" }, { "tag": "u" }] } ] }
      """#,
      says: #"""
        form.json:3:53: error: unknown table 'ward'
          …, "type": "push", "options": { "table": "ward", "value": "code" } },
                                                   ^~~~~~
        hint: did you mean wards?
        form.json:4:71: error: the table 'wards' has no column 'kode'
          …"options": { "table": "wards", "value": "kode", "title": "n" }, "optionsFilter": "SELF.nam == 'x' AN…
                                                   ^~~~~~
        hint: did you mean code?
        form.json:4:88: error: the titles of options are text, and 'n' is not
          …le": "wards", "value": "kode", "title": "n" }, "optionsFilter": "SELF.nam == 'x' AND SELF != 1 AND c…
                                                   ^~~
        form.json:4:113: error: the table 'wards' has no column 'nam'
          …ode", "title": "n" }, "optionsFilter": "SELF.nam == 'x' AND SELF != 1 AND code == 1" },
                                                   ^~~~~~~~
        hint: did you mean SELF.name?
        form.json:4:133: error: SELF is a row of the table 'wards'
          …, "optionsFilter": "SELF.nam == 'x' AND SELF != 1 AND code == 1" },
                                                   ^~~~
        hint: write SELF.value, or name a column: SELF.kode
        form.json:4:147: error: 'code' is not a variable: a condition reads the value of a row as $tag
          …er": "SELF.nam == 'x' AND SELF != 1 AND code == 1" },
                                                   ^~~~
        hint: write SELF.code
        form.json:5:42: error: options from a table need a 'value'
          … "tag": "c", "type": "push", "options": { "table": "wards" } },
                                                   ^
        hint: name the column with the values of the options
        form.json:6:31: error: a row of type 'text' cannot have 'options'
          { "tag": "d", "type": "text", "options": { "table": "wards", "value": "code" } },
                                        ^~~~~~~~~
        hint: write "type": "picker" for one of them, or "multipleSelector" for several
        form.json:7:42: error: 'options' must be a list, but is an object
          … "tag": "e", "type": "push", "options": { "value": "code" } },
                                                   ^~~~~~~~~~~~~~~~~~~
        form.json:8:76: warning: 'titel' is not a key of options from a table
          …ons": { "table": "wards", "value": "n", "titel": "x" }, "other": true, "groupedBy": "lga" },
                                                   ^~~~~~~
        hint: did you mean title?
        form.json:8:101: error: 'other' needs options that are text, and 'n' is not
          … "value": "n", "titel": "x" }, "other": true, "groupedBy": "lga" },
                                                   ^~~~
        form.json:8:120: error: the table 'wards' has no column 'lga'
          …el": "x" }, "other": true, "groupedBy": "lga" },
                                                   ^~~~~
        form.json:9:53: error: 'table' must be text, but is the number 1
          …, "type": "push", "options": { "table": 1, "value": [] } } ] },
                                                   ^
        form.json:10:55: error: unknown table 'warts'
          …"kind": "matrix", "options": { "table": "warts", "value": "code" }, "rows": [{ "tag": "r" }, { "tag"…
                                                   ^~~~~~~
        hint: did you mean wards?
        """#),
    Mistake(
      #"""
      { "tables": { "wards": { "columns": ["code", "name"], "rows": [["a", "x"], ["b", "y"],
      ["a", "z"], [null, "x"], [null, "y"]] } },
      "sections": [ { "rows": [
      { "tag": "a", "type": "text", "calculated": "lookup('ward', 'code', $a2, 'name')" },
      { "tag": "a2", "type": "text", "calculated": "lookup('wards', 'kode', 1, 'nam')" },
      { "tag": "b", "type": "text", "calculated": "lookup($b2, 'code', 1, concat('na', 'me'))" },
      { "tag": "b2", "type": "text", "calculated": "lookup('wards', 'code', 1)" },
      { "tag": "c", "type": "text", "calculated": "lookup('wards', 'code', 'a', 'name')" },
      { "tag": "d", "type": "text", "hidden": "lookup('wards', 'code', 'a', 'name') == 'x'" } ] } ] }
      """#,
      says: #"""
        form.json:2:1: warning: two rows of the table 'wards' have 'a' in 'code', and lookup finds the first
          ["a", "z"], [null, "x"], [null, "y"]] } },
          ^~~~~~~~~~
        form.json:1:64: note: the first one
          …{ "columns": ["code", "name"], "rows": [["a", "x"], ["b", "y"],
                                                   ^~~~~~~~~~
        form.json:4:53: error: unknown table 'ward'
          …, "type": "text", "calculated": "lookup('ward', 'code', $a2, 'name')" },
                                                   ^~~~~~
        hint: did you mean wards?
        form.json:5:63: error: the table 'wards' has no column 'kode'
          … "text", "calculated": "lookup('wards', 'kode', 1, 'nam')" },
                                                   ^~~~~~
        hint: did you mean code?
        form.json:5:74: error: the table 'wards' has no column 'nam'
          …alculated": "lookup('wards', 'kode', 1, 'nam')" },
                                                   ^~~~~
        hint: did you mean name?
        form.json:6:53: error: lookup names its table and columns as text in quotes, not by a formula
          …, "type": "text", "calculated": "lookup($b2, 'code', 1, concat('na', 'me'))" },
                                                   ^~~
        hint: write lookup('table', 'key column', value, 'column')
        form.json:7:47: error: lookup takes 4 arguments, not 3
          …": "b2", "type": "text", "calculated": "lookup('wards', 'code', 1)" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~
        """#),
    Mistake(
      #"""
      { "sections": [ { "rows": [
      { "tag": "a", "type": "text", "calculated": "lookup('prices', 'code', 1, 'name')" } ] } ] }
      """#,
      says: #"""
        form.json:2:53: error: unknown table 'prices'
          …, "type": "text", "calculated": "lookup('prices', 'code', 1, 'name')" } ] } ] }
                                                   ^~~~~~~~
        hint: the form has no tables
        """#),
    Mistake(
      #"""
      { "tables": { "wards": { "columns": ["code", "name"], "rows": [["a", "x"]] } },
      "sections": [ { "rows": [
      { "tag": "a", "type": "text", "calculated": "table('ward')[0].name" },
      { "tag": "b", "type": "text", "calculated": "SUBQUERY(table('wards'), $w, $w.kode == $a)[0].nam" },
      { "tag": "c", "type": "int", "calculated": "table($a).@count" },
      { "tag": "d", "type": "text", "calculated": "table('wards').@max.nom" } ] } ] }
      """#,
      says: #"""
        form.json:3:52: error: unknown table 'ward'
          …", "type": "text", "calculated": "table('ward')[0].name" },
                                                   ^~~~~~
        hint: did you mean wards?
        form.json:4:77: error: the table 'wards' has no column 'kode'
          …lated": "SUBQUERY(table('wards'), $w, $w.kode == $a)[0].nam" },
                                                   ^~~~~
        hint: did you mean code?
        form.json:4:92: error: the table 'wards' has no column 'nam'
          …RY(table('wards'), $w, $w.kode == $a)[0].nam" },
                                                   ^~~~
        hint: did you mean name?
        form.json:5:51: error: table names its table as text in quotes, not by a formula
          …c", "type": "int", "calculated": "table($a).@count" },
                                                   ^~
        hint: write table('table')
        form.json:6:65: error: the table 'wards' has no column 'nom'
          …ext", "calculated": "table('wards').@max.nom" } ] } ] }
                                                   ^~~~
        """#),
    Mistake(
      #"""
      { "tables": { "t": { "file": "w.csv", "columns": [{ "name": "n", "type": "int" }] } },
      "sections": [ { "rows": [
      { "tag": "a", "type": "text", "calculated": "lookup('t', 'any', 1, 'column')" } ] } ] }
      """#,
      says: #"""
        form.json:1:30: error: the rows of the table are in the file 'w.csv', which was not handed in
          { "tables": { "t": { "file": "w.csv", "columns": [{ "name": "n", "type": "int" }] } },
                                       ^~~~~~~
        hint: compile the form with this table
        """#),
  ])
  func reportsTables(mistake: Mistake) throws { try check(mistake) }
}
