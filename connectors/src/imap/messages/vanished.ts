/** The parsed lines in which a server names deleted messages: `* VANISHED (EARLIER) 3:5,9`. */
export interface VanishedResponse {
  attributes?: ({ value?: unknown } | unknown[])[];
}

/** Beyond this, it is cheaper to report the existing messages than the deleted ones. */
const MAX_UIDS = 5000;

/** UIDs of deleted messages. Servers may name ranges of billions that never existed, so those are not kept. */
export class VanishedUids {
  readonly uids: number[] = [];
  /** Set if there were more than are kept. */
  isTooMany = false;

  add({ attributes = [] }: VanishedResponse): void {
    const last = attributes.at(-1);
    const text = last && !Array.isArray(last) ? last.value : undefined;
    if (typeof text !== 'string') return;
    for (const run of text.split(',')) {
      const [first = Number.NaN, end = first] = run.split(':').map(Number);
      const [low, high] = [Math.min(first, end), Math.max(first, end)];
      if (!(low > 0) || this.isTooMany) continue;
      this.isTooMany = high - low >= MAX_UIDS - this.uids.length;
      if (this.isTooMany) continue;
      for (let uid = low; uid <= high; uid++) this.uids.push(uid);
    }
  }
}
