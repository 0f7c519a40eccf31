// Sample answers in the inspector: saved states that fill in the form, and scenarios, whose steps
// are made one after the other.

import { button, key, make, write } from './elements.js';
import { form } from './renderer.js';

let samples = [], done = 0; // How many steps of the chosen sample have been made.
const list = make('select', { onchange: () => { done = 0; show(); } });
const steps = make('ol', { className: 'samples' });
const said = make('p', { className: 'error', hidden: true });
const fill = button(() => playTo(chosen()?.steps.length ?? 0, true), 'Fill in', 'small');
const next = button(() => playTo(done + 1, done === 0), 'Next step', 'small');
const chosen = () => samples[list.selectedIndex];

/** The part of the inspector; hidden where there are no samples. */
export const element = make('details', { hidden: true }, make('summary', {}, 'Sample answers'),
  make('label', {}, 'Answers ', list), make('p', { className: 'actions' }, fill, next), said,
  steps);

/** Forgets the steps that have been made, when the form is opened anew without them. */
export function restart() {
  done = 0;
  write(said, '');
  show();
}

/** Says what of a state does not fit. */
export function tellMisfits(misfits) {
  write(said, misfits?.length && `does not fit: ${misfits.join('; ')}`);
  if (misfits?.length) element.open = true;
}

/** Asks for the samples as their files are now; the chosen one stays chosen. */
export async function refresh() {
  const { name } = chosen() ?? {}, before = list.selectedIndex;
  const answer = await fetch('samples').catch(() => null);
  samples = await answer?.json().catch(() => null) ?? [];
  list.replaceChildren(...samples.map(one => make('option', {}, one.name)));
  // Two samples may have one name.
  const isThere = samples[before]?.name === name;
  const place = isThere ? before : samples.findIndex(one => one.name === name);
  if (place >= 0) list.selectedIndex = place; else done = 0;
  show();
}

/** Opens the form with a sample. */
async function begin({ open }) {
  done = 0;
  const { error, misfits } = await form.ask({ open });
  await form.load(false);
  tellMisfits(misfits);
  if (error) write(said, error);
  return !error;
}

/** Makes the steps up to one of them; from the beginning if it has been made already. */
async function playTo(count, anew = count <= done) {
  const sample = chosen();
  if (!sample || sample.error) return;
  write(said, '');
  if (anew && !await begin(sample)) return;
  while (done < Math.min(count, sample.steps.length)) {
    const step = sample.steps[done], [first, ...others] = [step].flat();
    if (!('expect' in first)) {
      const named = sample.as ? { as: sample.as, ...first } : first;
      const { error } = await form.ask(Array.isArray(step) ? [named, ...others] : named);
      if (error) {
        const number = done + steps.start;
        write(said, `${number ? `step ${number}` : 'answers'}: ${error}`);
        break;
      }
    }
    done += 1;
  }
  show();
}

function show() {
  const sample = chosen();
  element.hidden = !samples.length;
  if (sample?.error) write(said, sample.error);
  next.hidden = !sample?.steps?.length;
  next.disabled = done >= (sample?.steps?.length ?? 0);
  fill.disabled = Boolean(sample?.error);
  steps.start = sample?.hasAnswers ? 0 : 1; // The answers are not a step of the scenario.
  steps.replaceChildren(...(sample?.steps ?? []).map((step, place) => {
    const { as, ...edits } = [step].flat()[0] ?? {};
    const text = Array.isArray(step) ? key(step) : key(edits);
    const one = button(() => playTo(place + 1), text, 'small');
    if (place === done - 1) one.ariaCurrent = 'step';
    return make('li', { className: place < done ? 'played' : '' }, one);
  }));
}

element.addEventListener('toggle', () => { if (element.open) refresh(); });
