import { accountControl, type Bytes, contentOf } from '../shared/control.ts';
import type { Faults } from '../shared/faults.ts';
import type { Person } from '../shared/people.ts';
import type { Account } from './files/accounts.ts';
import { friendly, type Oddities, odd } from './files/oddities.ts';
import { segments } from './files/paths.ts';
import { addMany, paperExports } from './files/seed.ts';
import { below, type FolderNode, type Node, pathOf } from './files/tree.ts';
import { scopes as allScopes } from './oauth.ts';
import type { Webhook } from './webhook.ts';
import type { World } from './world.ts';

type In = { person: Person['key'] };
/** Relative to the person's home folder. */
type At = In & { path: string };

export type DropboxControl = ReturnType<typeof createControl>;

/** The control calls for tests, also available as POST /_control/<name>. Takes and returns plain data. */
export function createControl(world: World, faults: Faults, webhook: Webhook) {
  const account = ({ person }: In) => world.account(person);
  return {
    ...accountControl({ faults, grants: world.grants, clientId: world.options.clientId }, Object.keys(allScopes)),
    /** Every cursor issued so far is answered with `reset`. */
    expireCursors: () => void world.cursorAge++,
    expireUploads: () => world.uploads.clear(),
    setLimit({ bytes, ...of }: In & { bytes: number }) {
      account(of).quota = bytes;
    },

    /** Sets the account’s oddities from now on; a seed alone enables all. */
    setOddities({ person, ...given }: In & Partial<Oddities>) {
      const isAll = given.seed !== undefined && Object.keys(given).length === 1;
      const target = account({ person });
      target.oddities = { ...(isAll ? odd(given.seed!) : friendly), ...given };
      target.unseen.clear();
    },

    /** Creates the file or replaces its content; its folder exists. */
    write({ person, path, ...bytes }: At & Bytes) {
      const { tree } = account({ person });
      const { node, parent, name } = targetAt(account({ person }), path);
      if (node?.kind === 'folder') throw new Error(`${path} is a folder.`);
      const file = { content: contentOf(bytes, path), clientModified: new Date(), serverModified: new Date() };
      if (node) tree.overwrite(node, file);
      else tree.addFile(parent(), name, file);
    },
    writePaper({ path, ...of }: At) {
      const { parent, name } = targetAt(account(of), path);
      const exports = paperExports(path);
      const file = { content: exports.markdown, clientModified: new Date(), serverModified: new Date(), exports };
      account(of).tree.addFile(parent(), name, file);
    },
    symlink({ path, target, ...of }: At & { target: string }) {
      const { parent, name } = targetAt(account(of), path);
      const file = { content: contentOf({}, path), clientModified: new Date(), serverModified: new Date() };
      account(of).tree.addFile(parent(), name, { ...file, symlinkTarget: target });
    },
    mkdir({ path, ...of }: At) {
      const { parent, name } = targetAt(account(of), path);
      account(of).tree.addFolder(parent(), name);
    },
    move({ from, to, ...of }: In & { from: string; to: string }) {
      const { parent, name } = targetAt(account(of), to);
      account(of).tree.move(existing(account(of), from), parent(), name);
    },
    share({ path, readOnly = false, ...of }: At & { readOnly?: boolean }) {
      const folder = existing(account(of), path);
      if (folder.kind === 'file') throw new Error(`${path} is a file.`);
      account(of).tree.share(folder, { id: String(84_000_000_000 + folder.ordinal), readOnly });
    },
    remove: ({ path, ...of }: At) => account(of).tree.remove(existing(account(of), path)),
    /** Adds this many small files below a new folder, by default a thousand in each folder. */
    addMany: ({
      count,
      perFolder = 1000,
      path = '/Many',
      ...of
    }: In & { count: number; perFolder?: number; path?: string }) =>
      addMany(account(of), path.slice(1), count, perFolder),

    /** Lists everything below a folder. */
    list({ path, ...of }: At) {
      const folder = existing(account(of), path);
      const nodes = [...below(folder)].filter((node) => node !== folder);
      return nodes.map((node) => describe(account(of), node));
    },
    /** Returns the bytes of a file, as base64. */
    read({ path, ...of }: At): string {
      const node = existing(account(of), path);
      if (node.kind === 'folder') throw new Error(`${path} is a folder.`);
      return Buffer.concat([...node.content.read()]).toString('base64');
    },
    /** Reports changes to this address from now on, once it has answered a challenge. */
    webhook: ({ url }: { url: string }) => webhook.register(url),
  };
}

function targetAt(account: Account, path: string) {
  const names = [...segments(pathOf(account.home), 'path'), ...segments(path, 'path')];
  const parent = (): FolderNode => {
    const folder = account.tree.at(names.slice(0, -1));
    if (folder?.kind !== 'folder') throw new Error(`There is no folder above ${path}.`);
    return folder;
  };
  return { name: names.at(-1) ?? '', node: account.tree.at(names), parent };
}

function existing(account: Account, path: string): Node {
  const { node } = targetAt(account, path);
  if (!node) throw new Error(`There is nothing at ${path}.`);
  return node;
}

function describe(account: Account, node: Node) {
  const kind = node.kind === 'file' && node.exports ? ('native' as const) : node.kind;
  const size = node.kind === 'file' ? node.content.size : null;
  return { path: pathOf(node).slice(pathOf(account.home).length), id: node.id, kind, size };
}
