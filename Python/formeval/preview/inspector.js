// Shows beside the form what it does: why a row is as it is, what each edit changed, and what it holds.

import { form, make } from './renderer.js';

const key = JSON.stringify;
const lines = [];
const button = (text, onclick) => make('button', { type: 'button', className: 'small', onclick }, text);
const why = make('pre', { tabIndex: 0, role: 'region', ariaLabel: 'Why' }), log = make('ol', { reversed: true });
const rows = make('select', { onchange: () => explain(rows.value) });
const content = make('pre', { tabIndex: 0, role: 'region', ariaLabel: 'JSON' }), hidden = make('ul', { className: 'hidden' });
const undo = button('Undo', () => form.ask({ undo: true })), redo = button('Redo', () => form.ask({ redo: true }));
const input = make('input', { size: 9 }), text = make('input', { size: 12 });
const now = make('input', { size: 21, placeholder: '2024-05-01T10:30:00Z' });
const said = make('p', { className: 'error' });
const details = (title, open, ...inside) => make('details', { open }, make('summary', {}, title), ...inside);
const secret = details('Hidden rows', false, hidden);
secret.ontoggle = () => showHidden();

const panel = make('div', {},
  make('p', { className: 'actions' }, undo, redo, button('Start again', () => form.ask({ open: true }).then(() => form.load()))),
  make('h2', {}, 'Why'), make('label', {}, 'Click the title of a row, or choose ', rows), why,
  make('h2', {}, 'Changes'), make('p', { className: 'actions' }, button('Copy as command', copy)), log, secret,
  details('Values and saved state', false, make('p', { className: 'actions' },
    ...['values', 'save', 'blockers'].map(word => button(word, async () => show(content, (await form.ask({ [word]: true }))[word])))), content),
  details('Inputs and now', false,
    make('p', {}, make('label', {}, 'Input ', input), make('label', {}, ' is ', text), ' ', button('Set input', () => set({ enter: { [input.value]: text.value } }))),
    make('p', {}, make('label', {}, 'now() is ', now), ' ', button('Set now', () => set({ now: now.value }))), said));
const shown = make('input', { type: 'checkbox', checked: true, onchange: () => { panel.hidden = !shown.checked; } });
shown.setAttribute('role', 'switch');
document.getElementById('inspector').append(make('label', { className: 'switch' }, shown, ' Inspector'), panel);

function show(element, value) { element.textContent = typeof value === 'string' ? value : JSON.stringify(value, null, 2); }

async function set(line) { said.textContent = (await form.ask(line)).error ?? ''; }

/** Tells why a row or section is as it is, and what a change of it can reach. */
async function explain(id) {
  rows.value = id;
  const { causes = [], verdict = [], error } = await form.ask({ why: id });
  const { readers = [], reads = [] } = await form.ask({ impact: id });
  const said = error ? [error] : [];
  for (const { name, attribute, value, because, reasons } of causes) {
    const others = because.map(one => `${one.name} ${one.attribute} ${key(one.value)}`).join(', ');
    said.push(`${name} ${attribute} is ${key(value)}${others && `, because ${others}`}`);
    for (const { text, parts = [] } of reasons) {
      if (!parts.length && text) said.push(`  ${text}`);
      for (const part of parts) said.push(`  ${'  '.repeat(part.depth)}${part.text}   ${part.failed ?? (part.needed === false ? 'not needed' : key(part.value))}`);
    }
  }
  said.push(...verdict, ...readers.length ? ['', 'a change can reach'] : [],
    ...readers.map(one => `  ${one.name} ${one.use}${one.through.length ? ` through ${one.through.join(', ')}` : ''}`),
    ...reads.length ? ['', 'reads'] : [], ...reads.map(one => `  ${one.name} ${one.use}`));
  show(why, said.join('\n'));
}

/** The rows that are hidden, in grey, each with its reason. */
async function showHidden() {
  if (!secret.open) return;
  const found = [...form.members.values()].filter(one => one.type && one.hidden);
  const reasons = await Promise.all(found.slice(0, 50).map(async one => {
    const { causes = [] } = await form.ask({ why: one.id });
    const cause = causes.find(two => two.attribute === 'hidden' && two.value && two.reasons?.some(three => three.text));
    return `${form.name(one)} – ${one.title ?? ''} ${cause ? `(${cause.name}: ${cause.reasons.map(two => two.text).join(', ')})` : ''}`;
  }));
  hidden.replaceChildren(...reasons.map(one => make('li', {}, one)));
}

/** The line with the names that hold in another run, in place of ids. */
function readable(value) {
  if (typeof value === 'string' && form.members.has(value)) return form.name(form.members.get(value));
  if (Array.isArray(value)) return value.map(readable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [readable(name), readable(one)]));
}

async function copy() {
  const command = `formeval ${key(form.path)} --edits - <<'END'\n${lines.map(key).join('\n')}\nEND`;
  show(content, command);
  content.parentElement.open = true;
  await navigator.clipboard?.writeText(command).catch(() => {});
}

function buttons() {
  undo.ariaDisabled = String(!form.state.canUndo);
  redo.ariaDisabled = String(!form.state.canRedo);
}

form.addEventListener('state', () => {
  lines.length = 0;
  log.replaceChildren();
  buttons();
  rows.replaceChildren(...[...form.members.values()].map(one => make('option', { value: one.id }, `${form.name(one)} ${one.title ?? ''}`)));
  showHidden();
});
form.addEventListener('answer', ({ detail: { line, answer, mine } }) => {
  const asked = readable(line);
  const { changes = [], counts, error, problems } = answer;
  if (!error) lines.push(asked);
  const names = [...new Set(changes.map(one => `${one.tag ?? one.id ?? 'form'}.${one.attribute}`))];
  const did = error ?? [names.slice(0, 30).join(', ') || 'nothing changed', ...(problems?.began ?? []).map(one => `problem: ${one.message}`),
    `${counts.evaluated} of ${counts.conditions} conditions evaluated`].join(' · ');
  log.prepend(make('li', {}, make('b', {}, key(asked)), mine ? '' : ' by another window', make('br'), did));
  while (log.children.length > 200) log.lastChild.remove();
  buttons();
  if (answer.items) rows.replaceChildren(...[...form.members.values()].map(one => make('option', { value: one.id }, form.name(one))));
  if (changes.length) showHidden();
});
document.getElementById('form').addEventListener('click', event => {
  const title = event.target.closest('.title');
  if (title) explain(title.closest('[data-id]').dataset.id);
});
