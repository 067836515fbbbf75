import { button, el } from '../dom.ts';
import type { PdfPages } from './pages.ts';
import type { PdfSearch } from './search.ts';

/** The controls for pages, zoom and search. */
export function toolbar(pages: PdfPages, search: PdfSearch): HTMLElement {
  const number = el('input', { inputMode: 'numeric', size: 4, aria: { label: 'Page' } });
  number.addEventListener('change', () => pages.goTo(Number(number.value) || 1));
  const zoom = el('output', { className: 'zoom', aria: { label: 'Zoom' } });
  pages.onChange(() => {
    if (document.activeElement !== number) number.value = String(pages.current);
    zoom.value = `${Math.round(pages.zoom * 100)}%`;
  });
  return el(
    'div',
    { className: 'toolbar', role: 'toolbar', aria: { label: 'PDF' } },
    el('span', { className: 'together' }, number, el('span', {}, `of ${pages.count.toLocaleString('en')}`)),
    el(
      'span',
      { className: 'together' },
      button('Zoom out', '−', () => pages.zoomBy(1 / 1.2)),
      zoom,
      button('Zoom in', '+', () => pages.zoomBy(1.2)),
      button('Fit to width', '↔', () => pages.fit()),
    ),
    searchField(search),
  );
}

function searchField(search: PdfSearch): HTMLElement {
  const field = el('input', {
    type: 'search',
    placeholder: 'Search in this PDF',
    aria: { label: 'Search in this PDF' },
  });
  const state = el('output', { className: 'hits' });
  const previous = button('Previous match', '↑', () => void search.step(-1));
  const next = button('Next match', '↓', () => void search.step(1));
  search.onChange = () => {
    state.value = search.state;
    previous.hidden = next.hidden = !/ of /.test(search.state);
  };
  search.onChange();
  let timer = 0;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void search.find(field.value), 250);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    clearTimeout(timer);
    void (event.shiftKey ? search.step(-1) : search.find(field.value));
  });
  return el('span', { className: 'together search', role: 'search' }, field, state, previous, next);
}
