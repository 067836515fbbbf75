import { Parser } from 'htmlparser2';

const unseen = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'title',
  'iframe',
  'object',
  'svg',
  'select',
  'textarea',
]);
const blocks = new Set(
  (
    'address article aside blockquote br caption dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
const cells = new Set(['td', 'th']);

export interface HtmlWalk {
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  /** Text as displayed: line breaks only where a reader sees them. */
  text(text: string): void;
}

/** Walks through the visible text of a page. */
export function walkHtml(html: string, walk: HtmlWalk): void {
  let hidden = 0;
  let isPre = 0;
  /** The marker of an item was written, so its text goes on the same line. */
  let isItemOpen = false;
  const mark = (name: string) => {
    if (hidden === 0 && blocks.has(name) && !isItemOpen) walk.text('\n');
    if (hidden === 0 && cells.has(name)) walk.text(' ');
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (unseen.has(name)) hidden += 1;
      if (name === 'pre') isPre += 1;
      mark(name);
      if (hidden === 0 && name === 'li' && !isItemOpen) {
        walk.text('- ');
        isItemOpen = true;
      }
      walk.open?.(name, attributes);
    },
    onclosetag(name) {
      walk.close?.(name);
      if (name === 'li') isItemOpen = false;
      mark(name);
      if (unseen.has(name)) hidden -= 1;
      if (name === 'pre') isPre -= 1;
    },
    ontext(text) {
      if (text.trim()) isItemOpen = false;
      if (hidden === 0) walk.text(isPre > 0 ? text : text.replace(/\s/g, ' '));
    },
  });
  parser.end(html);
}

export function textOfHtml(html: string): string {
  let all = '';
  walkHtml(html, {
    text(text) {
      all += text;
    },
  });
  return all;
}
