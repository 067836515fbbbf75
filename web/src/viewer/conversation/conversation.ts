import './conversation.css';
import type { ThreadMessage } from '@sheaf/contract';
import { formatBytes, initials } from '../../lib/format/format.ts';
import { button, el } from '../dom.ts';
import { clean } from '../html/sanitize.ts';
import { markText } from '../mark/mark-text.ts';
import type { FromViewer, Mark } from '../protocol.ts';
import type { Show } from '../show.ts';
import { decodeBody } from './decode-body.ts';
import { foldQuotes } from './fold-quotes.ts';
import { awaitPictures } from './pictures.ts';

/** The JSON that the app sends: a page of messages, and whether there are more. */
export interface ConversationPage {
  messages: ThreadMessage[];
  more: boolean;
}

interface Shown {
  list: HTMLElement;
  images: boolean;
  send(message: FromViewer): void;
  /** The previous message, so that days and people are named once. */
  last: ThreadMessage | null;
  /** The day named last. */
  day: string | null;
  /** The passage still to be found. */
  mark: Mark | null;
  pages: number;
}

/** The most pages loaded to find a passage. */
const MAX_PAGES = 20;

let shown: Shown | null = null;

/** Shows messages by day, with sender and time, and quotes folded. */
export const show: Show = ({ bytes, into, send, images, mark }) => {
  const list = el('div', { className: 'conversation' });
  into.append(list);
  shown = { list, images, send, last: null, day: null, mark, pages: 0 };
  append(bytes);
};

/** Adds the next page below the shown messages. */
export function append(bytes: Uint8Array): void {
  if (!shown) return;
  const { list, send } = shown;
  list.querySelector('.more')?.remove();
  const page = JSON.parse(new TextDecoder().decode(bytes)) as ConversationPage;
  let blocked = false;
  for (const message of page.messages) blocked = addMessage(shown, message) || blocked;
  shown.pages += 1;
  if (shown.mark && markMessage(list, shown.mark)) shown.mark = null;
  const seeks = shown.mark !== null && shown.pages < MAX_PAGES;
  if (page.more) list.append(moreButton(send, seeks));
  if (blocked) send({ type: 'images-blocked' });
}

/**
 * Marks the passage in its message, or anywhere if it has no message. Returns false while the message is not loaded.
 */
function markMessage(list: HTMLElement, mark: Mark): boolean {
  const id = mark.place?.kind === 'message' ? mark.place.value : null;
  const message = [...list.querySelectorAll<HTMLElement>('.message')].find((one) => one.dataset.id === id);
  if (id && !message) return false;
  if (markText(message ?? list, mark, true)) return true;
  message?.scrollIntoView({ block: 'start' });
  return message !== undefined;
}

function moreButton(send: Shown['send'], pressed: boolean): HTMLElement {
  const more = button('Show more messages', 'Show more messages', () => {
    more.disabled = true;
    send({ type: 'more' });
  });
  more.className = 'more';
  if (pressed) queueMicrotask(() => more.click());
  return more;
}

/** A body with its own colors or tables expects white paper; plain text follows the theme. */
const isDesigned = /\sstyle=|\sbgcolor=|<font|<table/i;

/** Of messages by one person within this time, only the first has a name. */
const togetherMs = 5 * 60_000;

function addMessage(to: Shown, message: ThreadMessage): boolean {
  const { list, last, images } = to;
  const day = dayOf(message.sent_at);
  // An answer is shown below its message, perhaps days earlier than its own date.
  const isNewDay = !message.answer && to.day !== day;
  if (isNewDay) list.append(el('h2', { className: 'day' }, day));
  if (!message.answer) to.day = day;
  const follows = !isNewDay && last !== null && isTogether(last, message);
  const html = new TextDecoder().decode(decodeBody(message.body));
  const { content, blocked } = clean(html, images);
  const body = el('div', { className: isDesigned.test(html) ? 'foreign' : 'words' }, content);
  foldQuotes(body);
  awaitPictures(message.id, body, to.send);
  const article = el(
    'article',
    {
      className: ['message', follows && 'follows', message.answer && 'answer'].filter(Boolean).join(' '),
      aria: { label: `Message from ${message.author.name}` },
    },
    follows ? '' : avatar(message.author.name),
    el('div', { className: 'said' }, ...(follows ? [] : [head(message, to.day)]), body, ...attachments(to, message)),
  );
  article.dataset.id = message.id;
  list.append(article);
  to.last = message;
  return blocked;
}

function isTogether(last: ThreadMessage, message: ThreadMessage): boolean {
  // Mail always shows its recipients.
  if (message.recipients.length > 0 || last.recipients.length > 0) return false;
  return (
    last.answer === message.answer &&
    last.author.name === message.author.name &&
    Date.parse(message.sent_at) - Date.parse(last.sent_at) < togetherMs
  );
}

function head(message: ThreadMessage, day: string | null): HTMLElement {
  const { author, recipients, sent_at, edited_at, unread } = message;
  const shown = dayOf(sent_at) === day ? timeOf(sent_at) : fullTime(sent_at);
  const time = el('time', { dateTime: sent_at, title: fullTime(sent_at) }, shown);
  const about = edited_at ? [time, el('span', { title: fullTime(edited_at) }, '(edited)')] : [time];
  const line = el(
    'header',
    {},
    el('b', { title: author.email ?? '' }, author.name),
    ...(unread ? [el('span', { className: 'unread' }, 'Unread')] : []),
    ...about,
  );
  if (recipients.length === 0) return line;
  const names = (as: string) =>
    recipients.filter((one) => one.as === as).map(({ name, email }) => name || (email ?? ''));
  const full = (['to', 'cc', 'bcc'] as const).flatMap((as) => {
    const people = recipients.filter((one) => one.as === as);
    if (people.length === 0) return [];
    const text = people.map(({ name, email }) => (email && email !== name ? `${name} <${email}>` : name)).join(', ');
    return [el('dt', {}, { to: 'To', cc: 'Cc', bcc: 'Bcc' }[as]), el('dd', {}, text)];
  });
  const short = [...names('to'), ...names('cc')];
  const summary = `to ${short.slice(0, 3).join(', ')}${short.length > 3 ? ` and ${short.length - 3} more` : ''}`;
  return el(
    'div',
    {},
    line,
    el('details', { className: 'recipients' }, el('summary', {}, summary), el('dl', {}, ...full)),
  );
}

function attachments({ send }: Shown, { attachments: attached }: ThreadMessage): HTMLElement[] {
  if (attached.length === 0) return [];
  const items = attached.map(({ document_id: id, name, size }) => {
    const text = size === null ? name : `${name} (${formatBytes(size)})`;
    if (id === null) return el('li', {}, text);
    const open = el('button', { type: 'button', className: 'name', onclick: () => send({ type: 'open', id }) }, text);
    return el(
      'li',
      {},
      open,
      button(`Download ${name}`, '↓', () => send({ type: 'download', id })),
    );
  });
  return [el('ul', { className: 'attached', aria: { label: 'Attachments' } }, ...items)];
}

/** Initials on a color that stays the same for the same name. */
function avatar(name: string): HTMLElement {
  const hue = [...name].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 360, 7);
  const circle = el('span', { className: 'avatar', style: `--hue: ${hue}` }, initials(name) || '?');
  circle.setAttribute('aria-hidden', 'true');
  return circle;
}

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const days = format({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
const times = format({ timeStyle: 'short' });
const full = format({ dateStyle: 'medium', timeStyle: 'short' });
const dayOf = (at: string) => days.format(new Date(at));
const timeOf = (at: string) => times.format(new Date(at));
const fullTime = (at: string) => full.format(new Date(at));
