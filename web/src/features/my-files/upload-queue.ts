import type { UploadPolicy } from '@sheaf/contract';
import { throttle } from '../../lib/browser/throttle.ts';
import type { ChosenFile } from './chosen-files.ts';
import { Refused } from './tus-request.ts';
import type { SendRequest, SentFile } from './tus-upload.ts';
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
  send(request: SendRequest): Promise<SentFile>;
  /** Deletes an unfinished upload on the server. */
  forget(address: string, item: UploadItem): void;
  headers(item: UploadItem): Record<string, string>;
  organizationId(): string | null;
  /** Waits until the app has the file; returns the reason if it refused it. */
  follow(item: UploadItem, onSent: (bytes: number) => void): Promise<string | null>;
  unfinished: { find(fingerprint: string): string | undefined; keep(fingerprint: string, address?: string): void };
}

const MAX_PARALLEL = 3;
/** Listeners are notified at most this often. */
const NOTIFY_MS = 200;
/** Smaller files are sent again instead of resumed, which is faster. */
const RESUMABLE_BYTES = 1024 * 1024;

interface Active {
  abort: AbortController;
  address?: string;
}

/** The uploads of this page: three at a time, in the order they were chosen. Lives as long as the page. */
export class UploadQueue {
  readonly #parts: Parts;
  #items: UploadItem[] = [];
  #active = new Map<UploadItem, Active>();
  /** The answer to 'do the same for all', until the queue is empty. */
  #policyForAll: UploadPolicy | undefined;
  /** Followed one after another: an app gets its files in the order they were uploaded. */
  #following: Promise<void> = Promise.resolve();
  #summary = summaryOf([]);
  #listeners = new Set<() => void>();
  #notify = throttle(() => {
    this.#summary = summaryOf(this.#items);
    for (const listener of this.#listeners) listener();
  }, NOTIFY_MS);

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
    item.planProblem = undefined;
    this.#next();
  }

  retryAll(): void {
    for (const item of this.#items.filter(({ state }) => state === 'failed')) this.retry(item);
  }

  /** The person's answer for one file whose name is taken, or for all. */
  decide(item: UploadItem, policy: UploadPolicy, forAll: boolean): void {
    if (forAll) this.#policyForAll = policy;
    for (const asking of this.#items) {
      if (asking.state !== 'asking' || !(forAll || asking === item)) continue;
      asking.policy = policy;
      asking.state = policy === 'skip' ? 'skipped' : 'waiting';
    }
    this.#next();
  }

  /** Removes finished items. */
  clear(): void {
    this.#items = this.#items.filter(isOpen);
    this.#notify();
  }

  #next(): void {
    while (this.#active.size < MAX_PARALLEL) {
      const item = this.#items.find(({ state }) => state === 'waiting');
      if (!item) break;
      void this.#run(item);
    }
    this.#notify();
  }

  async #run(item: UploadItem): Promise<void> {
    const active: Active = { abort: new AbortController() };
    this.#active.set(item, active);
    item.state = 'sending';
    item.policy ??= this.#policyForAll;
    try {
      const { documentId, outcome } = await this.#parts.send(this.#sendRequest(item, active));
      item.documentId = documentId;
      item.sent = item.file.size;
      if (outcome === 'skipped') item.state = 'skipped';
      else if (item.target.accountId) this.#follow(item);
      else item.state = 'done';
      this.#remember(item);
    } catch (error) {
      if (!active.abort.signal.aborted) this.#failed(item, error);
    } finally {
      item.speed = 0;
      this.#active.delete(item);
      this.#next();
    }
  }

  #follow(item: UploadItem): void {
    item.state = 'arriving';
    item.sent = 0;
    const arrive = async () => {
      if (!this.#items.includes(item)) return;
      item.problem = (await this.#parts.follow(item, (bytes) => this.#arrived(item, bytes))) ?? undefined;
      item.state = item.problem ? 'failed' : 'done';
      this.#notify();
    };
    this.#following = this.#following.then(arrive);
  }

  #arrived(item: UploadItem, bytes: number): void {
    item.sent = bytes;
    this.#notify();
  }

  #failed(item: UploadItem, error: unknown): void {
    if (error instanceof Refused && error.nameTaken) {
      // The person may have decided for all since this one started.
      item.policy ??= this.#policyForAll;
      item.state = item.policy === 'skip' ? 'skipped' : item.policy ? 'waiting' : 'asking';
      return;
    }
    item.state = 'failed';
    item.problem = error instanceof Error ? error.message : String(error);
    item.planProblem = error instanceof Refused && error.status === 402;
  }

  /** Remembers the address for resuming it after a reload; without an address, forgets it. */
  #remember(item: UploadItem, address?: string): void {
    if (item.file.size > RESUMABLE_BYTES) this.#parts.unfinished.keep(fingerprintOf(item), address);
  }

  #sendRequest(item: UploadItem, active: Active): SendRequest {
    const { file, path, target, policy } = item;
    const speed = measureSpeed();
    active.address = file.size > RESUMABLE_BYTES ? this.#parts.unfinished.find(fingerprintOf(item)) : undefined;
    return {
      file,
      metadata: {
        filename: file.name,
        relativePath: path,
        filetype: file.type,
        lastModified: String(file.lastModified),
        parent_id: target.folderId ?? undefined,
        account_id: target.folderId ? undefined : target.accountId,
        label_id: target.labelId,
        collection_id: target.collectionId,
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
        this.#notify();
      },
      onWaiting: (reason) => {
        item.state = reason ?? 'sending';
        this.#notify();
      },
    };
  }
}

/** Bytes per second over the last seconds. */
function measureSpeed(): (sent: number) => number {
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
