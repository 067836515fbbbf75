import './viewer.css';
import { answerData } from './pdf/library-data.ts';
import { problemOf } from './problem.ts';
import {
  type FromViewer,
  type Mark,
  type PassedKey,
  passedKeys,
  type ShowMessage,
  type ToViewer,
  type ViewerKind,
} from './protocol.ts';
import type { Show } from './show.ts';

const renderers: Record<ViewerKind, () => Promise<{ show: Show }>> = {
  pdf: () => import('./pdf/pdf.ts'),
  word: () => import('./office/word.ts'),
  sheet: () => import('./tables/sheet.ts'),
  csv: () => import('./tables/csv-table.ts'),
  slides: () => import('./office/slides/slides.ts'),
  'open-text': () => import('./office/open-text.ts'),
  rtf: () => import('./text/rtf-text.ts'),
  markdown: () => import('./text/markdown.ts'),
  code: () => import('./text/code.ts'),
  mail: () => import('./html/mail.ts'),
  html: () => import('./html/html.ts'),
  conversation: () => import('./conversation/conversation.ts'),
  drawing: () => import('./drawing.ts'),
};

const file = document.getElementById('file')!;
/** This page has an opaque origin, so no target origin can be named. Only the app may frame this page. */
const send = (message: FromViewer) => parent.postMessage(message, '*');

async function show(message: ShowMessage): Promise<void> {
  try {
    const { show } = await renderers[message.kind]();
    await show({ ...message, bytes: new Uint8Array(message.bytes), into: file, send });
    if (message.mark && !marksItself.has(message.kind)) await markIn(file, message.mark);
    file.removeAttribute('aria-busy');
    send({ type: 'shown' });
  } catch (error) {
    file.replaceChildren();
    send({ type: 'failed', message: problemOf(error) });
  }
}

/** Kinds that are rendered piece by piece find the passage themselves. */
const marksItself = new Set<ViewerKind>(['pdf', 'sheet', 'csv', 'conversation']);

async function markIn(root: HTMLElement, mark: Mark): Promise<void> {
  const { markText } = await import('./mark/mark-text.ts');
  markText(root, mark, true);
}

async function showPictures({ message, pictures }: ToViewer & { type: 'pictures' }): Promise<void> {
  const conversation = await import('./conversation/pictures.ts');
  conversation.showPictures(message, pictures);
}

async function append(bytes: ArrayBuffer): Promise<void> {
  const conversation = await import('./conversation/conversation.ts');
  conversation.append(new Uint8Array(bytes));
}

addEventListener('message', ({ source, data }: MessageEvent<ToViewer>) => {
  if (source !== parent) return;
  if (data.type === 'data') answerData(data.name, data.bytes);
  else if (data.type === 'append') void append(data.bytes);
  else if (data.type === 'pictures') void showPictures(data);
  else document.documentElement.dataset.scheme = data.scheme;
  if (data.type === 'show') void show(data);
});

// The app opens links in a new tab if they are safe; links within the file scroll to their target.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
  const href = link?.getAttribute('href') ?? link?.getAttribute('xlink:href');
  if (!href) return;
  event.preventDefault();
  if (href.startsWith('#')) document.getElementById(decodeURIComponent(href.slice(1)))?.scrollIntoView();
  else send({ type: 'link', href });
});
document.addEventListener('submit', (event) => event.preventDefault());

document.addEventListener('keydown', (event) => {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || !isPassed(key)) return;
  if (key !== 'Escape' && target instanceof Element && usesArrows(target)) return;
  send({ type: 'key', key });
});

function isPassed(key: string): key is PassedKey {
  return (passedKeys as readonly string[]).includes(key);
}

/** Whether the element uses the left and right arrow keys: a field, or something that scrolls sideways. */
function usesArrows(element: Element): boolean {
  if (element.closest('input, textarea, select')) return true;
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1 && getComputedStyle(at).overflowX !== 'visible') return true;
  }
  return document.documentElement.scrollWidth > innerWidth + 1;
}

setInterval(() => send({ type: 'alive' }), 1000);
send({ type: 'ready' });
