import { accountControl, type Bytes, contentOf } from '../shared/control.ts';
import type { Faults } from '../shared/faults.ts';
import type { Grants } from '../shared/grants.ts';
import type { Person } from '../shared/people.ts';
import type { Downloads } from './calls/download.ts';
import type { UploadSessions } from './calls/upload-sessions.ts';
import { type Account, ROOT } from './files/account.ts';
import type { BoxNode, NodeType } from './files/node.ts';
import { type Oddities, oddAccount } from './files/oddities.ts';
import { addMany, dana } from './files/seed.ts';

type In = { person: Person['key'] };
/** Names from the top down, separated by slashes, which Box allows in none. */
type At = In & { path: string };

export type BoxControl = ReturnType<typeof makeControl>;

/** The control calls for tests, also available as POST /_control/<name>. Takes and returns plain data. */
export function makeControl(world: {
  accounts: ReadonlyMap<Person['key'], Account>;
  grants: Grants;
  faults: Faults;
  sessions: UploadSessions;
  downloads: Downloads;
  clientId: string;
}) {
  const account = ({ person }: In) => world.accounts.get(person)!;
  return {
    ...accountControl(world, ['root_readwrite']),
    tokensGivenAway: () => world.downloads.tokensGivenAway,
    expireUploads: () => world.sessions.expire(),
    expirePositions: (of: In) => account(of).events.expire(),
    /** Swaps the latest events. */
    reverseEvents: ({ count, ...of }: In & { count: number }) => account(of).events.reverseLast(count),
    /** Replaces all oddities of the account; a seed alone chooses some, and giving none resets them. */
    setOddities({ person, seed, ...given }: In & Oddities & { seed?: string }) {
      account({ person }).oddities = seed === undefined ? given : oddAccount(seed);
    },
    setLimit({ bytes, ...of }: In & { bytes: number }) {
      account(of).space = bytes;
    },

    /** Creates the file or uploads another version of it; its folder exists. */
    write({ person, path, modifiedAt, ...bytes }: At & Bytes & { modifiedAt?: string }) {
      const { parent, name, node } = targetAt(account({ person }), path);
      const content = contentOf(bytes, path);
      const contentModified = modifiedAt === undefined ? Date.now() : Date.parse(modifiedAt);
      if (node) account({ person }).write(node, content, contentModified);
      else account({ person }).add({ type: 'file', name, parent: parent(), content, contentModified }, 'ITEM_UPLOAD');
    },
    mkdir({ path, ...of }: At) {
      const { parent, name } = targetAt(account(of), path);
      account(of).add({ type: 'folder', name, parent: parent() }, 'ITEM_CREATE');
    },
    bookmark({ path, url, ...of }: At & { url: string }) {
      const { parent, name } = targetAt(account(of), path);
      account(of).add({ type: 'web_link', name, parent: parent(), url }, 'ITEM_CREATE');
    },
    move({ from, to, ...of }: In & { from: string; to: string }) {
      const { parent, name } = targetAt(account(of), to);
      account(of).arrange(existing(account(of), from), { name, parent: parent() });
    },
    copy({ from, to, ...of }: In & { from: string; to: string }) {
      const { parent, name } = targetAt(account(of), to);
      account(of).log('ITEM_COPY', account(of).copy(existing(account(of), from), parent(), name));
    },
    trash: ({ path, ...of }: At) => {
      const node = existing(account(of), path);
      account(of).trash(node);
      return { type: node.type, id: node.id };
    },
    restore: ({ type, id, ...of }: In & { type: NodeType; id: string }) => {
      const node = account(of).find(type, id);
      if (node) account(of).restore(node);
    },
    /** Deletes for good. */
    remove({ path, ...of }: At) {
      const node = existing(account(of), path);
      account(of).trash(node);
      account(of).purge(node);
    },
    /** Another person shares a folder with a file in it. */
    share({ name, ...of }: In & { name: string }) {
      const folder = account(of).add({ type: 'folder', name, shared: true, ownedBy: dana }, null);
      const content = contentOf({ text: 'shared' }, 'shared');
      account(of).add({ type: 'file', name: 'Inside.txt', parent: folder.id, content, ownedBy: dana }, null);
      account(of).log('COLLAB_ADD_COLLABORATOR', folder);
    },
    /** The other person stops sharing it. */
    unshare({ path, ...of }: At) {
      const node = existing(account(of), path);
      account(of).log('COLLAB_REMOVE_COLLABORATOR', node);
      account(of).purge(node);
    },
    /** Its owner moves it to where the person has no access; they still get the event of the move. */
    moveAway({ path, ...of }: At) {
      const node = existing(account(of), path);
      node.blocked = true;
      account(of).log('ITEM_MOVE', node);
    },
    /** Adds an event that isn’t about an item. */
    comment: (of: In) => account(of).events.add('COMMENT_CREATE', { type: 'comment', id: '1', message: 'Hello' }),
    addMany: ({ count, perFolder, ...of }: In & { count: number; perFolder?: number }) =>
      addMany(account(of), count, perFolder),

    /** Lists everything below a folder that isn’t in the trash. */
    list({ path, ...of }: At) {
      const folder = path === '' ? ROOT : existing(account(of), path).id;
      return [...below(account(of), folder, path)].map(({ node, path }) => describe(node, path));
    },
    /** Returns the bytes of a file, as base64. */
    read({ path, ...of }: At): string {
      const { content } = existing(account(of), path);
      return Buffer.concat([...(content?.read() ?? [])]).toString('base64');
    },
  };
}

function* below(account: Account, folder: string, path: string): Iterable<{ node: BoxNode; path: string }> {
  for (const node of account.childrenOf(folder)) {
    const its = path === '' ? node.name : `${path}/${node.name}`;
    yield { node, path: its };
    if (node.type === 'folder') yield* below(account, node.id, its);
  }
}

const describe = ({ type, id, content }: BoxNode, path: string) => ({
  path,
  type,
  kind: type,
  id,
  size: content?.size ?? null,
});

function targetAt(account: Account, path: string) {
  const names = path.split('/');
  const at = (part: readonly string[]) =>
    part.reduce<BoxNode | undefined>((found, name, depth) => {
      if (depth > 0 && found?.type !== 'folder') return undefined;
      return account.named(depth === 0 ? ROOT : found!.id, name);
    }, undefined);
  const parent = (): string => {
    if (names.length === 1) return ROOT;
    const folder = at(names.slice(0, -1));
    if (folder?.type !== 'folder') throw new Error(`There is no folder above ${path}.`);
    return folder.id;
  };
  return { name: names.at(-1)!, node: at(names), parent };
}

function existing(account: Account, path: string): BoxNode {
  const { node } = targetAt(account, path);
  if (!node) throw new Error(`There is nothing at ${path}.`);
  return node;
}
