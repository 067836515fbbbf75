import { renderAsync } from 'docx-preview';
import { el } from '../dom.ts';
import './office-fonts.css';
import { Problem } from '../problem.ts';
import type { Show } from '../show.ts';
import { isOldOffice, unpack, zipOf } from './unpack.ts';

export const show: Show = async ({ bytes, into }) => {
  if (isOldOffice(bytes)) {
    throw new Problem('This document is in Word 97 format or password-protected. Download it to open it.');
  }
  const files = await unpack(bytes);
  if (!files.has('word/document.xml')) throw new Problem('This file is damaged: it isn’t a Word document.');
  const pages = el('div', { className: 'pages', tabIndex: 0, role: 'document' });
  into.append(pages);
  await renderAsync(zipOf(files), pages, undefined, {
    className: 'docx',
    // Embedded HTML would be rendered in iframes.
    renderAltChunks: false,
    useBase64URL: true,
    experimental: false,
  });
  if (pages.childElementCount === 0) throw new Problem('This document is empty.');
  fitWidth(pages);
};

/** Scales pages down when the window is narrower than the paper. */
function fitWidth(pages: HTMLElement): void {
  const wrapper = pages.querySelector<HTMLElement>('.docx-wrapper');
  const page = pages.querySelector<HTMLElement>('section');
  if (!wrapper || !page) return;
  const width = page.offsetWidth;
  const fit = () => {
    wrapper.style.zoom = String(Math.min(1, (pages.clientWidth - 16) / width));
  };
  new ResizeObserver(fit).observe(document.documentElement);
  fit();
}
