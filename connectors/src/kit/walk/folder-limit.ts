import { plainError } from '../errors.ts';

/** The most entries of one folder, which is held in memory while it is listed. */
const maxInFolder = 250_000;
/** The most entries of all folders being listed in this process; beyond it, large folders have to wait. */
const maxTogether = 500_000;
const large = 10_000;
let together = 0;

/** Counts the entries of a folder while its listing is read, so that no server can fill the memory. */
export class FolderLimit {
  #entries = 0;

  /** Throws above the limit. */
  add(entries: number): void {
    this.#entries += entries;
    together += entries;
    if (this.#entries > maxInFolder)
      throw plainError('forbidden', `A folder with more than ${maxInFolder} files can’t be listed`);
    if (together > maxTogether && this.#entries > large)
      throw plainError('unavailable', 'Too many large folders are being listed at the moment');
  }

  /** Must be called when reading ends, completely or not. */
  end(): void {
    together -= this.#entries;
    this.#entries = 0;
  }
}
