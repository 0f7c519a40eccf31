// Shows beside the form what it does: why a row is as it is, what each edit changed, what it holds.

import { form, make } from './renderer.js';

const key = JSON.stringify;
const button = (text, onclick) => make('button', { type: 'button', className: 'small', onclick }, text);
const label = (text, control) => make('label', {}, text, control);
const details = (title, ...inside) => make('details', {}, make('summary', {}, title), ...inside);
const shows = name => make('pre', { tabIndex: 0, role: 'region', ariaLabel: name });
const asked = async (text, line) => { text.textContent = (await form.ask(line)).error ?? ''; };

const lines = [], why = shows('Why'), json = shows('JSON'), log = make('ol', { reversed: true });
const members = make('select', { onchange: () => explain(members.value) });
const undo = button('Undo', () => form.ask({ undo: true })), redo = button('Redo', () => form.ask({ redo: true }));
const [name, value, now, said] = [make('input', { size: 9 }), make('input', { size: 12 }), make('input', { size: 21 }), make('p', { className: 'error' })];
const hidden = details('Hidden rows', make('ul', { className: 'hint' }));
hidden.ontoggle = showHidden;
const held = details('Values and saved state', make('p', { className: 'actions' },
  ...['values', 'save', 'blockers'].map(word => button(word, async () => write(json, (await form.ask({ [word]: true }))[word])))), json);
const panel = make('div', {},
  make('p', { className: 'actions' }, undo, redo, button('Start again', () => form.ask({ open: true }).then(() => form.load()))),
  make('h2', {}, 'Why'), label('Click the title of a row, or choose ', members), why,
  make('h2', {}, 'Changes'), make('p', { className: 'actions' }, button('Copy as command', copy)), log, hidden, held,
  details('Inputs and now', make('p', {}, label('Input ', name), label(' is ', value), ' ',
    button('Set input', () => asked(said, { enter: { [name.value]: value.value } }))),
  make('p', {}, label('now() is ', now), ' ', button('Set now', () => asked(said, { now: now.value }))), said));
const shown = make('input', { type: 'checkbox', role: 'switch', checked: true, onchange: () => { panel.hidden = !shown.checked; } });
document.getElementById('inspector').append(make('label', { className: 'switch' }, shown, ' Inspector'), panel);

function write(element, given) { element.textContent = typeof given === 'string' ? given : JSON.stringify(given, null, 2); }

/** Tells why a row or section is as it is, and what a change of it can reach. */
async function explain(id) {
  members.value = id;
  const { causes = [], verdict = [], error } = await form.ask({ why: id });
  const { readers = [], reads = [] } = await form.ask({ impact: id });
  const text = [error ?? [], ...causes.map(cause => {
    const because = cause.because.map(one => `${one.name} ${one.attribute} is ${key(one.value)}`).join(', ');
    const parts = cause.reasons.flatMap(one => one.parts ?? (one.text ? [{ depth: 0, text: one.text }] : []));
    return [`${cause.name} ${cause.attribute} is ${key(cause.value)}${because && `, because ${because}`}`, ...parts.map(one =>
      `  ${'  '.repeat(one.depth)}${one.text}   ${one.failed ?? (one.needed === false ? 'not needed' : key(one.value) ?? '')}`)];
  }), verdict, ...[['can change', readers], ['reads', reads]].map(([word, list]) => (list.length ? ['', word] : []).concat(
    list.map(one => `  ${one.name} ${one.use}${one.through?.length ? ` through ${one.through.join(', ')}` : ''}`)))];
  write(why, text.flat().join('\n'));
}

/** The rows that are hidden, in grey, each with its reason. */
async function showHidden() {
  if (!hidden.open) return;
  const rows = [...form.members.values()].filter(one => one.type && one.hidden).slice(0, 50);
  hidden.lastChild.replaceChildren(...await Promise.all(rows.map(async row => {
    const causes = ((await form.ask({ why: row.id })).causes ?? []).filter(one => one.attribute === 'hidden' && one.value);
    const reasons = causes.flatMap(one => one.reasons.map(two => two.text && `${one.name}: ${two.text}`)).filter(Boolean);
    return make('li', {}, `${form.names.get(row)} ${row.title ?? ''} – ${reasons.join(', ')}`);
  })));
}

/** A line with names, which hold in another run, in place of ids. */
function named(line) {
  if (typeof line === 'string') return form.names.get(form.members.get(line)) ?? line;
  if (Array.isArray(line)) return line.map(named);
  return line && typeof line === 'object' ? Object.fromEntries(Object.entries(line).map(pair => pair.map(named))) : line;
}

async function copy() {
  const words = form.command.map(word => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  write(json, `formeval ${words.join(' ')} <<'END'\n${lines.map(key).join('\n')}\nEND`);
  held.open = true;
  await navigator.clipboard?.writeText(json.textContent).catch(() => {});
}

function refresh() {
  undo.ariaDisabled = String(!form.state.canUndo);
  redo.ariaDisabled = String(!form.state.canRedo);
  const option = one => make('option', { value: one.id }, `${form.names.get(one)} ${one.title ?? ''}`);
  if (members.length !== form.members.size) members.replaceChildren(...[...form.members.values()].map(option));
  showHidden();
}

form.addEventListener('status', ({ detail }) => { form.command = detail.command ?? form.command; });
form.addEventListener('state', () => {
  lines.length = 0;
  log.replaceChildren();
  members.replaceChildren();
  refresh();
});
form.addEventListener('answer', ({ detail: { line, answer, mine } }) => {
  const { changes = [], counts, error, problems } = answer;
  if (!error) lines.push(named(line));
  const names = [...new Set([...changes.map(one => `${one.tag ?? one.id ?? 'form'}.${one.attribute}`),
    ...['items', 'page', 'refusedMove', 'refusedSubmit', 'focus'].filter(word => answer[word])])].slice(0, 30);
  const did = error ?? [names.join(', ') || 'nothing changed', ...problems.began.map(one => `problem: ${one.message}`),
    `${counts.evaluated} of ${counts.conditions} conditions evaluated`].join(' · ');
  log.prepend(make('li', {}, make('b', {}, key(named(line))), mine ? '' : ' by another window', make('br'), did));
  while (log.children.length > 200) log.lastChild.remove();
  refresh();
});
document.getElementById('form').addEventListener('click', event => {
  const id = event.target.closest('.title')?.closest('[data-id]')?.dataset.id;
  if (form.members.has(id)) explain(id);
});
