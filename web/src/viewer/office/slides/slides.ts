import { el, note } from '../../dom.ts';
import { imageUrl } from '../image-url.ts';
import '../office-fonts.css';
import { Problem } from '../../problem.ts';
import type { Show } from '../../show.ts';
import { type Files, isOldOffice, unpack } from '../unpack.ts';
import { childOf } from '../xml.ts';
import { fillOf, readTheme } from './colors.ts';
import { linkId, type Part, type Presentation, readPart, readPresentation } from './package.ts';
import { drawShapes, EMU, type Slide } from './shapes.ts';
import './slides.css';

const MAX_SLIDES = 500;

/** Shows the slides below each other, with texts, pictures, tables and simple shapes at their positions. */
export const show: Show = async ({ bytes, into }) => {
  if (isOldOffice(bytes)) {
    throw new Problem('This presentation is in PowerPoint 97 format or password-protected. Download it to open it.');
  }
  const files = await unpack(bytes);
  const presentation = readPresentation(files);
  if (presentation.slides.length === 0) throw new Problem('This presentation has no slides.');
  const list = el('div', { className: 'slides', tabIndex: 0, role: 'document' });
  list.style.setProperty('--slide-width', String(presentation.width / EMU));
  list.style.setProperty('--slide-height', String(presentation.height / EMU));
  if (presentation.slides.length > MAX_SLIDES)
    into.append(note(`Showing the first ${MAX_SLIDES} slides. Download the file to see all.`));
  into.append(list);
  fit(list, presentation);
  for (const [index, name] of presentation.slides.slice(0, MAX_SLIDES).entries()) {
    list.append(drawSlide(files, name, index + 1));
    // Yields, so that the 'alive' message can be sent.
    if (index % 5 === 4) await new Promise((resolve) => setTimeout(resolve));
  }
};

function drawSlide(files: Files, name: string, number: number): HTMLElement {
  const part = readPart(files, name);
  const layout = part && readPart(files, part.kinds.get('slideLayout') ?? '');
  const master = layout && readPart(files, layout.kinds.get('slideMaster') ?? '');
  const theme = readTheme(master && readPart(files, master.kinds.get('theme') ?? ''));
  const sheet = el('div', { className: 'sheet' });
  const root = el('section', { className: 'slide', aria: { label: `Slide ${number}` } }, sheet);
  if (!part) return root;
  const slide: Slide = { part, layout, master, theme, files };
  const layers = [master, layout, part].filter((one): one is Part => one !== null);
  sheet.style.background = layers.map((one) => backgroundOf(one, slide)).findLast(Boolean) ?? '#fff';
  sheet.style.color = theme.has('dk1') ? `#${theme.get('dk1')}` : '#000';
  for (const layer of layers) sheet.append(...drawShapes(layer, slide, { background: layer !== part }));
  return root;
}

function backgroundOf(part: Part, { theme, files }: Slide): string | null {
  const properties = childOf(part.root, 'cSld/bg/bgPr');
  const picture = part.links.get(linkId(childOf(properties, 'blipFill/blip'), 'embed')) ?? '';
  const url = imageUrl(picture, files.get(picture));
  return url ? `center / cover url("${url}")` : fillOf(properties, theme);
}

/** Scales the slides to the available width. */
function fit(list: HTMLElement, { width }: Presentation): void {
  const measure = () => {
    const room = Math.min(list.clientWidth - 32, 1100);
    list.style.setProperty('--scale', String(Math.max(0.1, room / (width / EMU))));
  };
  new ResizeObserver(measure).observe(list);
  measure();
}
