import { ConnectorError } from '../../kit/errors.ts';

/** What was just written, and that Dropbox does not find yet. Passes with time, so the call is repeated. */
export class NotFoundYet extends ConnectorError {
  constructor(cause: ConnectorError) {
    super('unavailable', 'Dropbox doesn’t find what was just written', { cause });
  }
}

/** Longer than a call is repeated; after that, what is not found is gone. */
const RECENT_MS = 30_000;
const MAX_REMEMBERED = 10_000;

/** Where a call looks something up. */
interface Lookup {
  path?: unknown;
  from_path?: unknown;
}

/** What the answer to a write is about. */
interface Written {
  id?: unknown;
  metadata?: { '.tag'?: unknown; id?: unknown; path_lower?: unknown };
}

/**
 * When items were written, by the API's address and id. Shared by all sessions of the process, since a transfer writes
 * what a sync then reads; ids are unique among all accounts.
 */
const ids = new Map<string, number>();

/**
 * The items that were just written. Dropbox may answer that it does not find them, for a moment: a read can be behind a
 * write.
 */
export class RecentWrites {
  readonly #now: () => number;
  readonly #api: string;
  /** The folders of this session by path: what is in them looks them up by it. */
  readonly #paths = new Map<string, number>();

  constructor(api: string, now: () => number) {
    this.#api = api;
    this.#now = now;
  }

  /** Notes the answer to any call. */
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
