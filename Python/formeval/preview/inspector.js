// Shows beside the form what it does: why a row is as it is, what each edit changed, what it holds.

import { form, make } from './renderer.js';

const key = JSON.stringify;
const button = (text, onclick) => make('button', { type: 'button', className: 'small', onclick }, text);
const label = (text, control) => make('label', {}, text, control);
const details = (title, ...inside) => make('details', {}, make('summary', {}, title), ...inside);
const shows = name => make('pre', { tabIndex: 0, role: 'region', ariaLabel: name });
const called = member => [form.names.get(member), member.title].filter(Boolean).join(' ');
// In the words of the command's --why: [if not, if so].
const attributes = { hidden: ['shown', 'hidden'], disabled: ['enabled', 'disabled'], required: ['optional', 'required'], valid: ['invalid', 'valid'] };
const stated = ({ name, attribute, value }) => attribute === 'count' ? `${name} has ${value} ${value === 1 ? 'item' : 'items'}`
  : `${name} is ${attributes[attribute]?.[+value] ?? (value === null ? 'nil' : key(value).slice(0, 60))}`;
const altered = ({ tag, id, attribute, new: value }) => (attribute === 'value' || attribute in attributes
  ? stated({ name: tag ?? id ?? 'form', attribute, value }) : `${attribute} of ${tag ?? id ?? 'form'}`);
const asked = async (text, line) => { text.textContent = (await form.ask(line)).error ?? ''; };

let explained, explainedName, soon; // The row or section that "Why" is about.
let base; // The saved state from which `lines` go on, if there were edits before them.
const lines = [], why = shows('Why'), json = shows('JSON'), log = make('ol', { reversed: true });
const members = make('select', { onchange: () => explain(members.value) });
const undo = button('Undo', () => form.ask({ undo: true })), redo = button('Redo', () => form.ask({ redo: true }));
const [name, value, now, said] = [make('input', { size: 9 }), make('input', { size: 12 }), make('input', { size: 21 }), make('p', { className: 'error' })];
const scrolls = name => make('div', { className: 'picture', tabIndex: 0, role: 'region', ariaLabel: name });
const [ripple, around] = ['Last edit', 'Around the row'].map(scrolls);
const drawsRipple = details('Picture of the last edit', ripple), drawsAround = details('Picture of what decides it, and what it decides', around);
const held = details('Values and saved state', make('p', { className: 'actions' },
  ...['values', 'save', 'blockers'].map(word => button(word, async () => write(json, (await form.ask({ [word]: true }))[word])))), json);
const panel = make('div', {},
  make('p', { className: 'actions' }, undo, redo, button('Start again', () => form.ask({ open: true }).then(() => form.load(false)))),
  make('h2', {}, 'Why'), label('Click the title of a row, or choose ', members), why, drawsAround,
  make('h2', {}, 'Changes'), make('p', { className: 'actions' }, button('Copy as command', copy)), drawsRipple, log, held,
  details('Inputs and now', make('p', {}, label('Input ', name), label(' is ', value), ' ',
    button('Set input', () => asked(said, { enter: { [name.value]: value.value } }))),
  make('p', {}, label('now() is ', now), ' ', button('Set now', () => asked(said, { now: now.value }))), said));
const shown = make('input', { type: 'checkbox', role: 'switch', checked: true, onchange: show });
const hidden = make('input', { type: 'checkbox', role: 'switch', onchange: show });
panel.prepend(make('label', { className: 'toggle' }, hidden, ' Hidden rows in the form'));
document.getElementById('inspector').append(make('label', { className: 'toggle' }, shown, ' Inspector'), panel);
// Asks why only of the hidden rows that can be seen: a form may have thousands.
const watcher = new IntersectionObserver(seen => seen.filter(one => one.isIntersecting).forEach(one => tellReason(one.target)));

drawsAround.addEventListener('toggle', () => drawAround());
[ripple, around].forEach(box => box.addEventListener('click', ({ target }) => {
  const id = target.closest('.node')?.id;
  if (form.members.has(id)) explain(id);
}));
// While the picture of edits is open, each line asks for its own.
const { ask } = form, others = ['state', 'save', 'values', 'why', 'impact', 'graph', 'blockers', 'next', 'open'];
form.ask = line => ask.call(form, drawsRipple.open && !others.some(word => word in line) ? { ...line, ripple: true } : line);

function write(element, given) { element.textContent = typeof given === 'string' ? given : JSON.stringify(given, null, 2); }

/** Shows a picture that the command has made and Graphviz lays out. */
async function draw(box, dot, title) {
  box.dot = dot; // Of two that are drawn at once, the later one is shown.
  const answer = await fetch('draw', { method: 'POST', body: dot, headers: { 'X-Formeval': form.window } });
  const text = await answer.text();
  if (box.dot !== dot) return undefined;
  if (!answer.ok) return write(box, text);
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  Object.assign(svg, { role: 'img', ariaLabel: title });
  return box.replaceChildren(document.importNode(svg, true));
}

/** Takes a picture away that shows what is no longer so. */
function wipe(box) {
  box.dot = undefined;
  box.replaceChildren();
}

async function drawAround() {
  const id = explained ?? members.value;
  if (!drawsAround.open || !form.members.has(id)) return wipe(around);
  const { dot, error } = await form.ask({ graph: id });
  if (id !== (explained ?? members.value)) return undefined;
  if (!error) return draw(around, dot, `What decides ${called(form.members.get(id))}`);
  wipe(around);
  return write(around, error);
}

/** Tells why a row or section is as it is, and what a change of it can reach. */
async function explain(id) {
  members.value = explained = id;
  explainedName = form.names.get(form.members.get(id));
  const { causes = [], verdict = [], error } = await form.ask({ why: id });
  const { readers = [], reads = [] } = await form.ask({ impact: id });
  if (id !== explained) return;
  const text = [error ?? [], ...causes.map(cause => {
    const because = cause.because.map(stated).join(' and ');
    const parts = cause.reasons.flatMap(one => one.parts ?? (one.text ? [{ depth: 0, text: one.text }] : []));
    return [stated(cause) + (because && `, because ${because}.`), ...parts.map(one =>
      `  ${'  '.repeat(one.depth)}${one.text}   ${one.failed ?? (one.needed === false ? 'not needed' : key(one.value) ?? '')}`)];
  }), verdict, ...[['can change', readers], ['reads', reads]].map(([word, list]) => (list.length ? ['', word] : []).concat(
    list.map(one => `  ${one.name} ${one.use}${one.through?.length ? ` through ${one.through.join(', ')}` : ''}`)))];
  write(why, text.flat().join('\n'));
  await drawAround();
}

/** Tells why anew after an edit, once for all that come at once; `id` is that of the row by now. */
function explainAgain(id = explained) {
  clearTimeout(soon);
  if (id === undefined) return;
  if (form.members.has(id)) soon = setTimeout(() => explain(id), 50);
  else {
    explained = undefined;
    write(why, '');
    wipe(around);
  }
}

/** Shows the inspector or not, and the hidden rows in the form or not. */
function show() {
  panel.hidden = !shown.checked;
  form.ghost = shown.checked && hidden.checked ? ghost : undefined;
  form.arrangeAll();
  refresh();
}

/** What stands in the form, in grey, for a hidden row or section. */
function ghost(member) {
  const text = make('p'), body = make('div'), isCell = form.around.get(member)?.kind === 'matrix';
  const inside = isCell ? [make('tr', {}, make('td', { colSpan: 99 }, text))] : [text, body];
  text.dataset.of = member.id;
  write(text, called(member));
  return { element: make(isCell ? 'tbody' : 'div', { className: 'hidden' }, ...inside), body, update() {} };
}

async function tellReason(text) {
  const member = form.members.get(text.dataset.of);
  const causes = (await form.ask({ why: text.dataset.of })).causes?.filter(one => one.attribute === 'hidden' && one.value) ?? [];
  const reasons = causes.flatMap(one => one.reasons.filter(two => two.text)
    .map(({ tag, text: condition, parts }) => `${tag === member.tag ? '' : `${tag}: `}${condition} is ${key(parts?.[0].value)}`));
  write(text, [called(member), ...reasons].join(' · '));
}

/** A line with names, which hold in another run, in place of ids. */
function named(line) {
  if (typeof line === 'string') return form.names.get(form.members.get(line)) ?? line;
  if (Array.isArray(line)) return line.map(named);
  return line && typeof line === 'object' ? Object.fromEntries(Object.entries(line).map(pair => pair.map(named))) : line;
}

async function copy() {
  const words = form.command.map(word => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  // The flag --input overrides the inputs of a state, so the first line sets them again.
  const first = base ? [{ now: base.now, set: base.state.inputs }] : [];
  const state = base ? ` --state <(cat <<'STATE'\n${key(base.state)}\nSTATE\n)` : '';
  write(json, `formeval ${words.join(' ')}${state} <<'END'\n${[...first, ...lines].map(key).join('\n')}\nEND`);
  held.open = true;
  await navigator.clipboard?.writeText(json.textContent).catch(() => {});
}

/** Lets the command to copy begin with a saved state, or with the form as it opens. */
function begin(saved) { [base, lines.length] = [saved, 0]; }

function refresh() {
  undo.ariaDisabled = String(!form.state.canUndo);
  redo.ariaDisabled = String(!form.state.canRedo);
  const all = [...form.members.values()], chosen = members.value, before = [...members.options];
  const isOther = all.length !== before.length || all.some((one, place) => before[place].value !== one.id);
  const options = isOther ? all.map(one => make('option', { value: one.id })) : before;
  all.map(called).forEach((text, place) => { if (options[place].textContent !== text) options[place].textContent = text; });
  if (isOther) members.replaceChildren(...options);
  if (isOther && form.members.has(chosen)) members.value = chosen;
  watcher.disconnect();
  document.querySelectorAll('#form [data-of]').forEach(one => watcher.observe(one));
}

form.addEventListener('status', ({ detail }) => { form.command = detail.command ?? form.command; });
form.addEventListener('state', ({ detail: saved }) => {
  begin(saved);
  log.replaceChildren();
  members.replaceChildren();
  wipe(ripple);
  refresh();
  // Ids are those of another opening; the row is known by its name.
  if (explained !== undefined) explainAgain([...form.members.values()].find(one => form.names.get(one) === explainedName)?.id ?? '');
});
form.addEventListener('answer', ({ detail: { line: { ripple: isDrawn, ...line }, answer, mine, saved } }) => {
  const { changes = [], counts, error, problems } = answer;
  // A saved state has no history: a command that begins with it cannot undo or redo what the page can.
  if (base && saved) begin(saved); else if (!error) lines.push(named(line));
  if (changes.length && answer.ripple && drawsRipple.open) draw(ripple, answer.ripple, 'What the last edit changed');
  else if (changes.length) wipe(ripple);
  if (!error) explainAgain();
  const names = [...new Set([...changes.map(altered),
    ...['items', 'page', 'refusedMove', 'refusedSubmit', 'focus'].filter(word => answer[word])])].slice(0, 30);
  const did = error ?? [names.join(', ') || 'nothing changed', ...problems.began.map(one => `problem: ${one.message}`),
    `${counts.evaluated} of ${counts.conditions} conditions evaluated`].join(' · ');
  const { as, ...edits } = named(line);
  const told = Object.entries(edits).map(([word, given]) => `${word} ${key(given)}`).join(' + ');
  log.prepend(make('li', {}, make('b', {}, told), mine ? '' : ' by another window', make('br'), did));
  while (log.children.length > 200) log.lastChild.remove();
  refresh();
});
document.getElementById('form').addEventListener('click', event => {
  const id = event.target.closest('.title')?.closest('[data-id]')?.dataset.id ?? event.target.dataset.of;
  if (form.members.has(id)) explain(id);
});
