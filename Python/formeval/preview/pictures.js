// Pictures of a form's logic in the inspector, which Graphviz lays out. They fit the width there,
// and open large on a click.

import { button, make } from './elements.js';
import { form } from './renderer.js';

const large = make('div', { className: 'large', tabIndex: 0, role: 'region' });
const close = button(() => dialog.close(), 'Close', 'small');
const dialog = make('dialog', {}, close, large);

/** A place for a picture. `chosen` is told the id of a row or section that is clicked. */
export class Picture {
  constructor(name, summary, chosen) {
    const open = () => this.enlarge();
    this.box = make('div', { className: 'picture', role: 'region', ariaLabel: name });
    this.box.onclick = open;
    this.open = button(open, 'Open large', 'small');
    this.open.hidden = true;
    this.element = make('details', {}, make('summary', {}, summary), this.open, this.box);
    this.chosen = chosen;
  }

  get isOpen() { return this.element.open; }

  /** Shows a picture that the command has made. */
  async draw(dot, title) {
    this.dot = dot; // Of two that are drawn at once, the later one is shown.
    const headers = { 'X-Formeval': form.window };
    const answer = await fetch('draw', { method: 'POST', body: dot, headers });
    const text = await answer.text();
    if (this.dot !== dot) return;
    if (!answer.ok) {
      this.say(text);
      return;
    }
    const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    Object.assign(svg, { role: 'img', ariaLabel: title });
    this.show(document.importNode(svg, true));
  }

  /** Says why there is no picture. */
  say(text) {
    this.wipe();
    this.box.textContent = text;
  }

  /** Takes a picture away that shows what is no longer so. */
  wipe() {
    this.dot = undefined;
    this.show();
  }

  show(...svg) {
    this.box.replaceChildren(...svg);
    this.open.hidden = !svg.length;
    if (dialog.open && dialog.of === this) dialog.close();
  }

  enlarge() {
    const svg = this.box.querySelector('svg');
    if (!svg) return;
    dialog.of = this;
    dialog.ariaLabel = large.ariaLabel = svg.ariaLabel;
    large.replaceChildren(svg.cloneNode(true));
    large.onclick = ({ target }) => {
      const id = target.closest('.node')?.id;
      if (!form.members.has(id)) return;
      dialog.close();
      this.chosen(id);
    };
    dialog.showModal();
  }
}

document.getElementById('inspector').append(dialog);
