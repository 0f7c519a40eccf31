// Keeps the state of a form by change sets alone, as Docs/Protocols.md says, and asks the server.
// What stands on the page is drawn by renderer.js.

import { key } from './elements.js';

const NO_ANSWER = 'The preview does not answer.';
/** What a change set tells of the form itself. */
const WORDS = ['canSubmit', 'dirty', 'canUndo', 'canRedo', 'language', 'direction', 'timeZone',
  'page', 'progress'];

/** Other titles of options are told without their values. */
const retitle = (options, titles) => options.length === titles.length
  && options.forEach((option, place) => { option.title = titles[place]; });

/** A form as the server tells it. Its subclass draws it with `show` and `change`. */
export class FormState extends EventTarget {
  constructor() {
    super();
    Object.assign(this, {
      queue: Promise.resolve(), arrived: new Map(), window: crypto.randomUUID(), generation: 0,
      session: location.hash.slice(1, 41) || crypto.randomUUID(),
    });
    history.replaceState(null, '', `#${this.session}`);
    // Once all scripts of the page are there, so that each hears all.
    document.addEventListener('DOMContentLoaded', () => this.listen());
  }

  listen() {
    const events = new EventSource(`events?session=${this.session}&window=${this.window}`);
    events.onmessage = message => this.hear(JSON.parse(message.data));
    events.onerror = () => this.tell('status', { ended: NO_ANSWER });
  }

  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  // The server

  /** Sends a line after those before it, and gives the answer once the page shows it. */
  ask(line) {
    const sent = this.queue.then(() => {
      const { session, generation } = this;
      return this.post('line', { session, generation, line });
    });
    this.queue = sent;
    return sent.then(message => (message.answer?.changes
      ? this.arrive({ ...message, line, mine: true }) : message.answer ?? {}));
  }

  async post(path, body) {
    const request = { method: 'POST', body: key(body), headers: { 'X-Formeval': this.window } };
    const response = await fetch(path, request).catch(() => null);
    const answer = await response?.json().catch(() => null) ?? { error: NO_ANSWER };
    if (answer.stale) this.load();
    if (!response?.ok) this.tell('status', { ended: answer.ended ?? answer.error });
    return answer;
  }

  /** Asks for the state and builds the page anew. */
  async load(keepsTexts = true) {
    const { session, generation: before } = this, line = { state: true };
    const message = await this.post('line', { session, generation: before, line });
    const { generation, sequence, answer, saved, misfits } = message;
    if (!answer?.state) return;
    this.rebuild(keepsTexts, () => {
      Object.assign(this, { generation, sequence, arrived: new Map(), state: answer.state });
      this.index();
    });
    this.tell('state', { saved, misfits });
  }

  hear({ status, ...message }) {
    const { generation, sequence, answer } = message;
    if (status) {
      this.tell('status', status);
      if (status.generation !== this.generation || sequence > this.sequence) this.load();
    } else if (answer.open) this.load(false);
    else if (generation === this.generation) this.arrive(message);
  }

  /** Applies change sets in the order in which the form made them, whoever brings them. */
  arrive(message) {
    return new Promise(done => {
      this.arrived.set(message.sequence, { ...message, done });
      const follows = () => this.arrived.get(this.sequence + 1);
      for (let next; (next = follows()); next.done(next.answer)) {
        this.arrived.delete(++this.sequence);
        this.change(next.answer, next.mine);
        this.tell('answer', next);
      }
      if (message.sequence <= this.sequence) done(message.answer);
    });
  }

  // The state

  /** Finds the members by id, what is around them, and what edits call them. */
  index() {
    for (const name of ['members', 'items', 'around', 'names']) this[name] = new Map();
    const add = (member, owner, base) => {
      const { id, tag } = member;
      this.members.set(id, member);
      this.around.set(member, owner);
      this.names.set(member, base ? [base, tag].filter(Boolean).join('.') : tag ?? id);
    };
    for (const section of this.state.sections) {
      const base = this.names.get(this.items.get(section.item));
      add(section, this.items.get(section.item), base);
      for (const row of section.rows ?? []) add(row, section, base);
      for (const [place, item] of (section.items ?? []).entries()) {
        this.items.set(item.id, item);
        this.around.set(item, section);
        this.names.set(item, `${this.names.get(section)}[${place}]`);
        for (const row of item.rows) add(row, item, this.names.get(item));
      }
    }
    // An item that undo brings back is made anew.
    const now = id => this.members.get(id) ?? this.items.get(Number(id.slice(1)));
    for (const [id, { member }] of this.views ?? []) {
      if (member && now(id) !== member) this.views.delete(id);
    }
  }

  /** Applies a change set, and gives the members that it touches. */
  apply(answer) {
    const { state } = this;
    state.optionSources = { ...state.optionSources, ...answer.optionSources };
    if (answer.items) this.applyItems(answer.items);
    const changes = [...answer.changes, ...answer.stateChanges ?? []];
    const touched = new Set(changes.flatMap(change => this.applyChange(change)));
    // A row has no options of its own while all can be chosen.
    for (const row of touched) {
      if (row?.options && row.options.length === this.optionsOf(row)?.length) delete row.options;
    }
    for (const word of WORDS) if (answer[word]) state[word] = answer[word].new;
    for (const { page, attribute, new: value } of answer.pages ?? []) {
      state.pages[page][attribute] = value;
    }
    if (answer.pending) for (const row of this.applyPending(answer.pending)) touched.add(row);
    return touched;
  }

  applyPending({ began, ended }) {
    const left = (this.state.pendingValidations ?? [])
      .filter(one => !ended.some(two => two.token === one.token));
    const pending = this.state.pendingValidations = [...left, ...began];
    const rows = [...ended, ...began].map(one => this.members.get(one.id)).filter(Boolean);
    for (const row of rows) row.pending = pending.some(one => one.id === row.id);
    return rows;
  }

  applyItems({ removed, moved, inserted }) {
    const leaving = [...removed.map(one => [one.sectionId, one.at]),
      ...moved.map(one => [one.sectionId, one.from])];
    const coming = moved.map(one => [one.sectionId, one.to, this.items.get(one.id)]);
    for (const { sections = [], at, section, sectionId, ...item } of inserted) {
      coming.push([sectionId, at, item]);
      this.state.sections.push(...sections);
      for (const inner of sections) this.members.set(inner.id, inner);
    }
    const list = id => this.members.get(id).items;
    for (const [id, at] of leaving.sort((a, b) => b[1] - a[1])) list(id).splice(at, 1);
    for (const [id, at, item] of coming.sort((a, b) => a[1] - b[1])) list(id).splice(at, 0, item);
    // The sections of an item stand behind its list, in the order of the items.
    const inside = id => this.state.sections.filter(section => section.item === id);
    const ordered = section => [section,
      ...(section.items ?? []).flatMap(item => inside(item.id).flatMap(ordered))];
    this.state.sections = inside(undefined).flatMap(ordered);
    this.index();
  }

  applyChange(change) {
    const { id, item, tag, optionSource: source, attribute, new: value } = change;
    if (source) {
      const { optionSources } = this.state;
      if (attribute === 'optionTitles') retitle(optionSources[source], value);
      else optionSources[source] = value;
      return [...this.members.values()].filter(one => one.optionSource === source);
    }
    const member = id ? this.members.get(id) : item ? this.items.get(item)
      : tag === null && this.state;
    if (!member) return undefined; // A row that is gone, or an input.
    const texts = { groupTitles: 'title', groupFooters: 'footer' }[attribute];
    if (attribute === 'bounds') {
      for (const bound of ['minimum', 'maximum', 'step', 'minuteInterval']) {
        member[bound] = value[bound];
      }
    } else if (attribute === 'optionTitles') {
      retitle(member.allOptions ?? [], value);
    } else if (texts) {
      for (const group of member.optionGroups ?? []) {
        if (group.key in value) group[texts] = value[group.key];
      }
    } else {
      member[attribute] = value;
      if (attribute === 'value') member.display = change.display;
      if (attribute === 'errors') member.errorDetails = change.errorDetails;
      if (attribute === 'verdict') member.verdictDetails = change.errorDetails;
    }
    return member;
  }

  /** All options of a row or a matrix, perhaps from a source; undefined without options. */
  optionsOf({ optionSource, allOptions }) {
    return optionSource ? this.state.optionSources[optionSource] : allOptions;
  }

  /** What people call a row, a section or an item. */
  label(member) {
    const owner = this.around.get(member);
    if (owner?.items) return `${this.label(owner)} ${owner.items.indexOf(member) + 1}`;
    const other = () => member.tag ?? member.type ?? member.id;
    return member.title ?? (owner?.rows?.length === 1 ? this.label(owner) : other());
  }
}
