// XPaths that were made at random, with the answers of JavaRosa 5.1. `XPathCases` says what a line
// is.

extension XPathCase {
  static let generated: [XPathCase] = lines.split(separator: "\n")
    .map { XPathCase(line: String($0)) }

  private static let lines = #"""
    ((-1 mod 1) + if(/d/i > 5, /d/j, '')) --> 2 | ''
    ((/d/i > 5) != 'true' and regex('hello', '[a-z]+')) --> 0 | 1
    ((/d/j div -1) - abs(/d/e)) --> -4.55 | ''
    ((/d/num = 3 or /d/j <= /d/e) or ('' >= -1) = (pow(/d/j, 2))) --> 1 | 1
    ((1 mod /d/e) div count(/d/r/q/v)) --> 0.25 | ''
    ((count(/d/r/n) div count(/d/r/q/v)) + pow(int(/d/s), 2)) --> 1.75 | ''
    ((max(/d/s, 1) - sum(/d/r/n)) mod (sum(/d/r/q/v) + sum(/d/r/n))) --> -4 | ''
    ((selected(/d/m, 'a') and /d/t = '') or (false() and true())) --> 0 | 0
    (/d/i > 5 or /d/i > 5) --> 1 | 0
    (/d/t = '' or /d/t = '') --> 0 | 1
    (/d/x - date('2024-02-28')) --> 1 | ''
    (2.5 div -1) = 'true' --> 0 | 0
    (abs(/d/s) mod sum(/d/r[n != '']/n)) --> 1 | ''
    (boolean(0) or 2.5 < 1) --> 0 | 0
    (boolean-from-string('hello') or checklist(1, 2, /d/t = '', true())) --> 1 | 1
    (boolean-from-string(/d/t0) and /d/k >= date('2024-02-28')) --> 0 | 0
    (boolean-from-string(jr:choice-name(/d/s, '/d/s')) and not(coalesce(/d/j, -1))) --> 0 | 0
    (coalesce(/d/k, /d/k)) != (/d/s div /d/num) --> 1 | 1
    (coalesce(/d/m, join('-', /d/r/l))) = min(/d/r/n) --> 0 | 0
    (count(/d/r[n + 1 > 2])) != 'true' --> 1 | 1
    (count(/d/r[n <= /d/i])) <= -/d/num --> 0 | 0
    (count-selected(/d/t0) div count(/d/r[n + 1 > 2])) --> 0 | ''
    (date(/d/x + -5)) >= decimal-date-time(date('2024-02-28')) --> 0 | 0
    (date(date('2024-02-28')) + /d/s) --> 19782 | ''
    (false() = /d/x and contains(/d/s, '')) --> 0 | 1
    (format-date(coalesce(/d/x, date('2024-02-28')), '%d.%n.%y')) != '' --> 1 | 1
    (if(/d/i > 5, 'hello', /d/num)) < (count(/d/r[n = 1 or l = "b"])) --> 0 | 0
    (if(not(/d/e), /d/x, date('2024-02-28'))) < -/d/j --> 0 | 0
    (if(starts-with('7', 'hello'), /d/k, date('2024-02-28')) - date(/d/k)) --> -1 | ''
    (join('-', /d/r/l)) = (selected-at(/d/t, 2)) --> 0 | 0
    (jr:choice-name(/d/s, '/d/s')) < (number('a c')) --> 0 | 0
    (jr:choice-name(/d/s, '/d/s')) < count(/d/r/q/v) --> 0 | 0
    (max((100 div /d/j), 1) + abs(number(selected(/d/m, 'a')))) --> 51 | 1
    (min(/d/r/n) mod abs(string-length(/d/k))) --> 1 | ''
    (min(/d/r/q/v) - abs(count(/d/r[l = /d/t]))) --> 10 | ''
    (not(/d/s) = true()) = 'true' --> 0 | 1
    (not(date(/d/x + 1)) and selected(/d/t, '1')) --> 0 | 0
    (number(selected-at(/d/m, 1)) mod pow(number(/d/u), 2)) --> '' | ''
    (pow(/d/num, 2) mod abs(2.5)) --> 1.5 | ''
    (round(number(/d/u)) - string-length(max(/d/s, 1))) --> '' | ''
    (selected(/d/m, 'a') or false()) --> 1 | 0
    (selected(/d/m, 'a') or selected(/d/m, 'a')) = (date(/d/x + 1)) --> 1 | 1
    (selected(/d/t, '1') and starts-with('a c', /d/t0)) = (abs(/d/n0) - min(/d/r/q/v)) --> 1 | 1
    (starts-with('hello', /d/num) and (selected(/d/m, 'a') or /d/t = '')) --> 0 | 1
    (substr(jr:choice-name(/d/s, '/d/s'), 2, -2)) != (/d/r[l = 'b']/l) --> 1 | 0
    (substr(normalize-space('hello'), 0, 1)) != (join('-', /d/r/l)) --> 1 | 1
    (substring-after(format-date(/d/k, '%d.%n.%y'), 'l')) != true() --> 1 | 1
    (substring-before(/d/t0, 'l')) < 0 --> 0 | 0
    (sum(/d/r[l = /d/t]/n) - sum(/d/r/q/v)) --> -60 | 0
    abs((-/d/s mod string-length(/d/x))) --> 1 | ''
    abs(coalesce(2.5, abs(/d/i))) --> 2.5 | 2.5
    abs(count-selected(/d/m)) --> 2 | 0
    abs(number(not(/d/n0))) --> 1 | 1
    abs(round(number(/d/u))) --> '' | ''
    abs(string-length(-1)) --> 2 | 2
    abs(sum(/d/r/q/v)) --> 60 | 0
    boolean((abs(0) div number('a c'))) --> 0 | 0
    boolean(boolean(/d/k > date('2024-02-28'))) --> 1 | 0
    boolean(coalesce(/d/m, /d/t0)) --> 1 | 0
    boolean(instance('z')/root/item[name = selected-at(/d/m, 2) and grp = 'g']/label) --> 0 | 0
    boolean(max(2.5, 1)) --> 1 | 1
    boolean(max(3, 1)) --> 1 | 1
    boolean(normalize-space(instance('z')/root/item[name = /d/s and grp = 'g']/label)) --> 1 | 0
    boolean(substring-before(/d/u, 'l')) --> 0 | 0
    boolean-from-string(format-date(if(true(), /d/k, /d/k), '%d.%n.%y')) --> 0 | 0
    boolean-from-string(normalize-space(concat('a c', /d/e))) --> 0 | 0
    boolean-from-string(substring-after('x', 'l')) --> 0 | 0
    checklist(1, 2, (/d/t = '') = /d/x, starts-with('', /d/u)) --> 0 | 1
    checklist(1, 2, not(2.5), not(/d/k)) --> 0 | 1
    coalesce('7', /d/m) --> 7 | 7
    coalesce('x', substring-before(/d/r[n = 4]/l, 'l')) --> x | x
    coalesce(/d/e, sum(/d/r[position() = 1]/n)) --> 2.55 | 0
    coalesce(/d/j, round(3)) --> 2 | 3
    coalesce(/d/m, /d/s) --> a c | ''
    coalesce(/d/m, jr:choice-name(/d/s, '/d/s')) --> a c | ''
    coalesce(/d/n0, /d/n0) --> '' | ''
    coalesce(100, min(/d/r/q/v)) --> 100 | 100
    coalesce(3, count(/d/r[n > 0])) --> 3 | 3
    concat(/d/t, count-selected(/d/t0)) --> hello0 | 0
    concat(/d/t0, /d/num) --> 3 | ''
    concat(date(/d/k), substr(/d/u, -2, -1)) --> 2024-02-29  | ''
    contains('7', /d/t0) --> 1 | 1
    contains('hello', /d/s) --> 0 | 1
    contains('hello', /d/u) --> 0 | 1
    contains(/d/m, 'x') --> 0 | 0
    contains(instance('z')/root/item[name = /d/num]/label, 'a c') --> 0 | 0
    contains(jr:choice-name(/d/s, '/d/s'), /d/s) --> 0 | 1
    count-selected(/d/s) --> 1 | 0
    count-selected(/d/t) > ((-1 + /d/e) + sum(/d/r[n = 1 or l = "b"]/n)) --> 0 | 0
    date('2024-02-28') <= int(/d/num) --> 0 | 0
    decimal-date-time(if(not(/d/j), /d/x, date('2024-02-28'))) --> 19781 | ''
    format-date(coalesce(/d/x, /d/k), '%d.%n.%y') --> 29.2.24 | ''
    format-date(date(/d/k + -2), '%d.%n.%y') --> 27.2.24 | ''
    format-date(date(date('2024-02-28') + 2), '%d.%n.%y') --> 01.3.24 | 01.3.24
    if((/d/i > 5 and true()), /d/x, /d/x) --> 2024-02-29 | ''
    if((selected(/d/m, 'a') or /d/t = ''), /d/k, /d/x) --> 2024-02-29 | ''
    if((true() or /d/t = ''), max(1, 1), '') --> 1 | 1
    if(/d/i > 5, /d/num, /d/m) --> 3 | ''
    if(/d/k != 0, coalesce('hello', string(/d/i)), selected-at(/d/t, 2)) --> hello | hello
    if(/d/num = /d/n0, -0, abs(/d/i)) --> 7 | 0
    if(/d/t = '', '', '') --> '' | ''
    if(/d/t0 = '', normalize-space('a c'), join('-', /d/r/l)) --> a c | a c
    if(boolean('7'), jr:choice-name(/d/s, '/d/s'), /d/r[l = 'b']/l) --> One | ''
    if(boolean-from-string('x'), /d/x, /d/x) --> 2024-02-29 | ''
    if(checklist(1, 2, /d/t = '', /d/i > 5), /d/x, /d/x) --> 2024-02-29 | ''
    if(contains(/d/r[position() = 2]/l, /d/t), /d/k, /d/x) --> 2024-02-29 | ''
    if(date('2024-02-28') <= /d/k, count-selected(/d/m), '') --> 2 | ''
    if(regex('hello', '[a-z]+'), count(/d/r[n + 1 > 2]), min(/d/r/n)) --> 1 | 0
    if(selected(/d/t, ''), /d/x, /d/k) --> 2024-02-29 | ''
    instance('z')/root/item[name = 'a c' and grp = 'g']/label --> '' | ''
    instance('z')/root/item[name = /d/num and grp = 'g']/label --> '' | ''
    instance('z')/root/item[name = /d/t0 and grp = 'g']/label --> '' | ''
    instance('z')/root/item[name = jr:choice-name(/d/s, '/d/s') and grp = 'g']/label --> '' | ''
    instance('z')/root/item[name = substr(/d/t, 0, -1) and grp = 'g']/label --> '' | ''
    int((sum(/d/r/q/v) - int(-1))) --> 61 | 1
    int(count(/d/r[sum(q/v) > 20])) --> 2 | 0
    int(number(starts-with(/d/u, ''))) --> 1 | 1
    max((/d/k + 0), 1) --> 19782 | 1
    max(count-selected(/d/s), 1) --> 1 | 1
    normalize-space(if(false(), /d/num, /d/u)) --> x y | ''
    normalize-space(indexed-repeat(/d/r/l, /d/r, 0)) --> a | ''
    normalize-space(indexed-repeat(/d/r/l, /d/r, 1)) --> a | ''
    normalize-space(instance('z')/root/item[name = 'a c' and grp = 'g']/label) --> '' | ''
    normalize-space(instance('z')/root/item[name = /d/m]/label) --> '' | ''
    normalize-space(join('-', /d/r/n)) --> 1-4- | --
    normalize-space(normalize-space(/d/m)) --> a c | ''
    not((/d/x - /d/k)) --> 1 | 1
    not(date('2024-02-28')) --> 0 | 0
    not(if(selected(/d/m, 'a'), '7', /d/m)) --> 0 | 1
    not(max(-/d/n0, 1)) --> 0 | 0
    not(string-length(/d/s)) --> 0 | 1
    number((indexed-repeat(/d/r/l, /d/r, 0)) >= /d/n0) --> 0 | 0
    number(checklist(1, 2, /d/i > 5, false())) --> 1 | 0
    number(checklist(1, 2, /d/t = '', false())) --> 0 | 1
    number(indexed-repeat(/d/r/l, /d/r, 0)) --> '' | ''
    number(indexed-repeat(/d/r/l, /d/r, 2)) --> '' | ''
    number(min(/d/r/n) = '7') --> 0 | 0
    number(not(date('2024-02-28'))) --> 0 | 0
    number(substring-before(/d/num, 'l')) --> '' | ''
    pow(((/d/n0 + /d/s) - decimal-date-time(/d/x)), 2) --> '' | ''
    pow((0 - /d/i), 2) --> 49 | ''
    pow((date(/d/x + 1) + /d/j), 2) --> 391446225 | ''
    pow(count-selected(/d/t), 2) --> 1 | 0
    pow(number(/d/j >= /d/j), 2) --> 1 | 0
    pow(number(/d/t = ''), 2) --> 0 | 1
    pow(pow(/d/s, 2), 2) --> 1 | ''
    pow(pow(count(/d/r/n), 2), 2) --> 81 | 81
    q: ((position(..) - position(..)) div -../../n) --> 0
    q: (/d/i > 5) != (/d/i > 5) --> 0
    q: (/d/t0 < /d/j or boolean-from-string('x')) --> 0
    q: (2.5 != (number(/d/i > 5))) = (abs(sum(/d/r[l = 'b']/n))) --> 1
    q: (abs(1) + pow(/d/num, 2)) --> 10
    q: (coalesce(/d/s, /d/r/n)) >= (count(/d/r[position() = 2])) --> 1
    q: (coalesce(/d/x, /d/x) - date(/d/k)) --> 0
    q: (concat(/d/k, /d/u)) = (substring-before('x', 'l')) --> 0
    q: (concat(/d/t, number('hello'))) < (number(substring-after('hello', 'l'))) --> 0
    q: (count(../v) * max(if(false(), 2.5, /d/n0), 1)) --> 1
    q: (count(/d/r[position() = 2]) + round(abs(../../n))) --> 2
    q: (date(/d/x + 4)) != (sum(/d/r/n) + min(../v)) --> 1
    q: (if(false(), /d/num, /d/t)) != (/d/x - date('2024-02-28')) --> 1
    q: (int(2.5) div -2.5) --> -0.8
    q: (jr:choice-name(/d/s, '/d/s')) != (substring-before('hello', 'l')) --> 1
    q: (max(/d/i, 1)) = count-selected(/d/t) --> 0
    q: (min(/d/r/n) + number(/d/i > 5)) --> 2
    q: (number(false()) - 100) --> -100
    q: (pow(/d/r/n, 2)) < abs(/d/j) --> 1
    q: (pow(/d/r/n, 2)) >= abs(/d/j) --> 0
    q: (round(/d/i) + -position(..)) --> 5
    q: (selected(/d/num, 'hello')) = /d/num --> 0
    q: (selected-at(/d/m, 0)) = (concat(if(false(), '7', 'x'), int(../../n))) --> 0
    q: (string-length(0) * int(/d/r/n)) --> 1
    q: (sum(../v) + round(-1)) --> 19
    q: (translate(concat(/d/num, /d/x), 'lx', 'L')) >= int(decimal-date-time(/d/k)) --> 0
    q: /d/k >= int(round(/d/e)) --> 1
    q: abs(number(false() = 3)) --> 0
    q: abs(pow(number('a c'), 2)) --> ''
    q: abs(string-length(sum(/d/r/n))) --> 1
    q: boolean((/d/i + /d/num)) --> 1
    q: boolean(boolean-from-string('')) --> 0
    q: boolean(position(..)) --> 1
    q: boolean-from-string('a c') --> 0
    q: boolean-from-string(/d/t0) --> 0
    q: boolean-from-string(string(/d/i > 5)) --> 1
    q: checklist(1, 2, /d/s != /d/e, boolean-from-string(/d/num)) --> 1
    q: checklist(1, 2, /d/t = '', true()) --> 1
    q: checklist(1, 2, false(), /d/i > 5) --> 1
    q: checklist(1, 2, not(date('2024-02-28')), /d/x > position(..)) --> 1
    q: coalesce('a c', normalize-space(join('-', /d/r/l))) --> a c
    q: coalesce('hello', coalesce('', coalesce(/d/t0, '7'))) --> hello
    q: coalesce(/d/u, /d/t) --> x  y
    q: coalesce(3, round((/d/k + /d/num))) --> 3
    q: concat(regex(selected-at('x y', 2), '[a-z]+'), coalesce(/d/n0, (/d/j + /d/j))) --> false4
    q: concat(string(int(/d/j)), (boolean('') and checklist(1, 2, true(), /d/i > 5))) --> 2false
    q: contains('', /d/u) --> 0
    q: contains('a c', 'hello') --> 0
    q: contains(substr(coalesce(/d/t, /d/s), 1, 1), 'x') --> 0
    q: count(/d/r[l = /d/t]) --> 0
    q: count-selected(/d/t0) --> 0
    q: date(date('2024-02-28')) --> 2024-02-28
    q: date(date(date(date('2024-02-28') + 0))) --> 2024-02-28
    q: decimal-date-time(coalesce(/d/k, date('2024-02-28'))) --> 19782
    q: decimal-date-time(coalesce(date('2024-02-28'), /d/x)) --> 19781
    q: decimal-date-time(date(/d/k + 2)) --> 19784
    q: if((/d/t = '' and selected(/d/m, 'a')), count-selected(/d/t0), number(false())) --> 0
    q: if((selected(/d/m, 'a') or /d/t = ''), date('2024-02-28'), /d/x) --> 2024-02-28
    q: if((true() or true()), /d/x, date('2024-02-28')) --> 2024-02-29
    q: if(/d/i > 5, /d/m, 'x') --> a c
    q: if(/d/m = /d/i, decimal-date-time(/d/k), count(/d/r/n)) --> 1
    q: if(/d/u != ('a c'), sum(/d/r/n), int(3)) --> 1
    q: if(1 < 100, substring-before(/d/t0, 'l'), substr(/d/t, -1, 5)) --> ''
    q: if(false(), /d/num, position(..)) --> 2
    q: if(selected(/d/s, 'x'), -position(..), '') --> ''
    q: if(true(), /d/e, /d/num) --> 2.55
    q: int((/d/num + /d/j)) --> 5
    q: int((2.5 div /d/r/n)) --> 2
    q: int(-position(..)) --> -2
    q: int(coalesce(/d/s, /d/num)) --> 1
    q: int(string-length(/d/m >= 100)) --> 5
    q: max((/d/k + -1), 1) --> 19781
    q: max((3 * /d/r/n), 1) --> 3
    q: max(abs(/d/num), 1) --> 3
    q: normalize-space(if(false(), /d/num, 'hello')) --> hello
    q: normalize-space(substring-after('x', 'l')) --> ''
    q: not(pow(-position(..), 2)) --> 0
    q: number((false() and selected(/d/m, 'a'))) --> 0
    q: number(indexed-repeat(/d/r/l, /d/r, 2)) --> ''
    q: number(instance('z')/root/item[name = /d/m]/label) --> ''
    q: number(not(round(../../n))) --> 0
    q: number(selected-at('x y', 0)) --> ''
    q: pow((/d/j div /d/n0), 2) --> ''
    q: pow(number(substr(/d/t, 3)), 2) --> ''
    q: regex(indexed-repeat(/d/r/l, /d/r, 0), '[a-z]+') --> 1
    q: regex(selected-at('x y', 2), '[a-z]+') --> 0
    q: regex(substring-after(/d/t0, 'l'), '[a-z]+') --> 0
    q: round(sum(/d/r[position() = /d/j]/n)) --> 4
    q: selected(/d/m, /d/t0) --> 0
    q: starts-with('a c', 'a c') --> 1
    q: string(/d/k) != false() --> 1
    q: string(/d/r[position() = 2]/l) --> b
    q: string(checklist(1, 2, /d/num <= /d/n0, checklist(1, 2, /d/i > 5, true()))) --> true
    q: string(date('2024-02-28')) --> 2024-02-28
    q: string(selected-at('x y', 0)) --> x
    q: string-length((true() or /d/i > 5)) --> 4
    q: string-length(-position(..)) --> 2
    q: string-length(count-selected(/d/t0)) --> 1
    q: string-length(indexed-repeat(/d/r/l, /d/r, 2)) --> 1
    q: substr(coalesce('7', substring-after(/d/t, 'l')), -1, -2) --> ''
    q: substr(format-date(date('2024-02-28'), '%d.%n.%y'), 0) --> 28.2.24
    q: substr(jr:choice-name(/d/s, '/d/s'), 1, 2) --> n
    q: substr(substr('hello', 3), 3, 0) --> ''
    q: substring-after(concat(/d/num, 100), 'l') --> ''
    q: substring-after(substring-after(substr('a c', 2), 'l'), 'l') --> ''
    q: substring-before(instance('z')/root/item[name = 'x']/label, 'l') --> ''
    q: substring-before(join('-', /d/r/l), 'l') --> ''
    q: sum(/d/r[n <= /d/i]/n) --> 5
    q: sum(/d/r[not(n > 1)]/n) --> 1
    q: translate(coalesce(/d/s, ''), 'lx', 'L') --> 1
    q: translate(coalesce(/d/u, substr('hello', -1)), 'lx', 'L') -->   y
    q: translate(join('-', /d/r/n), 'lx', 'L') --> 1
    q: translate(substr(/d/t0, -1), 'lx', 'L') --> ''
    q: translate(substr(/d/t0, 0), 'lx', 'L') --> ''
    r: ((/d/t = '' and /d/i > 5) and 1 >= 0) --> 0
    r: (-position(..) - coalesce(/d/i, /d/s)) --> -9
    r: (/d/j - position(..)) --> 0
    r: (/d/r/n mod count-selected(/d/t0)) --> ''
    r: (coalesce(/d/k, date('2024-02-28'))) < (date(date('2024-02-28') + 2)) --> 1
    r: (coalesce(/d/x, date('2024-02-28'))) >= date(/d/k) --> 1
    r: (count(/d/r[n <= /d/i]) - min(../../r/n)) <= (abs(max(../n, 1))) --> 1
    r: (date('2024-02-28') - date(/d/k + -3)) --> 2
    r: (if(/d/x != /d/i, pow(/d/n0, 2), '')) >= round(count(../n)) --> 0
    r: (if(false(), /d/u, /d/t0)) < count-selected(/d/s) --> 0
    r: (if(not(/d/s), (-1 - /d/e), number(/d/u))) >= (number(join('-', /d/r/l))) --> 0
    r: (if(true() = /d/j, min(../q/v), round(../n)) + ((2.5 div /d/s) - round(100))) --> -67.5
    r: (join('-', /d/r/l)) < round(sum(/d/r/n)) --> 0
    r: (jr:choice-name(/d/s, '/d/s')) >= (number(/d/r[n = 4]/l)) --> 0
    r: (min(../q/v) - (date('2024-02-28') - /d/k)) --> 31
    r: (regex(format-date(/d/x, '%d.%n.%y'), '[a-z]+')) = int(min(/d/r/q/v)) --> 0
    r: (round(/d/r/n) mod round(100)) --> 4
    r: (round(3) + decimal-date-time(date('2024-02-28'))) --> 19784
    r: (selected(/d/m, 'a')) = 0 --> 0
    r: (string((/d/e div /d/j))) = (join('-', /d/r/l)) --> 0
    r: (string-length(position(..)) - max(2.5, 1)) --> -1.5
    r: (sum(../q/v) - round(0)) --> 30
    r: (sum(/d/r[position() = 2]/n)) <= abs(/d/j) --> 0
    r: (translate(normalize-space(/d/t0), 'lx', 'L')) != (/d/r[position() = 2]/l) --> 1
    r: abs((abs(position(..)) div -position(..))) --> 1
    r: boolean(instance('z')/root/item[name = 'hello' and grp = 'g']/label) --> 0
    r: boolean(join('-', /d/r/l)) --> 1
    r: boolean-from-string(/d/t) --> 0
    r: boolean-from-string(instance('z')/root/item[name = /d/u]/label) --> 0
    r: boolean-from-string(jr:choice-name(/d/s, '/d/s')) --> 0
    r: checklist(1, 2, /d/s = /d/n0, (/d/t = '') = false()) --> 1
    r: checklist(1, 2, checklist(1, 2, /d/t = '', true()), /d/u != /d/r/n) --> 1
    r: coalesce('x', join('-', /d/r/l)) --> x
    r: coalesce(/d/j, int(-/d/j)) --> 2
    r: coalesce(0, ((/d/k - /d/k) div max(../../i, 1))) --> 0
    r: coalesce(100, int(abs(position(..)))) --> 100
    r: concat(-../n, format-date(date('2024-02-28'), '%d.%n.%y')) --> -428.2.24
    r: concat(-1, /d/num) --> -13
    r: concat(/d/e, /d/t0) --> 2.55
    r: concat(date(/d/x + -4), /d/n0 <= /d/j) --> 2024-02-25false
    r: concat(selected-at(/d/m, 0), date(/d/x + -5)) --> a2024-02-24
    r: contains(/d/t, /d/m) --> 0
    r: contains(/d/t0, '7') --> 0
    r: count(/d/r[n <= /d/i]) --> 2
    r: count(/d/r[n = 1 or l = "b"]) --> 2
    r: decimal-date-time(date('2024-02-28')) --> 19781
    r: decimal-date-time(if(/d/i > 5, date('2024-02-28'), date('2024-02-28'))) --> 19781
    r: decimal-date-time(if(boolean-from-string(''), date('2024-02-28'), /d/k)) --> 19782
    r: format-date(date(date('2024-02-28') + -4), '%d.%n.%y') --> 24.2.24
    r: format-date(if(/d/s <= /d/e, date('2024-02-28'), /d/x), '%d.%n.%y') --> 28.2.24
    r: format-date(if(/d/t = '', date('2024-02-28'), /d/k), '%d.%n.%y') --> 29.2.24
    r: if(contains(concat('a c', /d/t = ''), '7'), 0, '') --> ''
    r: if(false(), -1, '') --> ''
    r: if(regex('', '[a-z]+'), /d/k, /d/x) --> 2024-02-29
    r: if(regex(/d/m, '[a-z]+'), substr(/d/u, 3), /d/r[position() = 2]/l) --> b
    r: instance('z')/root/item[name = /d/num]/label --> ''
    r: instance('z')/root/item[name = coalesce('a c', string(/d/n0)) and grp = 'g']/label --> ''
    r: instance('z')/root/item[name = substring-after(/d/t, 'l') and grp = 'g']/label --> ''
    r: int((string-length(100) mod sum(/d/r[n != '']/n))) --> 3
    r: int(-position(..)) --> -2
    r: int(if(/d/s <= 3, count-selected(/d/t0), '')) --> 0
    r: max(min(../../r/n), 1) --> 1
    r: max(string-length(/d/s), 1) --> 1
    r: normalize-space(/d/num) --> 3
    r: number(boolean-from-string('')) --> 0
    r: number(concat((100 mod /d/j), concat(../n, /d/t = ''))) --> ''
    r: number(join('-', /d/r/l)) --> ''
    r: pow(if(selected(/d/s, 'hello'), if(selected(/d/m, 'a'), ../n, 100), ''), 2) --> ''
    r: pow(if(true(), ../../i, ''), 2) --> 49
    r: regex(join('-', /d/r/n), '[a-z]+') --> 0
    r: round((abs(/d/r/n) mod round(-1))) --> 0
    r: round(count(/d/r[count(q) > 1])) --> 1
    r: round(number(/d/t = '')) --> 0
    r: round(sum(/d/r[n <= /d/i]/n)) --> 5
    r: selected(/d/t, /d/r/l) --> 0
    r: selected(selected-at(/d/m, 0), 'hello') --> 0
    r: selected-at('x y', 0) --> x
    r: starts-with('', /d/t0) --> 1
    r: starts-with('a c', 'x') --> 0
    r: starts-with(/d/r/l, /d/t0) --> 1
    r: starts-with(join('-', /d/r/n), 'hello') --> 0
    r: starts-with(substring-after(/d/num, 'l'), /d/u) --> 0
    r: string((-1 mod ../../i)) --> -1
    r: string(count(/d/r/q/v)) --> 1
    r: string(jr:choice-name(/d/s, '/d/s')) --> One
    r: substr(/d/m, 0, 5) --> a c
    r: substr(/d/s, -2, 0) --> ''
    r: substr(concat(checklist(1, 2, /d/i > 5, false()), substr('7', -1)), 3) --> e7
    r: substr(if(/d/i > 5, 'a c', 'x'), 3) --> ''
    r: substr(indexed-repeat(/d/r/l, /d/r, 2), 0, 3) --> b
    r: substr(jr:choice-name(/d/s, '/d/s'), -2, 3) --> ne
    r: substr(selected-at('x y', 2), -1, 0) --> ''
    r: substr(string(3), -1) --> 3
    r: substr(substr(normalize-space('hello'), 3, 1), 1) --> ''
    r: substr(substring-before(/d/r/l, 'l'), 0) --> ''
    r: substr(translate('a c', 'lx', 'L'), -2, 4) -->  c
    r: substring-after(coalesce(/d/s, /d/m), 'l') --> ''
    r: substring-after(indexed-repeat(/d/r/l, /d/r, 2), 'l') --> ''
    r: substring-before(jr:choice-name(/d/s, '/d/s'), 'l') --> ''
    r: substring-before(substr(/d/u, 2, 5), 'l') --> ''
    r: substring-before(substr(indexed-repeat(/d/r/l, /d/r, 0), 2), 'l') --> ''
    r: sum(/d/r[n <= /d/i]/n) --> 5
    r: translate(substring-after('x', 'l'), 'lx', 'L') --> ''
    regex(/d/t0, '[a-z]+') --> 0 | 0
    regex(concat(/d/e < /d/i, count(/d/r[n = 1 or l = "b"])), '[a-z]+') --> 0 | 0
    regex(instance('z')/root/item[name = '7']/label, '[a-z]+') --> 0 | 0
    regex(instance('z')/root/item[name = 'x']/label, '[a-z]+') --> 0 | 0
    regex(substring-before(/d/t, 'l'), '[a-z]+') --> 1 | 0
    round(count(/d/r/q/v)) --> 4 | 3
    round(int(pow(/d/e, 2))) --> 6 | ''
    round(min(/d/r/q/v)) --> 10 | ''
    round(number(normalize-space(/d/s))) --> 1 | ''
    round(number(substr('', 1, -2))) --> '' | ''
    round(sum(/d/r[n = 1 or l = "b"]/n)) --> 5 | 0
    selected(format-date(date('2024-02-28'), '%d.%n.%y'), '1') --> 0 | 0
    selected-at(/d/t, 0) --> hello | ''
    starts-with(/d/t, /d/u) --> 0 | 1
    starts-with(/d/u, 'a c') --> 0 | 0
    starts-with(substring-before('', 'l'), '') --> 1 | 1
    string(/d/r[l = 'b']/l) --> b | ''
    string(/d/s) != decimal-date-time(date('2024-02-28')) --> 1 | 1
    string(concat(/d/x, 2.5)) --> 2024-02-292.5 | 2.5
    string(decimal-date-time(date('2024-02-28'))) --> 19781 | 19781
    string(instance('z')/root/item[name = '7']/label) --> '' | ''
    string(regex(selected-at(/d/m, 2), '[a-z]+')) --> false | false
    string-length(/d/k) --> 10 | 0
    string-length(count-selected(/d/s)) --> 1 | 1
    string-length(if(selected(/d/m, 'a'), 'hello', /d/s)) --> 5 | 0
    string-length(join('-', /d/r/l)) --> 4 | 2
    string-length(regex(jr:choice-name(/d/s, '/d/s'), '[a-z]+')) --> 5 | 5
    string-length(substring-after(/d/m, 'l')) --> 0 | 0
    string-length(substring-before(if(/d/t = '', 'x', '7'), 'l')) --> 0 | 0
    substr(indexed-repeat(/d/r/l, /d/r, 2), -1) --> b | ''
    substr(indexed-repeat(/d/r/l, /d/r, 5), -2) --> '' | ''
    substr(string(true()), 1) --> rue | rue
    substr(substring-after('7', 'l'), -2) --> '' | ''
    substring-after(/d/m, 'l') --> '' | ''
    substring-after(coalesce('x', substr(/d/t, 1, 3)), 'l') --> '' | ''
    substring-after(concat(indexed-repeat(/d/r/l, /d/r, 2), max(3, 1)), 'l') --> '' | ''
    """#
}
