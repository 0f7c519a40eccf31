// What an edit changed, in the sentences of the command:
// `+ region shown  $country != nil is now true`.

import { key } from './elements.js';

// In the words of the command's --why: [if not, if so].
const words = {
  hidden: ['shown', 'hidden'], disabled: ['enabled', 'disabled'],
  required: ['optional', 'required'], valid: ['invalid', 'valid'],
};
const marks = { hidden: '+-', disabled: '~~', required: '✓!', valid: '!✓' };
/** As many lines are written of one edit. */
const LONGEST = 30;

const plain = value => (value === null || value === undefined ? 'nil' : key(value).slice(0, 60));
/** The text that decides, with its result as the last edit left it, or whose text it is. */
function reason({ tag, text, parts }, member, attribute, form) {
  if (attribute === 'value') return `= ${text}`;
  if (tag && tag !== form.names.get(member)) {
    const isPage = form.state.pages?.some(one => one.tag === tag);
    return `because of its ${isPage ? 'page' : 'section'}`;
  }
  return `${text} is now ${plain(parts?.[0].value)}`;
}

/** What a row is, as `--why` says it. */
export function stated({ name, attribute, value }) {
  if (attribute === 'count') return `${name} has ${value} ${value === 1 ? 'item' : 'items'}`;
  return `${name} is ${words[attribute]?.[+value] ?? plain(value)}`;
}

/** The lines of an answer. `asks` says of which row `why` tells the reason of a line. */
export function changed(answer, form) {
  const lines = answer.changes.flatMap(change => lineOf(change, form));
  for (const { section, at } of answer.items?.inserted ?? []) {
    lines.push({ text: `+ ${section}[${at}]  inserted` });
  }
  for (const { section, at } of answer.items?.removed ?? []) {
    lines.push({ text: `- ${section}[${at}]  removed` });
  }
  for (const { section, from, to } of answer.items?.moved ?? []) {
    lines.push({ text: `~ ${section}[${from}]  moved to ${to}` });
  }
  const { page, focus, refusedMove, refusedSubmit } = answer;
  const title = index => form.state.pages?.[index]?.title ?? `page ${index + 1}`;
  const stays = (name, word, { firstInvalid: row }) =>
    lines.push({ text: `! ${name}  ${word}${row ? `  ${row} is invalid` : ''}` });
  if (page && page.new !== null) lines.push({ text: `> ${title(page.new)}  current page` });
  if (focus) {
    lines.push({ text: `> ${focus.new ?? focus.old}  ${focus.new === null ? 'left' : 'focused'}` });
  }
  if (refusedMove) stays(title(refusedMove.page), 'not left', refusedMove);
  if (refusedSubmit) stays(refusedSubmit.tag ?? 'the form', 'not submitted', refusedSubmit);
  const more = lines.length - LONGEST;
  return more > 0 ? [...lines.slice(0, LONGEST), { text: `… and ${more} more` }] : lines;
}

function lineOf({ tag, id, item, attribute, old, new: value, cause, errorDetails }, form) {
  const name = tag ?? form.members.get(id)?.title ?? id
    ?? (item === undefined ? 'the form' : `item ${item}`);
  if (attribute === 'value') {
    const isComputed = ['calculated', 'default'].includes(cause);
    return [{
      text: `${name}  ${plain(old)} → ${plain(value)}`, asks: isComputed && { id, attribute },
    }];
  }
  if (attribute === 'errors') {
    const word = place => errorDetails?.[place]?.severity ?? 'error';
    return value.length
      ? value.map((text, place) => ({ text: `! ${name}  ${word(place)}  ${text}` }))
      : [{ text: `✓ ${name}  no errors` }];
  }
  if (!(attribute in words)) return [{ text: `~ ${name}  ${attribute}  ${plain(value)}` }];
  const text = `${marks[attribute][+value]} ${name}  ${words[attribute][+value]}`;
  const isDecided = cause === 'condition' && attribute !== 'valid';
  return [{ text, asks: isDecided ? { id, attribute } : undefined }];
}

/** The reasons of a line, which the command is asked for; empty where there are none. */
export async function reasonsOf({ asks }, form) {
  if (!asks?.id) return '';
  const { causes = [] } = await form.ask({ why: asks.id });
  const member = form.members.get(asks.id);
  const first = causes.filter(one => one.attribute === asks.attribute)
    .flatMap(one => one.reasons).find(one => one.text);
  return first && member ? reason(first, member, asks.attribute, form) : '';
}
