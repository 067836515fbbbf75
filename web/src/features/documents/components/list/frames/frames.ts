import { drawFrame } from './draw-frame.ts';

/** At a time: each takes a connection and a decoder. */
const MAX_DRAWN = 2;
/** A picture has some 15 kB. */
const MAX_KEPT = 300;

interface Wish {
  url: string;
  onDrawn(picture: string | null): void;
  stop: AbortController;
}

type Draw = typeof drawFrame;

/** Frames of videos, drawn two at a time and kept while the page is open; the last wish comes first: it is in view. */
export class Frames {
  readonly #draw: Draw;
  readonly #kept = new Map<string, string | null>();
  readonly #waiting: Wish[] = [];
  #drawn = 0;

  constructor(draw: Draw = drawFrame) {
    this.#draw = draw;
  }

  /** Undefined: not drawn yet; null: there is none. */
  kept(url: string): string | null | undefined {
    return this.#kept.get(url);
  }

  /** Returns what takes the wish back. */
  want(url: string, onDrawn: Wish['onDrawn']): () => void {
    const wish = { url, onDrawn, stop: new AbortController() };
    this.#waiting.push(wish);
    this.#next();
    return () => {
      const place = this.#waiting.indexOf(wish);
      if (place >= 0) this.#waiting.splice(place, 1);
      wish.stop.abort();
    };
  }

  #next(): void {
    if (this.#drawn >= MAX_DRAWN) return;
    const wish = this.#waiting.pop();
    if (!wish) return;
    this.#drawn += 1;
    void this.#make(wish).finally(() => {
      this.#drawn -= 1;
      this.#next();
    });
  }

  async #make({ url, onDrawn, stop }: Wish): Promise<void> {
    const kept = this.#kept.get(url);
    const picture = kept === undefined ? await this.#draw(url, stop.signal) : kept;
    if (stop.signal.aborted) return;
    this.#kept.delete(url);
    this.#kept.set(url, picture);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest!);
    onDrawn(picture);
  }
}

/** Of this page. Addresses carry the version of the file, and whose they are. */
export const frames = new Frames();

/** Whoever pays for bytes, or asked for few, sees icons. */
export function mayLoadFrames(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !connection?.saveData && !matchMedia('(prefers-reduced-data: reduce)').matches;
}
