import type { files } from 'dropbox';
import { Grants } from '../shared/grants.ts';
import { people } from '../shared/people.ts';
import type { Tagged } from './errors.ts';
import { type Account, accountId } from './files/accounts.ts';
import { friendly } from './files/oddities.ts';
import { seed } from './files/seed.ts';
import { type FolderNode, Tree } from './files/tree.ts';
import type { View } from './files/view.ts';

export interface WorldOptions {
  /** Other files for another seed. */
  seed: string;
  clientId: string;
  clientSecret: string;
  tokenSeconds: number;
  tokenKey: string | undefined;
  pageSize: number;
  samples: boolean;
  filesPerFolder: number | undefined;
}

export interface UploadSession {
  accountId: string;
  concurrent: boolean;
  closed: boolean;
  /** By where they begin; without gaps unless the session is concurrent. */
  pieces: Map<number, Uint8Array>;
  expires: number;
}

export interface UploadLink {
  /** Of who made it. */
  view: View;
  commit: files.CommitInfo;
  expires: number;
  isUsed: boolean;
}

const QUOTA = 2 * 1024 ** 3;
const TEAM_QUOTA = 5 * 1024 ** 4;

/** The complete state of this Dropbox. */
export class World {
  readonly options: WorldOptions;
  readonly accounts: readonly Account[];
  readonly grants: Grants;
  readonly uploads = new Map<string, UploadSession>();
  readonly copyReferences = new Map<string, { account: Account; id: string }>();
  readonly temporaryLinks = new Map<string, { account: Account; id: string; expires: number }>();
  /** Batches that are asked for their result. */
  readonly jobs = new Map<string, { result: object; isPolled: boolean }>();
  /** How far addresses are that are being saved, by job. */
  readonly saves = new Map<string, Tagged>();
  /** One-time addresses to upload to. */
  readonly uploadLinks = new Map<string, UploadLink>();
  readonly #stopping = new AbortController();
  /** What is left of searches, by cursor. */
  readonly searches = new Map<string, { ids: string[]; size: number }>();
  /** Cursors of an earlier age are answered with `reset`. */
  cursorAge = 0;
  /** Where temporary links lead; known once the server listens. */
  contentUrl = '';
  /** A counter for random-looking names. */
  serial = 0;

  constructor(options: WorldOptions) {
    this.options = options;
    this.grants = new Grants({
      accessSeconds: options.tokenSeconds,
      prefixes: { access: 'sl.' },
      key: options.tokenKey,
    });
    this.accounts = people.map((person, at) => {
      const tree = new Tree(`${options.seed}/${person.key}`);
      const isTeam = person.key === 'chen';
      const home: FolderNode = isTeam ? tree.addFolder(tree.root, person.name) : tree.root;
      const account: Account = {
        person,
        uid: String(94_700_000 + at),
        accountId: accountId(person),
        tree,
        home,
        rootNamespace: String(3_235_640 + at),
        homeNamespace: String(isTeam ? 3_235_740 + at : 3_235_640 + at),
        quota: isTeam ? TEAM_QUOTA : QUOTA,
        topLevel: isTeam ? 'admin_only' : 'everyone',
        oddities: friendly,
        unseen: new Map(),
        locked: new Set(),
      };
      if (options.samples) seed(account, options.seed, options.filesPerFolder);
      return account;
    });
  }

  /** Aborted when the server stops. */
  get stopped(): AbortSignal {
    return this.#stopping.signal;
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** By the person's key, or the id Dropbox gave the account. */
  account(name: string): Account {
    const account = this.accounts.find(({ person, accountId: id }) => person.key === name || id === name);
    if (!account) throw new Error(`There is no account ${name}.`);
    return account;
  }
}
