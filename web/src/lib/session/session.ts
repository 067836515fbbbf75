import { storageKeys, tabKeys } from './storage-keys.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'key' | 'length'>;

const sessionKeys = [storageKeys.token, storageKeys.organization, storageKeys.newOrganization] as const;
type SessionKey = (typeof sessionKeys)[number];

/** A second failure within this time means that reloading does not help. */
const RESET_PAUSE_MS = 10_000;

/**
 * The signed-in person’s session and current organization. Kept in local storage across visits and in memory for this
 * page. A lost connection clears local storage, but not the memory: the next answer writes everything back, so that a
 * lost connection signs nobody out. Session storage keeps the copy across a reload in between.
 */
export class Session {
  #values = new Map<SessionKey, string>();
  #kept: Record<string, string> | null;
  #offline = false;
  #listeners = new Set<() => void>();
  readonly #local: Store;
  readonly #tab: Store;

  constructor(local: Store, tab: Store) {
    this.#local = local;
    this.#tab = tab;
    this.#kept = readCopy(tab.getItem(tabKeys.kept));
    for (const key of sessionKeys) {
      const value = local.getItem(key) ?? this.#kept?.[key];
      if (value) this.#values.set(key, value);
    }
  }

  get token(): string | null {
    return this.#values.get(storageKeys.token) ?? null;
  }

  get organizationId(): string | null {
    return this.#values.get(storageKeys.newOrganization) ?? this.#values.get(storageKeys.organization) ?? null;
  }

  /** True from a failed call until the next answer. */
  get offline(): boolean {
    return this.#offline;
  }

  headers(): Record<string, string> {
    return {
      ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}),
      ...(this.organizationId ? { Organization: this.organizationId } : {}),
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Someone signed in; after joining by invitation, in that organization. */
  start(token: string, organizationId?: string): void {
    for (const key of sessionKeys) this.#remove(key);
    this.#set(storageKeys.token, token);
    if (organizationId) this.#set(storageKeys.newOrganization, organizationId);
    this.#tab.removeItem(tabKeys.sessionEnded);
    this.#changed();
  }

  /** The person signed out. */
  end(): void {
    this.#tab.removeItem(tabKeys.sessionEnded);
    this.#clear();
  }

  /** The server reported that the session has ended. */
  endByServer(): void {
    this.#tab.setItem(tabKeys.sessionEnded, '1');
    this.#clear();
  }

  /** True from the end of a session that was not ended here until the next sign-in. */
  get endedByServer(): boolean {
    return this.#tab.getItem(tabKeys.sessionEnded) !== null;
  }

  #clear(): void {
    for (const key of sessionKeys) this.#remove(key);
    this.#changed();
  }

  switchOrganization(id: string): void {
    this.#set(storageKeys.newOrganization, id);
  }

  /** The current organization was deleted, or the person left it. */
  leaveOrganization(): void {
    this.#remove(storageKeys.organization);
    this.#remove(storageKeys.newOrganization);
  }

  /** Makes the first organization current if there is none. */
  chooseOrganization(organizations: readonly { id: string }[]): void {
    const first = organizations[0];
    if (!this.organizationId && first) this.#set(storageKeys.organization, first.id);
  }

  /**
   * Forgets the current organization. Returns whether to reload: one was set, and the last reload was not just before.
   */
  clearOrganization(now = Date.now()): boolean {
    const had = this.organizationId !== null;
    this.leaveOrganization();
    const last = Number(this.#tab.getItem(tabKeys.organizationReset) ?? 0);
    this.#tab.setItem(tabKeys.organizationReset, String(now));
    return had && now - last > RESET_PAUSE_MS;
  }

  /** A call got no answer. */
  connectionLost(): void {
    this.#keep(entriesOf(this.#local));
    this.#local.clear();
    this.#offline = true;
    this.#changed();
  }

  /** A call was answered: restores what was cleared, without overwriting newer values. */
  connectionWorks(): void {
    const kept = this.#kept;
    if (!kept && !this.#offline) return;
    for (const [key, value] of Object.entries({ ...kept, ...Object.fromEntries(this.#values) })) {
      if (this.#local.getItem(key) === null) this.#local.setItem(key, value);
    }
    this.#kept = null;
    this.#tab.removeItem(tabKeys.kept);
    this.#offline = false;
    this.#changed();
  }

  /** Another tab wrote to local storage. */
  otherTabWrote(key: string | null, value: string | null): void {
    if (key === null) this.#keep(Object.fromEntries(this.#values));
    if (key !== storageKeys.token || value === this.token) return;
    this.#values.clear();
    if (value) this.#values.set(storageKeys.token, value);
    this.#changed();
  }

  #keep(entries: Record<string, string>): void {
    this.#kept = { ...this.#kept, ...entries };
    this.#tab.setItem(tabKeys.kept, JSON.stringify(this.#kept));
  }

  #set(key: SessionKey, value: string): void {
    this.#values.set(key, value);
    this.#local.setItem(key, value);
  }

  #remove(key: SessionKey): void {
    this.#values.delete(key);
    this.#local.removeItem(key);
    if (this.#kept && key in this.#kept) {
      delete this.#kept[key];
      this.#keep({});
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function entriesOf(store: Store): Record<string, string> {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  return Object.fromEntries(keys.map((key) => [key, store.getItem(key) ?? '']));
}

function readCopy(json: string | null): Record<string, string> | null {
  try {
    return json ? (JSON.parse(json) as Record<string, string>) : null;
  } catch {
    return null;
  }
}
