// What the inspector keeps of the edits of a session, and gives as a command or as a test.

import { key } from './elements.js';
import { form } from './renderer.js';

let base; // The saved state from which `lines` go on, if there were edits before them.
let hasPast; // Whether the page could undo or redo something when `lines` began.
const lines = [];

/** A line with names, which hold in another run, in place of ids. */
export function named(line) {
  if (typeof line === 'string') return form.names.get(form.members.get(line)) ?? line;
  if (Array.isArray(line)) return line.map(named);
  if (!line || typeof line !== 'object') return line;
  return Object.fromEntries(Object.entries(line).map(pair => pair.map(named)));
}

/** Lets the edits begin with a saved state, or with the form as it opens. */
export function begin(saved) {
  [base, lines.length] = [saved, 0];
  hasPast = form.state.canUndo || form.state.canRedo;
}

/** Keeps an edit. `saved` is the state after an undo or a redo. */
export function keep(line, saved) {
  // A saved state has no history: what begins with it cannot take back an edit from before it.
  if (base && saved && hasPast) begin(saved); else lines.push(named(line));
}

/** The edits, after those that the saved state lacks. */
function edits() {
  // The flag --input overrides the inputs of a state, so the first line sets them again.
  const first = base ? { now: base.now, set: base.state?.inputs } : {};
  const isEmpty = first.now === undefined && first.set === undefined;
  return isEmpty ? [...lines] : [first, ...lines];
}

/** A line for bash that makes the same edits. */
export function asCommand() {
  const quoted = word => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  const words = form.command.map(quoted).join(' ');
  const state = base?.state ? ` --state <(cat <<'STATE'\n${key(base.state)}\nSTATE\n)` : '';
  return `formeval ${words}${state} <<'END'\n${edits().map(one => key(one)).join('\n')}\nEND`;
}

/** The row that a line types into, if the line does nothing else. */
function typed(line) {
  const { as, enter, ...others } = line, names = Object.keys(enter ?? {});
  return names.length === 1 && !Object.keys(others).length ? `${as} ${names[0]}` : undefined;
}

/** A scenario for `--test`, which the command writes.
 *  Of what is typed into a row, the last counts. */
export async function asTest() {
  const kept = lines.filter((line, place) =>
    typed(line) === undefined || typed(line) !== typed(lines[place + 1] ?? {}));
  const { text, error } = await form.post('record', { ...base, lines: kept });
  return text ?? error;
}
