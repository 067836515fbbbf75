import { ConnectorError } from '../../kit/errors.ts';

/** Dropbox doesn’t find something that was just written. It will soon, so the call is repeated. */
export class NotFoundYet extends ConnectorError {
  constructor(cause: ConnectorError) {
    super('unavailable', 'Dropbox doesn’t find what was just written', { cause });
  }
}

/** Longer than a call is retried. After that, an item that isn’t found is gone. */
const RECENT_MS = 30_000;
const MAX_REMEMBERED = 10_000;

/** The arguments by which a call looks up an item. */
interface Lookup {
  path?: unknown;
  from_path?: unknown;
}

/** The part of a write’s answer that names the item. */
interface Written {
  id?: unknown;
  metadata?: { '.tag'?: unknown; id?: unknown; path_lower?: unknown };
}

/**
 * The times of writes, by the API’s address and item id. All sessions of the process share it, since a sync reads what
 * a transfer writes; ids are unique among all accounts.
 */
const ids = new Map<string, number>();

/** The items that were just written. For a moment, Dropbox may not find them, because reads can lag behind writes. */
export class RecentWrites {
  readonly #now: () => number;
  readonly #api: string;
  /** The folders of this session by path, by which calls look up their contents. */
  readonly #paths = new Map<string, number>();

  constructor(api: string, now: () => number) {
    this.#api = api;
    this.#now = now;
  }

  /** Records the answer to any call. */
  note(route: string, answer: unknown): void {
    if (typeof answer !== 'object' || answer === null || !isWrite(route)) return;
    const { id, metadata = {} } = answer as Written;
    const isThere = route !== 'files/delete_v2';
    const written = id ?? metadata.id;
    if (typeof written === 'string') this.#set(ids, `${this.#api} ${written}`, isThere);
    if (metadata['.tag'] !== 'file' && typeof metadata.path_lower === 'string')
      this.#set(this.#paths, metadata.path_lower, isThere);
  }

  #set(times: Map<string, number>, key: string, isThere: boolean): void {
    times.delete(key);
    if (isThere) times.set(key, this.#now());
    const [oldest] = times.keys();
    if (times.size > MAX_REMEMBERED && oldest !== undefined) times.delete(oldest);
  }

  /** Whether a call looks up one of them. */
  has({ path, from_path }: Lookup): boolean {
    return [path, from_path].some((key) => {
      const written = typeof key === 'string' ? (ids.get(`${this.#api} ${key}`) ?? this.#paths.get(key)) : undefined;
      return written !== undefined && this.#now() - written < RECENT_MS;
    });
  }
}

const writes = [
  'create_folder_v2',
  'move_v2',
  'copy_v2',
  'delete_v2',
  'restore',
  'upload',
  'upload_session/finish',
  'upload_session/finish_batch_v2',
];
const isWrite = (route: string) => writes.includes(route.replace(/^files\//, ''));
