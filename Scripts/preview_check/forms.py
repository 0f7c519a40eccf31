"""Forms with what the examples lack."""

# What the examples lack: all types of rows, a matrix of which rows and options come and go, switches
# that begin without an answer, and disabled rows that can be tapped.
TYPES = {"title": "Types", "sections": [
    {"title": "All", "rows": [
        *({"tag": f"a_{type}", "type": type, "title": f"A {type}", "help": f"Help of {type}."}
          for type in ("text textArea name email phone password account twitter zipCode url int decimal"
                       " stepper slider switch check date time dateTime countDown file custom label"
                       " button").split()),
        *({"tag": f"a_{type}", "type": type, "title": f"A {type}", "footer": f"Foot of {type}.",
           "options": [1, {"value": 2, "title": "Two"}, {"value": 3, "visible": "$vary == YES"}]}
          for type in "segmented push alert actionSheet picker multipleSelector".split())]},
    {"title": "Odd", "rows": [
        {"tag": "vary", "type": "switch", "title": "Vary", "value": None},
        {"tag": "agree", "type": "check", "title": "Agree", "value": None, "required": True},
        {"tag": "map", "type": "label", "title": "Map", "disabled": True, "tapsWhenDisabled": True,
         "actions": [{"name": "zoom", "title": "Zoom"}]},
        {"tag": "send", "type": "button", "title": "Send", "submits": True}]},
    {"tag": "often", "kind": "matrix", "title": "How often?", "footer": "Be honest.", "options": [
        "never", {"value": "daily", "title": "every day"},
        {"value": "weekly", "visible": "$vary == YES"}], "rows": [
        {"tag": "tea", "title": "Tea", "required": True, "subtitle": "Black or green", "other": True},
        {"tag": "milk", "title": "Milk", "visible": "$tea == 'daily'"},
        {"tag": "same", "title": "As tea", "calculated": "$tea"}]},
    {"tag": "hides", "title": "Hides", "visible": "$vary == YES", "rows": [
        {"tag": "inner", "type": "text", "title": "Inner"}]},
    {"tag": "both", "kind": "matrix", "selection": "multiple", "title": "Both", "options": [
        "hot", {"value": "none", "exclusive": True, "disabled": "$vary == NO"}], "rows": [
        {"tag": "one", "title": "One"}, {"tag": "two", "title": "Two"}]}]}

# Languages that are not written in Latin letters.
OTHER_SCRIPTS = {"ar", "hi", "ja", "ru", "uk", "zh", "zh-Hant"}

# Every message of a rule, in every language that is built in. Scripts/check-messages compares both.
FAILING = {"languages": """en ar de es fr hi it ja nl pl pt pt-PT ru tr uk zh zh-Hant""".split(),
           "inputs": {"language": "en"}, "sections": [
    {"rows": [
        {"tag": "a", "type": "text", "required": True},
        {"tag": "b", "type": "text", "value": " ", "rules": ["notBlank"]},
        {"tag": "c", "type": "text", "value": "x", "rules": [
            "email", "url", "phone", "postcode", "password", "containsNumber", "containsCapital",
            {"type": "minLength", "value": 3}, {"type": "exactLength", "value": 2},
            {"type": "equals", "tag": "a"}, {"type": "regex", "pattern": "[0-9]"},
            {"predicate": "SELF == 'y'"}, {"anyOf": ["email", "phone"]}]},
        {"tag": "d", "type": "text", "value": "AB", "rules": [
            "containsLowercase", {"type": "maxLength", "value": 1}]},
        {"tag": "e", "type": "int", "value": 5, "minimum": 7, "step": 4, "rules": [
            {"type": "greaterThan", "value": 6}, {"type": "smallerThan", "value": 4}]},
        {"tag": "f", "type": "int", "value": 5, "maximum": 4, "step": 3},
        {"tag": "g", "type": "date", "value": "2024-05-03", "minimum": "2024-05-04", "rules": [
            {"type": "greaterThan", "value": "2024-05-04"}]},
        {"tag": "h", "type": "date", "value": "2024-05-03", "maximum": "2024-05-02", "rules": [
            {"type": "smallerThan", "value": "2024-05-02"}]},
        {"tag": "i", "type": "dateTime", "value": "2024-05-03T10:07:00Z", "minuteInterval": 15},
        {"tag": "j", "type": "segmented", "options": [1, 2], "value": 3},
        {"tag": "k", "type": "multipleSelector", "options": [1, 2, 3], "value": [1], "minimum": 2},
        {"tag": "l", "type": "multipleSelector", "maximum": 1, "value": [1, 2],
         "options": [1, {"value": 2, "exclusive": True}]},
        {"tag": "m", "type": "switch", "value": True},
        {"tag": "q", "type": "push", "options": [*range(21)], "required": True},
        {"tag": "r", "type": "file", "required": True},
        {"tag": "s", "type": "push", "options": ["1", "2"], "other": True, "required": True}]},
    {"tag": "n", "kind": "multivalued", "minimum": 2, "item": {"type": "int"}},
    {"tag": "o", "kind": "multivalued", "maximum": "$f - 4", "value": [1, 2], "item": {"type": "int"}},
    {"rows": [{"tag": "p", "type": "button", "title": "→", "submits": True}]}]}


def in_languages(*texts):
    return dict(zip(("en", "de", "ar", "ja"), texts))


AUTHORS = {
    "languages": ["en", "de", "ar", "ja"], "inputs": {"language": "en"},
    "title": in_languages("Visit", "Besuch", "زيارة", "訪問"),
    "pages": [
        {"title": in_languages("You", "Sie", "أنت", "あなた"), "sections": ["you"]},
        {"title": in_languages("Place", "Ort", "مكان", "場所"), "sections": ["place"]},
        {"title": in_languages("Never", "Nie", "أبدا", "なし"), "sections": ["never"],
         "visible": "$name == 'Zoe'"},
        {"title": in_languages("End", "Ende", "نهاية", "終わり"), "sections": ["end"]}],
    "sections": [
        {"tag": "you", "rows": [
            {"tag": "name", "type": "name", "required": True, "next": "phone",
             "title": in_languages("Name", "Name des Gastes", "اسم", "名前")},
            *({"tag": tag, "type": tag, "title": in_languages(tag, "Zeile", "سطر", "行")}
              for tag in "email account password zipCode url".split()),
            {"tag": "phone", "type": "phone", "title": in_languages("Phone", "Telefon", "هاتف", "電話")},
            {"tag": "notes", "type": "textArea", "title": in_languages("Notes", "Notizen", "ملاحظات", "メモ")}]},
        {"tag": "place", "rows": [
            {"tag": "country", "type": "push", "title": in_languages("Country", "Land", "بلد", "国"),
             "options": [{"value": "at", "title": "Österreich"}, {"value": "eg", "title": "مِصر"},
                         {"value": "jp", "title": "日本"}, {"value": 100, "title": "Straße"},
                         {"value": 101, "title": "बाल"}, *range(102, 120)]},
            {"tag": "seen", "type": "multipleSelector", "title": in_languages("Seen", "Besucht", "زرت", "訪れた"),
             "options": [{"value": "at", "title": "Österreich"}, *map(str, range(100, 125))], "other": True},
            {"tag": "few", "type": "push", "title": in_languages("Few", "Wenige", "قليل", "少し"),
             "options": ["1", "2"], "other": True},
            {"tag": "photo", "type": "file", "title": in_languages("Photo", "Bild", "صورة", "写真")}]},
        {"tag": "never", "rows": [{"tag": "zoe", "type": "int"}]},
        {"tag": "end", "rows": [
            {"tag": "send", "type": "button", "submits": True,
             "title": in_languages("Send", "Senden", "إرسال", "送信")}]}]}

AUTOCOMPLETE = {"name": "name", "email": "email", "account": "username", "password": "new-password",
                "zipCode": "postal-code", "url": "url", "phone": "tel"}
