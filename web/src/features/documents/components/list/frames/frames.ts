import { drawFrame } from './draw-frame.ts';

/** Frames drawn at a time: each takes a connection and a decoder. */
const MAX_DRAWN = 2;
/** A frame has about 15 kB. */
const MAX_KEPT = 300;

interface Wish {
  url: string;
  onDrawn(picture: string | null): void;
  stop: AbortController;
}

type Draw = typeof drawFrame;

/**
 * Draws frames of videos, two at a time, and keeps them while the page is open. The newest request comes first, because
 * its video is in view.
 */
export class Frames {
  readonly #draw: Draw;
  readonly #kept = new Map<string, string | null>();
  readonly #waiting: Wish[] = [];
  #drawn = 0;

  constructor(draw: Draw = drawFrame) {
    this.#draw = draw;
  }

  /** Undefined: not drawn yet; null: the video has no frame. */
  kept(url: string): string | null | undefined {
    return this.#kept.get(url);
  }

  /** Returns a function that cancels the request. */
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

/** The frames of this page. Addresses include the version of the file and its owner. */
export const frames = new Frames();

/** False for people who pay for data or asked to save it; they see icons. */
export function mayLoadFrames(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !connection?.saveData && !matchMedia('(prefers-reduced-data: reduce)').matches;
}
