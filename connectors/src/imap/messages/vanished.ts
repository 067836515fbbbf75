/** The parsed lines of a server that name messages which are gone: `* VANISHED (EARLIER) 3:5,9`. */
export interface VanishedResponse {
  attributes?: ({ value?: unknown } | unknown[])[];
}

/** Beyond this it is cheaper to say what is there than what is gone. */
const MAX_UIDS = 5000;

/** UIDs of messages that are gone. Servers may name ranges with billions that never were, so those are not kept. */
export class VanishedUids {
  readonly uids: number[] = [];
  /** There were more than are kept. */
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
