import { button, el } from './dom.ts';
import { Problem } from './problem.ts';
import type { Show } from './show.ts';

const STEP = 1.25;

/**
 * Shows an SVG as an image, so that its scripts do not run; in this frame, because rendering some SVGs never ends and
 * would block the app.
 */
export const show: Show = async ({ bytes, name, into }) => {
  const src = URL.createObjectURL(new Blob([bytes], { type: 'image/svg+xml' }));
  const image = el('img', { src, alt: name });
  await image.decode().catch(() => {
    throw new Problem('This drawing is damaged.');
  });
  const place = el('div', { className: 'scroll drawing', tabIndex: 0 }, image);
  const percent = el('output', { className: 'zoom', aria: { label: 'Zoom' } });
  let zoom = 1;
  // Drawings without a size get the size of a page.
  const width = image.naturalWidth || 800;
  const zoomTo = (next: number) => {
    zoom = Math.min(Math.max(next, 0.1), 20);
    image.style.width = `${width * zoom}px`;
    percent.value = `${Math.round(zoom * 100)}%`;
  };
  const fit = () => zoomTo(Math.min(1, (place.clientWidth - 32) / width));
  const tools = el(
    'div',
    { className: 'toolbar', role: 'toolbar', aria: { label: 'Drawing' } },
    el(
      'span',
      { className: 'together' },
      button('Zoom out', '−', () => zoomTo(zoom / STEP)),
      percent,
      button('Zoom in', '+', () => zoomTo(zoom * STEP)),
      button('Fit to width', '↔', fit),
    ),
  );
  into.classList.add('fills');
  into.append(tools, place);
  fit();
};
