import { Grants } from '../shared/grants.ts';
import { people } from '../shared/people.ts';
import { type Account, accountId } from './accounts.ts';
import { seed } from './seed.ts';
import { type FolderNode, Tree } from './tree.ts';
import type { UploadSession } from './upload-session.ts';

export interface WorldOptions {
  /** Other files for another seed. */
  seed: string;
  clientId: string;
  clientSecret: string;
  tokenSeconds: number;
  tokenKey: string | undefined;
  pageSize: number;
  samples: boolean;
}

const QUOTA = 2 * 1024 ** 3;
const TEAM_QUOTA = 5 * 1024 ** 4;

/** All this Dropbox knows. */
export class World {
  readonly options: WorldOptions;
  readonly accounts: readonly Account[];
  readonly grants: Grants;
  readonly uploads = new Map<string, UploadSession>();
  readonly copyReferences = new Map<string, { account: Account; id: string }>();
  readonly temporaryLinks = new Map<string, { account: Account; id: string; expires: number }>();
  /** Cursors of an earlier age are answered with `reset`. */
  cursorAge = 0;
  /** Where temporary links lead; known once the server listens. */
  contentUrl = '';
  /** Counts what gets a random-looking name. */
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
      };
      if (options.samples) seed(account, options.seed);
      return account;
    });
  }

  /** By the person's key, or the id Dropbox gave the account. */
  account(name: string): Account {
    const account = this.accounts.find(({ person, accountId: id }) => person.key === name || id === name);
    if (!account) throw new Error(`There is no account ${name}.`);
    return account;
  }
}
