// XPaths with the answers of JavaRosa 5.1, which ran each of them over the nodes of `XPathFixture`,
// and with what is lost. A line is one XPath:
//
//   XPATH --> FILLED | EMPTY                       the answers over nodes with and without values
//   XPATH --> FILLED | EMPTY ~ OURS | OURS: WHY    answers that differ on purpose
//   r: XPATH --> FILLED                            in an item of the list r, q: of the list in it
//   XPATH --> lost: WHY                            a part of the reason

extension XPathCase {
  static let all: [XPathCase] = lines.split(separator: "\n").filter { !$0.hasPrefix("# ") }
    .map { XPathCase(line: String($0)) }

  private static let lines = #"""
    /d/t = 'x' --> 0 | 0
    /d/t = '' --> 0 | 1
    /d/t != '' --> 1 | 0
    /d/i = '' --> 0 | 1
    /d/i != '' --> 1 | 0
    /d/i = /d/j --> 0 | 1
    /d/i + 1 = /d/j + 1 --> 0 | 0
    /d/i != /d/j --> 1 | 0
    /d/i > 5 --> 1 | 0
    /d/i <= /d/j --> 0 | 0
    not(/d/i > 5) --> 0 | 1
    /d/i = 7 --> 1 | 0
    /d/i = '7' --> 1 | 0
    /d/i = 'abc' --> 0 | 0
    /d/i != 'abc' --> 1 | 1
    /d/t = 7 --> 0 | 0
    /d/s = 1 --> 1 | 0
    /d/s = '1' --> 1 | 0
    /d/s > 0 --> 1 | 0
    /d/i + /d/j --> 9 | ''
    /d/i * 2 --> 14 | ''
    /d/i div /d/j --> 3.5 | ''
    /d/i div 2 --> 3.5 | ''
    7 div 2 --> 3.5 | 3.5
    /d/i mod 2 --> 1 | ''
    -7 mod 3 --> -1 | -1
    /d/i div 0 --> Infinity | '' ~ '' | '': a row holds no infinite number
    number(/d/t) --> '' | ''
    number('1,5') --> 1.5 | 1.5
    number('1e3') --> '' | ''
    number('+5') --> '' | ''
    int(/d/e) --> 2 | ''
    round(/d/e) --> 3 | ''
    round(-2.5) --> -2 | -2
    round(/d/e, 1) --> 2.6 | ''
    string(/d/i) --> 7 | ''
    string(/d/e) --> 2.55 | ''
    string(1 div 3) --> 0.3333333333333333 | 0.3333333333333333
    string(10000000000) --> 1.0E10 | 1.0E10 ~ 10000000000 | 10000000000: the digits that XPath asks for
    string(0.000001) --> 1.0E-6 | 1.0E-6 ~ 1e-06 | 1e-06: our digits of a small number
    string(/d/i = 7) --> true | false
    concat(/d/i, 'x', /d/t) --> 7xhello | x
    concat(/d/t, /d/u) --> hellox  y | ''
    concat(/d/i = 7, '') --> true | false
    coalesce(/d/t, /d/u) --> hello | ''
    coalesce(/d/i, 0) --> 7 | 0
    coalesce(/d/i, 0) + 1 --> 8 | 1
    if(/d/i > 5, 'big', 'small') --> big | small
    if(/d/t, 1, 2) --> 1 | 2
    if(/d/i, 1, 2) --> 1 | 2
    if(/d/i > 5, /d/i, '') --> 7 | ''
    selected(/d/m, 'a') --> 1 | 0
    selected(/d/s, '1') --> 1 | 0
    not(selected(/d/m, 'b')) --> 1 | 1
    count-selected(/d/m) --> 2 | 0
    selected-at(/d/m, 1) --> c | ''
    selected-at(/d/m, 9) --> '' | ''
    /d/m = 'a c' --> 1 | 0
    /d/m = '' --> 0 | 1
    string-length(/d/t) --> 5 | 0
    regex(/d/t, '[a-z]+') --> 1 | 0
    regex(/d/t, 'e') --> 0 | 0
    contains(/d/t, 'e') --> 1 | 0
    contains(/d/t, '') --> 1 | 1
    starts-with(/d/t, 'he') --> 1 | 0
    substr(/d/t, 1, 3) --> el | ''
    substring-before('a-b', '-') --> a | a
    substring-after('a-b', '-') --> b | b
    translate(/d/t, 'el', 'EL') --> hELLo | ''
    normalize-space(/d/u) --> x y | ''
    today() > /d/k --> 1 | 0
    /d/k > today() --> 0 | 0
    /d/k = '2024-02-29' --> 1 | 0
    /d/k > '2024-01-01' --> 0 | 0 ~ 1 | 0: as Enketo compares a day with a text
    /d/k != '' --> 1 | 0
    today() - /d/k > 100 --> 1 | 0
    /d/k + 1 --> 19783 | ''
    date(/d/k + 1) --> 2024-03-01 | ''
    date('2024-01-31') --> 2024-01-31 | 2024-01-31
    date(19782) --> 2024-02-29 | 2024-02-29
    decimal-date-time(/d/k) --> 19782 | ''
    int((date('2026-11-27') - /d/k) div 365.25) --> 2 | ''
    format-date(/d/k, '%Y-%m-%d') --> 2024-02-29 | ''
    format-date(/d/k, '%d/%m/%y') --> 29/02/24 | ''
    format-date(/d/k, '%e %b %Y') --> 29 Feb 2024 | ''
    format-date-time(/d/x, '%H:%M') --> 10:30 | ''
    /d/x > /d/k --> 0 | 0
    /d/x - /d/k --> 0 | ''
    date(/d/x) --> 2024-02-29 | ''
    boolean(/d/t) --> 1 | 0
    boolean-from-string(/d/t) --> 0 | 0
    true() = 'true' --> 1 | 1
    sum(/d/r/n) --> 5 | 0
    count(/d/r) --> 3 | 3
    count(/d/r/n) --> 3 | 3
    count-non-empty(/d/r/n) --> 2 | 0
    max(/d/r/n) --> 4 | ''
    min(/d/r/n) --> 1 | ''
    join(', ', /d/r/l) --> a, b,  | , , 
    concat(/d/r/l) --> ab | ''
    indexed-repeat(/d/r/n, /d/r, 2) --> 4 | ''
    indexed-repeat(/d/r/n, /d/r, 9) --> '' | ''
    /d/r[l = 'b']/n --> 4 | ''
    /d/r[position() = 2]/n --> 4 | ''
    sum(/d/r[n > 1]/n) --> 4 | 0
    count(/d/r[n > 1]) --> 1 | 0
    max(/d/i, /d/j) --> 7 | ''
    min(3, '', 5) --> 3 | 3
    pow(2, 3) --> 8 | 8
    jr:choice-name(/d/s, '/d/s') --> One | ''
    instance('z')/root/item[name = /d/s]/label --> One | ''
    instance('z')/root/item[name = 'nope']/label --> '' | ''
    count(instance('z')/root/item[grp = 'g']) --> 2 | 2
    checklist(1, 2, /d/i > 5, /d/t = 'x') --> 1 | 0
    /d/i = 1 or /d/t --> 1 | 0
    'a' < 'b' --> 0 | 0
    once(/d/i) --> 7 | ''
    position(/d/r) --> lost: takes the path of an item
    /d/hid --> '' | ''
    /d/hid = '' --> 1 | 1
    /d/hid2 + 1 --> '' | ''
    # Values
    /d/num = 3 --> 1 | 0
    /d/num + 1 --> 4 | ''
    /d/num = '3.0' --> 0 | 0
    /d/i = '7.0' --> 1 | 0
    /d/i = ' 7 ' --> 1 | 0
    /d/t + 1 --> '' | ''
    /d/t > 1 --> 0 | 0
    /d/t0 = 0 --> 0 | 0
    /d/n0 = 0 --> 0 | 0
    /d/n0 <= 0 --> 0 | 0
    /d/n0 < 1 --> 0 | 0
    /d/n0 != 0 --> 1 | 1
    /d/n0 = /d/n0 + 1 --> 0 | 0
    /d/n0 + 1 != /d/n0 + 1 --> 1 | 1
    /d/t0 = /d/n0 --> 1 | 1
    /d/t = /d/n0 --> 0 | 1
    /d/t0 != /d/n0 --> 0 | 0
    /d/s = /d/i --> 0 | 1
    /d/m = 'c a' --> 0 | 0
    /d/m = /d/t --> 0 | 1
    /d/m + 1 --> '' | ''
    /d/e + 0.45 = 3 --> 1 | 0
    0.1 + 0.2 = 0.3 --> 1 | 1
    0.1 + 0.2 <= 0.3 --> 0 | 0
    /d/i < '8' --> 1 | 0
    '3' < '20' --> 1 | 1
    5 div '2' --> 2.5 | 2.5
    '' div 2 --> '' | ''
    5 mod 2.5 --> 0 | 0
    -5 mod 2 --> -1 | -1
    2 mod 0 --> '' | ''
    3 mod '2' --> 1 | 1
    -/d/i --> -7 | ''
    --1 --> 1 | 1
    - 1 - -2 --> 1 | 1
    .5 + 1. --> 1.5 | 1.5
    1 + 2 * 3 - 4 div 2 mod 3 --> 5 | 5
    1 = 1 = 1 --> 1 | 1
    3 > 2 > 1 --> 0 | 0
    /d/i div-1 --> -7 | ''
    /d/i -1 --> 6 | ''
    (/d/i) --> 7 | ''
    'a"b' --> a"b | a"b
    "it's" --> it's | it's
    # Truths
    true() + 1 --> 2 | 2
    if(/d/i > 5, true(), false()) = '' --> 0 | 1
    (/d/i > 5) != '' --> 1 | 0
    count-non-empty(/d/i) --> 1 | 0
    (1 = 1) = 'true' --> 1 | 1
    (1 = 1) = 1 --> 1 | 1
    'true' = true() --> 1 | 1
    (1 = 1) + (2 = 2) --> 2 | 2
    if('false', 1, 2) --> 1 | 1
    '0' and true() --> 1 | 1
    boolean('0') --> 1 | 1
    boolean(0) --> 0 | 0
    not('') --> 1 | 1
    not(/d/t0) --> 1 | 1
    not(1) --> 0 | 0
    /d/i = true() --> 1 | 0
    /d/t = true() --> 1 | 0
    /d/t0 = false() --> 1 | 1
    if(/d/n0 + 1, 1, 2) --> 2 | 2
    if(true(), 1, 'a') --> 1 | 1
    concat(true()) --> true | true
    coalesce(/d/t0, /d/i) --> 7 | ''
    coalesce('' + 1, 5) --> 5 | 5
    coalesce('', '') --> '' | ''
    weighted-checklist(1, 3, /d/i > 5, 2) --> 1 | 0
    weighted-checklist(1, 3, /d/i > 5, 2, true(), 0.5) --> 1 | 0
    checklist(-1, 2, true(), false()) --> 1 | 1
    checklist(2, -1, true(), false()) --> 0 | 0
    checklist(1, 1, 'a', '') --> 1 | 1
    weighted-checklist(-1, -1, true(), 2) --> 0 | 0
    weighted-checklist(0, -1, false(), 2) --> 0 | 0
    weighted-checklist(-1, -1, true(), 2) --> 0 | 0
    weighted-checklist(0, -1, false(), 2) --> 0 | 0
    boolean-from-string('TRUE') --> 1 | 1
    boolean-from-string(1) --> 1 | 1
    boolean-from-string(/d/i) --> 0 | 0
    coalesce(/d/s, 0) = 7 --> 0 | 0
    if(/d/i > 5, 7, 'x') = '7' --> 1 | 0
    not(/d/e + 0.45 = 3) --> 0 | 1
    # A node of truths, which is true where the others are filled
    /d/b --> 1 | ''
    /d/b = true() --> 1 | 0
    /d/b = false() --> 0 | 1
    /d/b = '' --> 0 | 1
    /d/b != '' --> 1 | 0
    /d/b = 'true' --> 1 | 0
    /d/b = 'false' --> 1 | 0
    /d/b = '1' --> 1 | 0
    /d/b = 1 --> 1 | 0
    /d/b = 0 --> 0 | 0
    /d/b != 0 --> 1 | 1
    /d/b != true() --> 0 | 1
    /d/b = /d/t --> 1 | 1
    /d/b = /d/t0 --> 0 | 1
    /d/b != /d/t0 --> 1 | 0
    /d/b = /d/b --> 1 | 1
    /d/b + 1 --> 2 | ''
    /d/b > 0 --> 1 | 0
    not(/d/b) --> 0 | 1
    boolean(/d/b) --> 1 | 0
    if(/d/b, 1, 2) --> 1 | 2
    /d/b and true() --> 1 | 0
    /d/b or false() --> 1 | 0
    string(/d/b) --> true | ''
    concat(/d/b, 'x') --> truex | x
    string-length(/d/b) --> 4 | 0
    number(/d/b) --> 1 | ''
    coalesce(/d/b, true()) --> 1 | 1
    coalesce(/d/b, '') --> 1 | ''
    if(/d/i > 5, /d/b, '') --> 1 | ''
    if(/d/i > 5, /d/b, true()) --> 1 | 1
    count-non-empty(/d/b) --> 1 | 0
    boolean-from-string(/d/b) --> 1 | 0
    contains(/d/b, 'ru') --> 1 | 0
    regex(/d/b, 't.*') --> 1 | 0
    /d/b = (/d/i > 5) --> 1 | 1
    /d/b = /d/m --> 1 | 1
    /d/b = /d/k --> 1 | 1
    checklist(1, 1, /d/b) --> 1 | 0
    -/d/b --> -1 | ''
    sum(/d/b) --> 1 | 0
    # Numbers
    int('3.7') --> 3 | 3
    int(-2.5) --> -2 | -2
    int(/d/num) --> 3 | ''
    abs(-3) --> 3 | 3
    abs(/d/t) --> '' | ''
    round(2.5) --> 3 | 3
    round(-2.5, 0) --> -2 | -2
    round(1250, -2) --> 1300 | 1300
    round(-1.25, 1) --> -1.2 | -1.2 ~ -1.3 | -1.3: halves of negative numbers round down here
    round(1.005, 2) --> 1.01 | 1.01
    round('2.55', 1) --> 2.6 | 2.6
    round('', 1) --> '' | ''
    max('', '') --> '' | ''
    max(/d/n0, 3) --> 3 | 3
    max(-1, -2) --> 4.9E-324 | 4.9E-324 ~ -1 | -1: JavaRosa starts from the least positive number
    max(/d/k, /d/x) --> 19782 | ''
    max('a', 3) --> 3 | 3
    min(-1, 2) --> -1 | -1
    pow(2, '') --> '' | ''
    sqrt(16) --> 4 | 4
    log10(100) --> 2 | 2
    exp10(2) --> 100 | 100
    number(true()) --> 1 | 1
    number(' 5 ') --> 5 | 5
    number('0x10') --> '' | ''
    number('- 5') --> '' | ''
    # Texts
    string(3.0) --> 3 | 3
    string(1234567.5) --> 1234567.5 | 1234567.5
    string(0.001) --> 0.001 | 0.001
    string(/d/m) --> a c | ''
    concat(/d/e, '') --> 2.55 | ''
    concat() --> '' | ''
    substr('hello', -3) --> llo | llo
    substr('hello', 1) --> ello | ello
    substr('hello', 3, 1) --> '' | ''
    substr('hello', 1, 99) --> ello | ello
    substr('hello', 1, -1) --> ell | ell
    substr(/d/t, -2, -1) --> l | ''
    substr(/d/i, 0, 1) --> 7 | ''
    string-length(/d/i) --> 1 | 0
    string-length(/d/m) --> 3 | 0
    string-length(/d/k) --> 10 | 0
    string-length(concat(/d/t, /d/i)) --> 6 | 0
    contains(/d/i, '7') --> 1 | 0
    contains(/d/m, 'a c') --> 1 | 0
    contains('', 'x') --> 0 | 0
    starts-with(/d/t, '') --> 1 | 1
    ends-with('abc', 'c') --> 1 | 1
    regex('abc', 'b') --> 0 | 0
    regex(/d/i, '[0-9]+') --> 1 | 0
    regex(/d/t0, '.*') --> 1 | 1
    regex(/d/t0, '') --> 1 | 1
    regex('a', '') --> 0 | 0
    regex(/d/t, '^he.*$') --> 1 | 0
    substring-before('a-b', 'x') --> '' | ''
    substring-before(/d/t0, '-') --> '' | ''
    translate('abc', 'abc', 'x') --> x | x
    # Choices
    selected('a b', 'b') --> 1 | 1
    selected(/d/t, 'hello') --> 1 | 0
    selected(/d/m, 'a c') --> 1 | 0
    selected(/d/m, 'a ') --> 1 | 0
    selected(/d/m, '') --> 0 | 1
    selected(/d/t0, '') --> 1 | 1
    selected(/d/m, /d/m) --> 1 | 1
    selected(/d/u, '') --> 1 | 1
    selected(substr(/d/m, 0, -1), /d/t0) --> 1 | 1
    selected(/d/m, /d/m) --> 1 | 1
    selected(/d/u, '') --> 1 | 1
    selected(substr(/d/m, 0, -1), /d/t0) --> 1 | 1
    selected(/d/m, /d/t0) --> 0 | 1
    count-selected('a  b') --> 2 | 2
    count-selected(/d/t) --> 1 | 0
    count-selected(/d/u) --> 2 | 0
    selected-at(/d/t, 0) --> hello | ''
    selected-at(/d/m, -1) --> '' | ''
    selected-at('x y z', 1) --> y | y
    selected-at(/d/m, /d/n0) --> a | ''
    jr:choice-name(/d/s, ' /d/s ') --> One | ''
    jr:choice-name(/d/s, '../s') --> One | ''
    # Days and times
    /d/k = today() --> 0 | 0
    /d/k = /d/x --> 1 | 1
    /d/k = '2024-2-29' --> 0 | 0
    /d/x = '2024-02-29T10:30:00.000Z' --> 0 | 0
    /d/k = 19782 --> 1 | 0
    /d/k > 19000 --> 1 | 0
    /d/k + 0 --> 19782 | ''
    /d/k * 2 --> 39564 | ''
    /d/k - 5 --> 19777 | ''
    /d/k + /d/k --> 39564 | ''
    /d/k + '1' --> 19783 | ''
    date(/d/k - 5) --> 2024-02-24 | ''
    date(19782.7) --> 2024-02-29 | 2024-02-29
    date(-1) --> 1969-12-31 | 1969-12-31
    date(/d/i) --> 1970-01-08 | ''
    date('2024-2-9') --> 2024-02-09 | 2024-02-09
    date('') --> '' | ''
    date(concat('2024', '-', '02', '-', '29')) --> 2024-02-29 | 2024-02-29
    string(/d/k) --> 2024-02-29 | ''
    string(/d/x) --> 2024-02-29 | ''
    int(/d/x) --> 19782 | ''
    /d/x + 0 --> 19782 | ''
    if(true(), /d/k, '') --> 2024-02-29 | ''
    format-date-time(coalesce(/d/x, date('2024-02-28')), '%d %H:%M') --> 29 10:30 | 28 00:00
    format-date-time(coalesce(/d/x, date('2024-02-28')), '%d %H:%M') --> 29 10:30 | 28 00:00
    coalesce(/d/k, today()) --> 2024-02-29 | 2026-12-01
    now() > today() --> 0 | 0
    today() = now() --> 1 | 1
    today() = '2026-12-01' --> 1 | 1
    /d/x < now() --> 1 | 0
    decimal-time(/d/x) --> 0.4375 | ''
    decimal-time(/d/w) --> 0.4375 | ''
    decimal-date-time(/d/x) --> 19782.4375 | ''
    decimal-date-time('2024-02-29') --> 19782 | 19782
    decimal-date-time('') --> '' | ''
    format-date(today(), '%Y') --> 2026 | 2026
    format-date(/d/k, '%dth of %m, 10') --> 29th of 02, 10 | ''
    format-date('', '%d') --> '' | ''
    format-date(/d/k, '%Y/%m/%d %n %e %y %b %a') --> 2024/02/29 2 29 24 Feb Thu | ''
    format-date(/d/k, '%H:%M') --> 00:00 | ''
    format-date(/d/k + 1, '%d') --> 01 | ''
    format-date(/d/k, 'abc') --> abc | ''
    format-date-time(/d/x, '%H:%M:%S %h %y') --> 10:30:00 10 24 | ''
    # Lists and tables
    sum(/d/r/q/v) --> 60 | 0
    sum(/d/r/q[v > 5]/v) --> 60 | 0
    sum(/d/r[n > 1]/q/v) --> 30 | 0
    count(/d/r[n > /d/j]) --> 1 | 0
    count(/d/r[n > ../j]) --> 1 | 0
    count(/d/r[true()]) --> 3 | 3
    count-non-empty(/d/r/l) --> 2 | 0
    sum(/d/n0) --> 0 | 0
    sum(/d/r/hn) --> 5 | 0
    /d/r[l = 'zz']/n --> '' | ''
    /d/r[n > 0][l = 'b']/n --> 4 | ''
    indexed-repeat(/d/r/n, /d/r, 0) --> 1 | ''
    indexed-repeat(/d/r/q/v, /d/r, 1, /d/r/q, 2) --> 20 | ''
    indexed-repeat(/d/r/n, /d/r, /d/j) --> 4 | ''
    instance('z')/root/item[name = 2]/label --> Two | Two
    instance('z')/root/item[name='1' and grp='g']/label --> One | One
    instance('z')/root/item[name='1'][grp='g']/label --> One | One
    instance('z')/root/item[name=/d/i]/label --> '' | ''
    instance('z')/root/item[selected(/d/s, name)]/label --> One | ''
    instance('z')/root/item[name = '1']/label = 'One' --> 1 | 1
    count(instance('z')/root/item) --> 2 | 2
    count(instance('z')/root/item[label = 'One' or name = 2]) --> 2 | 2
    count(instance('z')/root/item[starts-with(label, 'O')]) --> 1 | 1
    join(',', instance('z')/root/item/label) --> One,Two | One,Two
    pulldata('z', 'label', 'name', '2') --> Two | Two
    /d/nosuch --> '' | ''
    /d/nosuch = '' --> 1 | 1
    count(/d/nosuch) --> 0 | 0
    count(/d) --> 1 | 1
    /d/child::i --> 7 | ''
    ../i --> 7 | ''
    current()/../i --> 7 | ''
    true --> '' | ''
    # In the second item of r, and in the second item of q in the first item of r
    r: /d/r/n --> 4
    r: ../n --> 4
    r: ../../i --> 7
    r: sum(../n) --> 4
    r: sum(/d/r/n) --> 4
    r: max(/d/r/n) --> 4
    r: concat(/d/r/l) --> b
    r: concat(../../r/l) --> ab
    r: count(/d/r) --> 1
    r: count(../../r) --> 3
    r: count(../q) --> 1
    r: count(/d/r/q) --> 1
    r: count(/d/r[n = 1]) --> 1
    r: count(/d/r[n > 0]) --> 2
    r: count(../../r[n > 0]) --> 2
    r: count(/d/r[n < current()/../n]) --> 1
    r: count(/d/r[n <= current()/../n]) --> 2
    r: count(/d/r[n = /d/r/n]) --> 3
    r: count(/d/r[position() = 2]) --> 1
    r: /d/r[n = 1]/n --> 1
    r: /d/r[position() = 1]/l --> a
    r: /d/r[position() = position(current()/..) - 1]/n --> 1
    r: sum(/d/r[position() < position(current()/..)]/n) --> 1
    r: sum(/d/r[position() <= position(current()/..)]/n) --> 5
    r: indexed-repeat(/d/r/n, /d/r, 1) --> 1
    r: indexed-repeat(/d/r/n, /d/r, position(..) - 1) --> 1
    r: position(..) --> 2
    r: instance('z')/root/item[name = count(/d/r) - 1]/label --> Two
    r: instance('z')/root/item[name = count(/d/r) - 1]/label --> Two
    r: position(/d/r) --> 2
    r: /d/r/q/v --> 30
    r: sum(/d/r/q[v > 5]/v) --> 30
    r: sum(/d/r/q[../n > 0]/v) --> 30
    r: jr:choice-name(/d/s, '../../s') --> One
    r: instance('z')/root/item[name = current()/../n]/label --> ''
    q: position(..) --> 2
    q: ../../n --> 1
    q: /d/r/n --> 1
    q: sum(/d/r/q/v) --> 20
    q: sum(../v) --> 20
    q: sum(../../q/v) --> 30
    q: count(../../q) --> 2
    q: count(/d/r/q) --> 1
    q: sum(/d/r/q[v > 0]/v) --> 30
    q: sum(/d/r/n) --> 1
    # What is lost, and why
    boolean(coalesce(/d/s, 0)) --> lost: this is a text or a number
    if(/d/i > 5, 1 = 1, 'x') --> lost: true or false in some cases
    if(/d/i > 5, 1 = 1, 'x') --> lost: true or false in some cases
    if(/d/i > 5, 7, 'x') = '7.0' --> lost: as a number in some cases
    if(/d/i > 5, /d/k, 'x') + 1 --> lost: in some cases, and a number in others
    /d/k > /d/t --> lost: does not order days and texts
    'a' + foo(1) --> lost: there is no function 'foo'
    upper-case('a') --> lost: there is no function
    string-lenght(/d/t) --> lost: did you mean 'string-length'?
    random() --> lost: no random numbers
    sin(1) --> lost: no trigonometric functions
    /d/r[2]/n --> lost: a position is written position() = 1
    /d/r[l]/l --> lost: a position is written position() = 1
    /d/r[last()]/n --> lost: last()
    //i --> lost: '//'
    /d/* --> lost: any node
    /d/@id --> lost: attributes
    /d/i | /d/j --> lost: '|'
    $x --> lost: no variables
    (/d/r)[1] --> lost: behind ')'
    /d/i/text() --> lost: expected an operator
    ./parent::d/i --> lost: the axis 'parent::'
    ../../../i --> lost: above the root
    /d/w < '11:00' --> lost: compares times by the day
    /d/w > /d/w --> lost: compares times by the day
    concat(/d/w) --> lost: writes a time in a text as the day
    selected(/d/s, 1) --> lost: stops at a number
    count-selected(/d/i) --> lost: stops at a number
    coalesce(1, 2, 3) --> lost: coalesce takes 2 arguments, not 3
    if(1 = 1, 'a') --> lost: if takes 3 arguments, not 2
    not(1, 2) --> lost: not takes 1 argument, not 2
    true(1) --> lost: true takes 0 arguments, not 1
    string() --> lost: string takes 1 argument, not 0
    date('2024-02-30') --> lost: is not a date
    date('abc') --> lost: is not a date
    format-date(/d/k, '%A') --> lost: such a pattern
    format-date(/d/k, '%d %') --> lost: such a pattern
    sum(1) --> lost: sum takes a path
    sum(/d/r/l) --> lost: these are texts
    count(/d/r/hn) --> lost: hidden in some items
    join(',', /d/r/hn) --> lost: hidden in some items
    instance('nope')/root/item[name='1']/label --> lost: there is no instance 'nope'
    instance('z')/root/other/label --> lost: only 'root/item'
    instance('z')/root/item[2]/name --> lost: a position is written position() = 1
    translate(/d/t, 'ab', 'ba') --> lost: exchanges letters
    substr(/d/t, /d/i) --> lost: have to be constant
    regex(/d/t, '(') --> lost: do not know this pattern
    q: sum(/d/r[n > 0]/q/v) --> lost: by its place
    sum(/d/r/q[../n > 0]/v) --> lost: list of lists
    q: position(../..) --> lost: innermost list
    jr:choice-name(selected-at(/d/m, 0), '/d/m') --> lost: only the title of what a question holds
    once(/d/i) + 1 --> lost: once() can only stand alone
    """#
}
