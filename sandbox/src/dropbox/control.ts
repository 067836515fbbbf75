import { type Content, EndlessContent, StoredContent } from '../shared/content/content.ts';
import type { Fault, Faults } from '../shared/faults.ts';
import type { Person } from '../shared/people.ts';
import type { Account } from './accounts.ts';
import { scopes as allScopes } from './oauth.ts';
import { segments } from './paths.ts';
import { addMany, paperExports } from './seed.ts';
import { below, type FolderNode, type Node, pathOf } from './tree.ts';
import type { Webhook } from './webhook.ts';
import type { World } from './world.ts';

type In = { person: Person['key'] };
/** From the home of the person. */
type At = In & { path: string };
/** Given as text, as base64, or only how many. */
type Bytes = { text?: string; base64?: string; size?: number };

export type DropboxControl = ReturnType<typeof createControl>;

/** What a test may do behind the app's back; the same calls as POST /_control/<name>. All take and give plain data. */
export function createControl(world: World, faults: Faults, webhook: Webhook) {
  const account = ({ person }: In) => world.account(person);
  return {
    fail: (fault: Fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    /** Calls so far whose "METHOD /path" begins like this. */
    calls: ({ prefix }: { prefix: string }) => faults.count(prefix),
    forgetCalls: () => faults.forgetCounts(),

    /** Tokens without the consent page. */
    authorize({
      person,
      scopes = Object.keys(allScopes),
      offline = true,
    }: In & { scopes?: string[]; offline?: boolean }) {
      const { accessToken, refreshToken } = world.grants.issue(person, world.options.clientId, scopes, offline);
      return { accessToken, refreshToken };
    },
    revoke: ({ person }: In) => world.grants.revokeAllOf(person),
    expireTokens: ({ person }: In) => world.grants.expire({ person }),
    /** Every cursor given out so far is answered with `reset`. */
    expireCursors: () => void world.cursorAge++,
    expireUploads: () => world.uploads.clear(),
    setLimit({ bytes, ...of }: In & { bytes: number }) {
      account(of).quota = bytes;
    },

    /** Makes the file or replaces its content; its folder exists. */
    write({ person, path, ...bytes }: At & Bytes) {
      const { tree } = account({ person });
      const { node, parent, name } = placeOf(account({ person }), path);
      if (node?.kind === 'folder') throw new Error(`${path} is a folder.`);
      const file = { content: contentOf(bytes, path), clientModified: new Date(), serverModified: new Date() };
      if (node) tree.overwrite(node, file);
      else tree.addFile(parent(), name, file);
    },
    writePaper({ path, ...of }: At) {
      const { parent, name } = placeOf(account(of), path);
      const exports = paperExports(path);
      const file = { content: exports.markdown, clientModified: new Date(), serverModified: new Date(), exports };
      account(of).tree.addFile(parent(), name, file);
    },
    mkdir({ path, ...of }: At) {
      const { parent, name } = placeOf(account(of), path);
      account(of).tree.addFolder(parent(), name);
    },
    move({ from, to, ...of }: In & { from: string; to: string }) {
      const { parent, name } = placeOf(account(of), to);
      account(of).tree.move(existing(account(of), from), parent(), name);
    },
    share({ path, readOnly = false, ...of }: At & { readOnly?: boolean }) {
      const folder = existing(account(of), path);
      if (folder.kind === 'file') throw new Error(`${path} is a file.`);
      account(of).tree.share(folder, { id: String(84_000_000_000 + folder.ordinal), readOnly });
    },
    remove: ({ path, ...of }: At) => account(of).tree.remove(existing(account(of), path)),
    /** So many small files below a new folder, a thousand in each folder unless told. */
    addMany: ({
      count,
      perFolder = 1000,
      path = '/Many',
      ...of
    }: In & { count: number; perFolder?: number; path?: string }) =>
      addMany(account(of), path.slice(1), count, perFolder),

    /** What is below a folder. */
    list({ path, ...of }: At) {
      const folder = existing(account(of), path);
      const nodes = [...below(folder)].filter((node) => node !== folder);
      return nodes.map((node) => describe(account(of), node));
    },
    /** The bytes of a file, as base64. */
    read({ path, ...of }: At): string {
      const node = existing(account(of), path);
      if (node.kind === 'folder') throw new Error(`${path} is a folder.`);
      return Buffer.concat([...node.content.read()]).toString('base64');
    },
    /** Changes are told to this address from now on, once it has proved that it wants them. */
    webhook: ({ url }: { url: string }) => webhook.register(url),
  };
}

function placeOf(account: Account, path: string) {
  const names = [...segments(pathOf(account.home), 'path'), ...segments(path, 'path')];
  const parent = (): FolderNode => {
    const folder = account.tree.at(names.slice(0, -1));
    if (folder?.kind !== 'folder') throw new Error(`There is no folder above ${path}.`);
    return folder;
  };
  return { name: names.at(-1) ?? '', node: account.tree.at(names), parent };
}

function existing(account: Account, path: string): Node {
  const { node } = placeOf(account, path);
  if (!node) throw new Error(`There is nothing at ${path}.`);
  return node;
}

function contentOf({ text = '', base64, size }: Bytes, seed: string): Content {
  if (size !== undefined) return new EndlessContent(seed, size);
  return new StoredContent(base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64'));
}

function describe(account: Account, node: Node) {
  const kind = node.kind === 'file' && node.exports ? ('native' as const) : node.kind;
  const size = node.kind === 'file' ? node.content.size : null;
  return { path: pathOf(node).slice(pathOf(account.home).length), id: node.id, kind, size };
}
