import './viewer.css';
import { answerData } from './library-data.ts';
import { problemOf } from './problem.ts';
import {
  type FromViewer,
  type PassedKey,
  passedKeys,
  type ShowMessage,
  type ToViewer,
  type ViewerKind,
} from './protocol.ts';
import type { Show } from './show.ts';

const renderers: Record<ViewerKind, () => Promise<{ show: Show }>> = {
  pdf: () => import('./pdf/pdf.ts'),
  word: () => import('./word.ts'),
  sheet: () => import('./sheet.ts'),
  csv: () => import('./csv-table.ts'),
  slides: () => import('./slides/slides.ts'),
  'open-text': () => import('./open-text.ts'),
  rtf: () => import('./rtf-text.ts'),
  markdown: () => import('./markdown.ts'),
  code: () => import('./code.ts'),
  mail: () => import('./mail.ts'),
  html: () => import('./html.ts'),
  drawing: () => import('./drawing.ts'),
};

const file = document.getElementById('file')!;
/** The origin of this page is opaque; whoever put it in a frame is the app, because nobody else is allowed to. */
const tell = (message: FromViewer) => parent.postMessage(message, '*');

async function show(message: ShowMessage): Promise<void> {
  try {
    const { show } = await renderers[message.kind]();
    await show({ ...message, bytes: new Uint8Array(message.bytes), into: file, tell });
    file.removeAttribute('aria-busy');
    new ResizeObserver(tellHeight).observe(document.documentElement);
    tell({ type: 'shown' });
  } catch (error) {
    file.replaceChildren();
    tell({ type: 'failed', message: problemOf(error) });
  }
}

function tellHeight(): void {
  tell({ type: 'height', height: Math.ceil(file.getBoundingClientRect().height) });
}

addEventListener('message', ({ source, data }: MessageEvent<ToViewer>) => {
  if (source !== parent) return;
  if (data.type === 'data') answerData(data.name, data.bytes);
  else document.documentElement.dataset.scheme = data.scheme;
  if (data.type === 'show') void show(data);
});

// Links lead to a tab of their own, if the app finds them harmless; within the file they lead to their place.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
  const href = link?.getAttribute('href') ?? link?.getAttribute('xlink:href');
  if (!href) return;
  event.preventDefault();
  if (href.startsWith('#')) document.getElementById(decodeURIComponent(href.slice(1)))?.scrollIntoView();
  else tell({ type: 'link', href });
});
document.addEventListener('submit', (event) => event.preventDefault());

document.addEventListener('keydown', (event) => {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || !isPassed(key)) return;
  if (key !== 'Escape' && target instanceof Element && usesArrows(target)) return;
  tell({ type: 'key', key });
});

function isPassed(key: string): key is PassedKey {
  return (passedKeys as readonly string[]).includes(key);
}

/** Whether arrows to the side mean something here: in a field, or where there is more to see. */
function usesArrows(element: Element): boolean {
  if (element.closest('input, textarea, select')) return true;
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1 && getComputedStyle(at).overflowX !== 'visible') return true;
  }
  return document.documentElement.scrollWidth > innerWidth + 1;
}

setInterval(() => tell({ type: 'alive' }), 1000);
tell({ type: 'ready' });
