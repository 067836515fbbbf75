import type { MessagePicture } from '@sheaf/contract';
import { el } from '../dom.ts';
import type { FromViewer } from '../protocol.ts';

interface Awaited {
  contentId: string;
  picture: HTMLImageElement;
  /** Its name, shown in its place until it is loaded, or if it fails. */
  name: HTMLElement;
}

const awaited = new Map<string, Awaited[]>();

/** Pictures inside a mail are at its source: they are requested from the app when the message comes into view. */
export function awaitPictures(message: string, body: HTMLElement, send: (message: FromViewer) => void): void {
  const found = [...body.querySelectorAll<HTMLImageElement>('img[src^="cid:" i]')].map((picture): Awaited => {
    const name = el('span', { className: 'picture' }, picture.alt || 'Picture');
    const contentId = contentIdIn(picture.getAttribute('src')!);
    picture.removeAttribute('src');
    picture.replaceWith(name);
    return { contentId, picture, name };
  });
  if (found.length === 0) return;
  awaited.set(message, found);
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      send({ type: 'pictures', message });
    },
    { rootMargin: '400px' },
  );
  for (const { name } of found) seen.observe(name);
}

export function showPictures(message: string, pictures: readonly MessagePicture[]): void {
  const byId = new Map(pictures.map((one) => [one.content_id, one]));
  for (const { contentId, picture, name } of awaited.get(message) ?? []) {
    const found = byId.get(contentId);
    if (!found) continue;
    const bytes = Uint8Array.from(atob(found.data), (sign) => sign.charCodeAt(0));
    // The name stays if the browser cannot draw the picture.
    picture.addEventListener('load', () => name.replaceWith(picture), { once: true });
    picture.src = URL.createObjectURL(new Blob([bytes], { type: found.mime_type }));
  }
  awaited.delete(message);
}

function contentIdIn(address: string): string {
  const id = address.slice('cid:'.length);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
