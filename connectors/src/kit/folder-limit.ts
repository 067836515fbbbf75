import { ConnectorError } from './errors.ts';

/** Of one folder, which is held in memory while it is listed. */
const mostInFolder = 250_000;
/** Of all folders that are being listed in this process; then the large ones among them have to wait. */
const mostTogether = 500_000;
const large = 10_000;
let together = 0;

/** Counts what a server tells of a folder while it is read, so that none can tell more than fits into memory. */
export class FolderLimit {
  #entries = 0;

  /** Throws beyond the limit. */
  add(entries: number): void {
    this.#entries += entries;
    together += entries;
    if (this.#entries > mostInFolder)
      throw new ConnectorError('forbidden', `More than ${mostInFolder} files in one folder cannot be listed`);
    if (together > mostTogether && this.#entries > large)
      throw new ConnectorError('unavailable', 'Too many large folders are being listed at the moment');
  }

  /** Whether it was read to its end or not. */
  end(): void {
    together -= this.#entries;
    this.#entries = 0;
  }
}
