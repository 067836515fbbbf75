import { StoredContent } from '../shared/content/content.ts';
import type { Fault, Faults } from '../shared/faults.ts';
import type { Account } from './accounts.ts';
import { segments } from './paths.ts';
import { paperExports } from './seed.ts';
import type { FileNode, FolderNode, Node } from './tree.ts';
import { below, pathOf } from './tree.ts';
import type { Webhook } from './webhook.ts';
import type { World } from './world.ts';

type In = { account: string };

/** The door of tests: faults, and what another client of the account does. Paths begin at the account's home. */
export type DropboxControl = ReturnType<typeof createControl>;

export function createControl(world: World, faults: Faults, webhook: Webhook) {
  const place = (account: Account, path: string) => {
    const names = [...segments(pathOf(account.home), 'path'), ...segments(path, 'path')];
    return { names, name: names.at(-1) ?? '', node: account.tree.at(names) };
  };
  const parentOf = (account: Account, names: readonly string[]): FolderNode => {
    const node = account.tree.at(names.slice(0, -1));
    if (node?.kind !== 'folder') throw new Error(`There is no folder above ${names.join('/')}.`);
    return node;
  };
  const existing = (account: Account, path: string): Node => {
    const { node } = place(account, path);
    if (!node) throw new Error(`There is nothing at ${path}.`);
    return node;
  };

  return {
    fail: (fault: Fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    /** How many calls came whose "METHOD /path" begins like this. */
    count: (prefix?: string) => faults.count(prefix),
    /** Withdraws all that the person has allowed. */
    revoke: ({ account }: In) => world.grants.revokeAllOf(world.account(account).person.key),
    expireTokens: ({ account }: In) => world.grants.expire({ person: world.account(account).person.key }),
    /** Every cursor given out so far is answered with `reset`. */
    expireCursors: () => void world.cursorAge++,
    expireUploads: () => world.uploads.clear(),
    quota({ account, bytes }: In & { bytes: number }) {
      world.account(account).quota = bytes;
    },
    /** Tokens without the consent page. */
    issue: ({ account, scopes }: In & { scopes: readonly string[] }) =>
      world.grants.issue(world.account(account).person.key, world.options.clientId, scopes, true),

    /** Makes the file or replaces its content; its folder exists. Bytes through the door come as text. */
    write({ account: name, path, bytes }: In & { path: string; bytes: Uint8Array | string }) {
      const account = world.account(name);
      const { names, name: last, node } = place(account, path);
      if (node?.kind === 'folder') throw new Error(`${path} is a folder.`);
      const now = new Date();
      const file = {
        content: new StoredContent(Buffer.from(bytes as string)),
        clientModified: now,
        serverModified: now,
      };
      if (node) account.tree.overwrite(node, file);
      else account.tree.addFile(parentOf(account, names), last, file);
    },
    writePaper({ account: name, path }: In & { path: string }) {
      const account = world.account(name);
      const { names, name: last } = place(account, path);
      const exports = paperExports(path);
      const now = new Date();
      const file = { content: exports.markdown, clientModified: now, serverModified: now, exports };
      account.tree.addFile(parentOf(account, names), last, file);
    },
    mkdir({ account: name, path }: In & { path: string }) {
      const account = world.account(name);
      const { names, name: last } = place(account, path);
      account.tree.addFolder(parentOf(account, names), last);
    },
    move({ account: name, from, to }: In & { from: string; to: string }) {
      const account = world.account(name);
      const { names, name: last } = place(account, to);
      account.tree.move(existing(account, from), parentOf(account, names), last);
    },
    remove({ account: name, path }: In & { path: string }) {
      const account = world.account(name);
      account.tree.remove(existing(account, path));
    },
    /** So many small files below a folder of their own, a thousand in each. */
    addMany({ account: name, count, path = '/Many' }: In & { count: number; path?: string }) {
      const { tree, home } = world.account(name);
      const top = tree.addFolder(home, path.slice(1));
      const now = new Date();
      let folder = top;
      for (let at = 0; at < count; at++) {
        if (at % 1000 === 0) folder = tree.addFolder(top, `Folder ${at / 1000 + 1}`);
        const content = new StoredContent(Buffer.from(`File ${at}\n`));
        tree.addFile(folder, `File ${at}.txt`, { content, clientModified: now, serverModified: now });
      }
    },
    /** What is at and below a folder, without the folder itself. */
    list({ account: name, path }: In & { path: string }): Listed[] {
      const account = world.account(name);
      const folder = existing(account, path);
      const cut = pathOf(account.home).length;
      const nodes = [...below(folder)].filter((node) => node !== folder);
      return nodes.map((node) => ({ path: pathOf(node).slice(cut), ...shown(node) }));
    },
    /** Changes are told to this address from now on, once it has proved that it wants them. */
    webhook: ({ url }: { url: string }) => webhook.register(url),
  };
}

export interface Listed {
  path: string;
  kind: 'file' | 'folder' | 'native';
  bytes?: Uint8Array;
}

function shown(node: Node): Pick<Listed, 'kind' | 'bytes'> {
  if (node.kind === 'folder') return { kind: 'folder' };
  return node.exports
    ? { kind: 'native' }
    : { kind: 'file', bytes: Buffer.concat([...(node as FileNode).content.read()]) };
}
