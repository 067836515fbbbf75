import { emoji } from './emoji.ts';

/** The displayed names of ids in a text. */
export interface Names {
  user(id: string): string;
  channel(id: string): string;
  group(id: string): string;
}

/** Placeholders for finished pieces while the rest is formatted. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const marks = /[\uE000\uE001]/g;

/** Converts Slack’s text to HTML in which everything that people wrote is escaped. */
export function toHtml(text: string, names: Names): string {
  const parts = text.replace(marks, '').split('```');
  // A code block without its end is text.
  if (parts.length % 2 === 0) {
    const rest = parts.pop()!;
    parts.push(`${parts.pop()}\`\`\`${rest}`);
  }
  return parts.map((part, at) => (at % 2 === 1 ? codeBlock(part, names) : paragraphs(part, names))).join('');
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function codeBlock(text: string, names: Names): string {
  const inner = text.replace(/<([^<>\n]*)>/g, (_, inside: string) => plainToken(inside, names));
  return `<pre><code>${escapeHtml(unescaped(inner).replace(/^\n|\n$/g, ''))}</code></pre>`;
}

/** Formats lines; those after a > are quotes. */
function paragraphs(text: string, names: Names): string {
  const html: string[] = [];
  let quote: string[] = [];
  let plain: string[] = [];
  const end = () => {
    if (quote.length > 0) html.push(`<blockquote>${quote.join('<br>')}</blockquote>`);
    if (plain.some((line) => line !== '')) html.push(`<p>${trimmed(plain).join('<br>')}</p>`);
    quote = [];
    plain = [];
  };
  let isAllQuoted = false;
  for (const line of text.split('\n')) {
    isAllQuoted ||= line.startsWith('&gt;&gt;&gt;');
    const isQuote = isAllQuoted || line.startsWith('&gt;');
    if (isQuote ? plain.length > 0 : quote.length > 0) end();
    if (isQuote) quote.push(inline(line.replace(/^(?:&gt;){1,3} ?/, ''), names));
    else plain.push(inline(line, names));
  }
  end();
  return html.join('');
}

function trimmed(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(first, last + 1);
}

/** Formats one line: code, links and mentions first, because nothing in them is formatted. */
function inline(line: string, names: Names): string {
  const pieces: string[] = [];
  const keep = (html: string) => `${OPEN}${pieces.push(html) - 1}${CLOSE}`;
  const kept = line
    .replace(/`([^`]+)`/g, (_, code: string) => keep(codeSpan(code, names)))
    .replace(/<([^<>]*)>/g, (_, inside: string) => keep(token(inside, names)));
  const escaped = shownEmoji(escapeHtml(unescaped(kept)));
  const html = styles.reduce((text, [pattern, tag]) => text.replace(pattern, `$1<${tag}>$2</${tag}>`), escaped);
  return restored(html, pieces);
}

/** Puts the pieces back. One may contain an earlier one. */
const restored = (html: string, pieces: readonly string[]): string =>
  html.replace(/\uE000(\d+)\uE001/g, (_, at: string) => restored(pieces[Number(at)]!, pieces));

/** Formats only whole words: 2*3*4 and snake_case_names stay unchanged. */
const styled = (mark: string) =>
  new RegExp(`(^|[\\s(\\[{"'“‘>*_~;-])${mark}(?=\\S)([^${mark}]*[^\\s${mark}])${mark}(?![\\p{L}\\p{N}])`, 'gu');
const styles = [
  [styled('\\*'), 'strong'],
  [styled('_'), 'em'],
  [styled('~'), 's'],
] as const;

function codeSpan(code: string, names: Names): string {
  const text = code.replace(/<([^<>]*)>/g, (_, inside: string) => plainToken(inside, names));
  return `<code>${escapeHtml(unescaped(text))}</code>`;
}

/** Formats the text between < and >. */
function token(inside: string, names: Names): string {
  const shown = escapeHtml(plainToken(inside, names));
  if (/^[@#!]/.test(inside)) return `<strong>${shown}</strong>`;
  const address = unescaped(inside.split('|', 1)[0]!);
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(address) ? `<a href="${escapeHtml(address)}">${shown}</a>` : shown;
}

function plainToken(inside: string, names: Names): string {
  const bar = inside.indexOf('|');
  const [what, given] = bar === -1 ? [inside, ''] : [inside.slice(0, bar), inside.slice(bar + 1)];
  const label = unescaped(given);
  if (what.startsWith('@')) return `@${names.user(what.slice(1)) || label}`;
  if (what.startsWith('#')) return `#${label || names.channel(what.slice(1))}`;
  if (what.startsWith('!subteam^')) return `@${(label || names.group(what.slice(9))).replace(/^@/, '')}`;
  if (what.startsWith('!date^')) return label;
  if (what.startsWith('!')) return `@${label || what.slice(1)}`.replace('@@', '@');
  return label || unescaped(what).replace(/^(?:mailto|tel):/i, '');
}

/** Slack escapes these three characters only. & comes last, so that &amp;lt; becomes &lt;. */
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Replaces the most common emoji; others stay as they were typed, like those that a workspace defined. */
const shownEmoji = (text: string) =>
  text.replace(/:([a-z0-9_+-]{1,60}):/g, (typed, name: string) => (Object.hasOwn(emoji, name) ? emoji[name]! : typed));
