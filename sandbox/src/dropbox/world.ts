import { Grants } from '../shared/grants.ts';
import { people } from '../shared/people.ts';
import { type Account, accountId } from './files/accounts.ts';
import { friendly } from './files/oddities.ts';
import { seed } from './files/seed.ts';
import { type FolderNode, Tree } from './files/tree.ts';

export interface WorldOptions {
  /** Another seed makes other files. */
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
  closed: boolean;
  pieces: Uint8Array[];
  expires: number;
}

const QUOTA = 2 * 1024 ** 3;
const TEAM_QUOTA = 5 * 1024 ** 4;

/** The complete state of this Dropbox. */
export class World {
  readonly options: WorldOptions;
  readonly accounts: readonly Account[];
  readonly grants: Grants;
  readonly uploads = new Map<string, UploadSession>();
  /** Cursors of an earlier age are answered with `reset`. */
  cursorAge = 0;
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
        oddities: friendly,
        unseen: new Map(),
        locked: new Set(),
      };
      if (options.samples) seed(account, options.seed, options.filesPerFolder);
      return account;
    });
  }

  /** Finds an account by the person’s key, or by the id Dropbox gave it. */
  account(name: string): Account {
    const account = this.accounts.find(({ person, accountId: id }) => person.key === name || id === name);
    if (!account) throw new Error(`There is no account ${name}.`);
    return account;
  }
}
