import type { UploadPolicy } from '@sheaf/contract';
import { throttle } from '../../lib/throttle.ts';
import type { ChosenFile } from './chosen-files.ts';
import type { Delivered, Delivery } from './send-file.ts';
import { Refused } from './tus-request.ts';
import {
  fingerprintOf,
  isOpen,
  newItem,
  type Summary,
  summaryOf,
  type Target,
  type UploadItem,
} from './upload-item.ts';

interface Parts {
  send(delivery: Delivery): Promise<Delivered>;
  /** Ends an upload at the server. */
  forget(address: string, item: UploadItem): void;
  headers(item: UploadItem): Record<string, string>;
  organizationId(): string | null;
  unfinished: { find(fingerprint: string): string | undefined; keep(fingerprint: string, address?: string): void };
}

const AT_ONCE = 3;
/** However fast bytes fly, people are told a few times a second. */
const TELL_MS = 200;
/** Smaller files are quicker sent again than looked up. */
const RESUMED_BYTES = 1024 * 1024;

interface Active {
  abort: AbortController;
  address?: string;
}

/** The uploads of this page: three at a time, in the order they were chosen. Lives as long as the page. */
export class UploadQueue {
  readonly #parts: Parts;
  #items: UploadItem[] = [];
  #active = new Map<UploadItem, Active>();
  /** What to do with every name that is taken, until all is done. */
  #policyForAll: UploadPolicy | undefined;
  #summary = summaryOf([]);
  #listeners = new Set<() => void>();
  #tell = throttle(() => {
    this.#summary = summaryOf(this.#items);
    for (const listener of this.#listeners) listener();
  }, TELL_MS);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get = (): Summary => this.#summary;

  add(files: readonly ChosenFile[], target: Target): void {
    if (!this.#items.some(isOpen)) this.#policyForAll = undefined;
    const organizationId = this.#parts.organizationId();
    for (const file of files) this.#items.push(newItem(file, target, organizationId));
    this.#next();
  }

  cancel(item: UploadItem): void {
    const active = this.#active.get(item);
    item.state = 'cancelled';
    active?.abort.abort(new Error('Cancelled'));
    if (active?.address) this.#parts.forget(active.address, item);
    this.#remember(item);
    this.#next();
  }

  cancelAll(): void {
    for (const item of this.#items.filter(isOpen)) this.cancel(item);
  }

  retry(item: UploadItem): void {
    item.state = 'waiting';
    item.problem = undefined;
    this.#next();
  }

  retryAll(): void {
    for (const item of this.#items.filter(({ state }) => state === 'failed')) this.retry(item);
  }

  /** The answer for one whose name is taken, or for all. */
  decide(item: UploadItem, policy: UploadPolicy, forAll: boolean): void {
    if (forAll) this.#policyForAll = policy;
    for (const asking of this.#items) {
      if (asking.state !== 'asking' || !(forAll || asking === item)) continue;
      asking.policy = policy;
      asking.state = policy === 'skip' ? 'skipped' : 'waiting';
    }
    this.#next();
  }

  /** Forgets what is over. */
  clear(): void {
    this.#items = this.#items.filter(isOpen);
    this.#tell();
  }

  #next(): void {
    while (this.#active.size < AT_ONCE) {
      const item = this.#items.find(({ state }) => state === 'waiting');
      if (!item) break;
      void this.#run(item);
    }
    this.#tell();
  }

  async #run(item: UploadItem): Promise<void> {
    const active: Active = { abort: new AbortController() };
    this.#active.set(item, active);
    item.state = 'sending';
    item.policy ??= this.#policyForAll;
    try {
      const { documentId, outcome } = await this.#parts.send(this.#delivery(item, active));
      item.documentId = documentId;
      item.sent = item.file.size;
      item.state = outcome === 'skipped' ? 'skipped' : 'done';
      this.#remember(item);
    } catch (error) {
      if (!active.abort.signal.aborted) this.#failed(item, error);
    } finally {
      item.speed = 0;
      this.#active.delete(item);
      this.#next();
    }
  }

  #failed(item: UploadItem, error: unknown): void {
    if (error instanceof Refused && error.nameTaken) {
      // Somebody may have decided for all since this one was begun.
      item.policy ??= this.#policyForAll;
      item.state = item.policy === 'skip' ? 'skipped' : item.policy ? 'waiting' : 'asking';
      return;
    }
    item.state = 'failed';
    item.problem = error instanceof Error ? error.message : String(error);
  }

  /** Where it can go on after a reload; without an address, nowhere. */
  #remember(item: UploadItem, address?: string): void {
    if (item.file.size > RESUMED_BYTES) this.#parts.unfinished.keep(fingerprintOf(item), address);
  }

  #delivery(item: UploadItem, active: Active): Delivery {
    const { file, path, target, policy } = item;
    const speed = speedometer();
    active.address = file.size > RESUMED_BYTES ? this.#parts.unfinished.find(fingerprintOf(item)) : undefined;
    return {
      file,
      metadata: {
        filename: file.name,
        relativePath: path,
        filetype: file.type,
        lastModified: String(file.lastModified),
        parent_id: target.folderId ?? undefined,
        policy,
      },
      headers: () => this.#parts.headers(item),
      address: active.address,
      signal: active.abort.signal,
      onAddress: (address) => {
        active.address = address;
        this.#remember(item, address);
      },
      onSent: (bytes) => {
        item.sent = bytes;
        item.speed = speed(bytes);
        this.#tell();
      },
      onWaiting: (waiting) => {
        item.state = waiting ? 'offline' : 'sending';
        this.#tell();
      },
    };
  }
}

/** Bytes per second over the last seconds. */
function speedometer(): (sent: number) => number {
  let [since, from, speed] = [0, 0, 0];
  return (sent) => {
    const now = performance.now();
    if (since === 0) [since, from] = [now, sent];
    const seconds = (now - since) / 1000;
    if (seconds < 0.5) return speed;
    const latest = Math.max(0, sent - from) / seconds;
    speed = speed === 0 ? latest : speed * 0.6 + latest * 0.4;
    [since, from] = [now, sent];
    return speed;
  };
}
