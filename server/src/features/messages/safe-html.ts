import sanitizeHtml from 'sanitize-html';

const size = '-?[\\d.]+(?:px|em|rem|pt|%)?';
const color = '#[\\da-f]{3,8}|[a-z]+|rgba?\\([\\d\\s.,%]+\\)';
const word = '[a-z-]+';

/** Declarations that change how text looks. None can reach outside its box or load anything. */
const declarations = new Map(
  Object.entries({
    color,
    'background-color': color,
    'font-size': `${size}|${word}`,
    'font-weight': '\\d{3}|bold|normal',
    'font-style': word,
    'text-align': word,
    'text-decoration': word,
    'line-height': size,
    width: size,
    'max-width': size,
    padding: `(?:${size}\\s*){1,4}`,
    margin: `(?:${size}\\s*){1,4}`,
    'vertical-align': word,
    'white-space': word,
    border: `[\\d.]+(?:px)? (?:solid|dashed|dotted|none) (?:#[\\da-f]{3,8}|[a-z]+)`,
  }).map(([name, value]) => [name, new RegExp(`^(?:${value})$`, 'i')]),
);

/** Filters declarations without a parser for style sheets, which would take most of the time for a mail. */
function safeStyle(style: string): string {
  return style
    .slice(0, 2_000)
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':');
      return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const;
    })
    .filter(([name, value]) => value.length <= 60 && declarations.get(name)?.test(value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

/** What a message may contain. Nothing in it can run, load, or reach outside its own box. */
const policy: sanitizeHtml.IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags.filter((tag) => !['address', 'main', 'nav'].includes(tag)),
    'img',
    'del',
    'ins',
    'center',
    'font',
    'details',
    'summary',
  ],
  allowedAttributes: {
    '*': ['style', 'align', 'valign', 'dir', 'lang'],
    a: ['href', 'name', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    table: ['width', 'cellpadding', 'cellspacing', 'border', 'bgcolor'],
    td: ['width', 'height', 'colspan', 'rowspan', 'bgcolor'],
    th: ['width', 'height', 'colspan', 'rowspan', 'bgcolor'],
    font: ['color', 'size'],
    blockquote: ['type'],
    ol: ['start', 'type'],
  },
  parseStyleAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
  allowProtocolRelative: false,
  transformTags: {
    '*': (tagName, { style, ...rest }) => {
      const attribs: sanitizeHtml.Attributes = rest;
      if (style) attribs.style = safeStyle(style);
      if (tagName === 'a') attribs.rel = 'noopener noreferrer';
      return { tagName, attribs };
    },
  },
  // Deeper than people write, but not too deep for parsers.
  nestingLimit: 100,
};

/** The sanitizer takes time with the square of the depth. No one writes this deep. */
const deepest = 500;

/** HTML that can be stored: unchanged except for everything that isn't meant to be read. */
export const safeHtml = (html: string): string =>
  isTooDeep(html) ? htmlOfText(html.replace(/<[^<>]*>/g, '')) : sanitizeHtml(html, policy);

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, end] of html.matchAll(/<(\/?)(?!(?:br|hr|img|input|meta|link|col|wbr|area|base)\b)[a-z]/gi)) {
    depth = end ? Math.max(0, depth - 1) : depth + 1;
    if (depth > deepest) return true;
  }
  return false;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);

const address = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

/** Turns plain text into HTML with its lines, links for addresses, and quoted lines as quotes. */
export function htmlOfText(text: string): string {
  const linked = (line: string) =>
    escapeHtml(line).replace(address, (url) => `<a href="${url}" rel="noopener noreferrer">${url}</a>`);
  const blocks: { isQuote: boolean; lines: string[] }[] = [];
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const isQuote = line.startsWith('>');
    const last = blocks.at(-1);
    const shown = linked(isQuote ? line.replace(/^> ?/, '') : line);
    if (last?.isQuote === isQuote) last.lines.push(shown);
    else blocks.push({ isQuote, lines: [shown] });
  }
  return blocks
    .map(({ isQuote, lines }) => (isQuote ? `<blockquote>${lines.join('<br>')}</blockquote>` : lines.join('<br>')))
    .join('\n');
}
