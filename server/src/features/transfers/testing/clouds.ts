import { createHash } from 'node:crypto';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteId } from '@sheaf/connectors';
import { contract, uploadsSource } from '@sheaf/contract';
import type {
  BoxSandbox,
  DropboxSandbox,
  GoogleSandbox,
  GraphSandbox,
  S3Sandbox,
  ServedFolder,
  SftpServer,
  WebdavServer,
} from '@sheaf/sandbox';
import { connectAccount } from '../../../testing/consent.ts';
import type { TestPerson } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { openSide } from '../sides/open-side.ts';

/** Something in a cloud as it is there, behind the program's back. Of a native document only that it is one. */
export interface Held {
  path: readonly string[];
  kind: 'file' | 'folder' | 'native';
  sha256: string | null;
}

type Path = readonly string[];

/** One end of the transfers of a test: an account at a cloud, reached from outside. */
export interface TestCloud {
  slug: string;
  connect(who: TestPerson): Promise<string>;
  /** Makes the file in a folder that exists. */
  write(path: Path, bytes: Uint8Array): Promise<void>;
  mkdir(path: Path): Promise<void>;
  native?(path: Path): Promise<void>;
  /** Everything below a folder that is not in the trash, uploads under way included. */
  list(folder: Path): Promise<Held[]>;
  /** The id by which a call names a folder at the top. */
  folderId(name: string): Promise<string>;
  clear(): Promise<void>;
}

type Person = 'ada' | 'bruno';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const folderType = 'application/vnd.google-apps.folder';
const documentType = 'application/vnd.google-apps.document';

export function drive({ control, drives }: GoogleSandbox, person: Person): TestCloud {
  const all = () => control.list({ person });
  const idOf = (path: Path): string =>
    path.reduce((parent, name) => {
      const found = all().find((one) => one.name === name && (one.parent ?? 'root') === parent);
      if (!found) throw new Error(`There is nothing at ${path.join('/')}`);
      return found.id;
    }, 'root');
  const add = (path: Path, more: { base64?: string; mimeType?: string }) =>
    control.add({ person, name: path.at(-1)!, parent: idOf(path.slice(0, -1)), ...more });
  return {
    slug: 'google-drive',
    connect: async (who) => (await connectAccount(who, 'google-drive', person)).id,
    async write(path, bytes) {
      add(path, { base64: Buffer.from(bytes).toString('base64') });
    },
    async mkdir(path) {
      add(path, { mimeType: folderType });
    },
    async native(path) {
      add(path, { mimeType: documentType });
    },
    async list(folder) {
      const items = all();
      const byId = new Map(items.map((item) => [item.id, item]));
      const pathOf = ({ name, parent }: (typeof items)[number]): string[] => [
        ...(parent === null || !byId.has(parent) ? [] : pathOf(byId.get(parent)!)),
        name,
      ];
      return items
        .map((item): Held => {
          const { content } = drives.get(person)!.get(item.id);
          const kind = item.mimeType === folderType ? 'folder' : content ? 'file' : 'native';
          return { path: pathOf(item), kind, sha256: content?.hash('sha256') ?? null };
        })
        .filter(({ path }) => path.length > folder.length && folder.every((name, at) => path[at] === name));
    },
    folderId: async (name) => idOf([name]),
    async clear() {
      const own = drives.get(person)!;
      for (const node of Array.from(own.nodes())) if (own.find(node.id)) own.remove(node);
    },
  };
}

export function dropbox({ control }: DropboxSandbox, person: Person): TestCloud {
  const at = (path: Path) => path.map((name) => `/${name}`).join('');
  const all = (folder: Path) => control.list({ person, path: at(folder) });
  return {
    slug: 'dropbox',
    connect: async (who) => (await connectAccount(who, 'dropbox', person)).id,
    async write(path, bytes) {
      control.write({ person, path: at(path), base64: Buffer.from(bytes).toString('base64') });
    },
    async mkdir(path) {
      control.mkdir({ person, path: at(path) });
    },
    async native(path) {
      control.writePaper({ person, path: `${at(path)}.paper` });
    },
    list: async (folder) =>
      all(folder).map(
        ({ path, kind }): Held => ({
          path: path.split('/').slice(1),
          kind,
          sha256: kind === 'file' ? sha256(Buffer.from(control.read({ person, path }), 'base64')) : null,
        }),
      ),
    folderId: async (name) => all([]).find(({ path }) => path === `/${name}`)!.id,
    async clear() {
      for (const { path } of all([])) if (path.lastIndexOf('/') === 0) control.remove({ person, path });
    },
  };
}

export function box({ control }: BoxSandbox, person: Person): TestCloud {
  const at = (path: Path) => path.join('/');
  const all = (folder: Path) => control.list({ person, path: at(folder) });
  return {
    slug: 'box',
    connect: async (who) => (await connectAccount(who, 'box', person)).id,
    async write(path, bytes) {
      const base64 = Buffer.from(bytes).toString('base64');
      control.write({ person, path: at(path), base64, modifiedAt: longAgo.toISOString() });
    },
    async mkdir(path) {
      control.mkdir({ person, path: at(path) });
    },
    list: async (folder) =>
      all(folder).map(
        ({ path, type }): Held => ({
          path: path.split('/'),
          kind: type === 'folder' ? 'folder' : 'file',
          sha256: type === 'file' ? sha256(Buffer.from(control.read({ person, path }), 'base64')) : null,
        }),
      ),
    folderId: async (name) => `folder:${all([]).find(({ path }) => path === name)!.id}`,
    async clear() {
      for (const { path } of all([])) if (!path.includes('/')) control.remove({ person, path });
    },
  };
}

/** A person's own drive: they follow no sites, whose libraries would be folders at the top. */
export function onedrive({ control, state }: GraphSandbox, person: Person): TestCloud {
  for (const { followers } of state.sites) followers.delete(person);
  const at = (path: Path) => path.join('/');
  const all = (folder: Path) => control.list({ person, path: at(folder) });
  return {
    slug: 'onedrive',
    connect: async (who) => (await connectAccount(who, 'onedrive', person)).id,
    async write(path, bytes) {
      const base64 = Buffer.from(bytes).toString('base64');
      control.write({ person, path: at(path), base64, modifiedAt: longAgo.toISOString() });
    },
    async mkdir(path) {
      control.mkdir({ person, path: at(path) });
    },
    list: async (folder) =>
      all(folder).map(
        ({ path, kind }): Held => ({
          path: path.split('/').slice(1),
          kind: kind === 'folder' ? 'folder' : 'file',
          sha256: kind === 'file' ? sha256(Buffer.from(control.read({ person, path }), 'base64')) : null,
        }),
      ),
    folderId: async (name) => `${state.ownDrive(person).id}/${all([]).find(({ path }) => path === `/${name}`)!.id}`,
    async clear() {
      for (const { path } of all([])) if (path.lastIndexOf('/') === 0) control.remove({ person, path });
    },
  };
}

/** A folder on disk behind a real server. */
function served(slug: string, folder: ServedFolder, connect: TestCloud['connect']): TestCloud {
  return {
    slug,
    connect,
    async write(path, bytes) {
      await folder.write(path, bytes);
      await utimes(join(folder.root, ...path), longAgo, longAgo);
    },
    mkdir: (path) => folder.mkdir(path),
    list: async (below) =>
      (await folder.list(below)).map(
        ({ path, kind, bytes }): Held => ({
          path,
          kind: kind === 'folder' ? 'folder' : 'file',
          sha256: bytes ? sha256(bytes) : null,
        }),
      ),
    folderId: async (name) => `${encodeURIComponent(name)}/`,
    async clear() {
      for (const { path } of await folder.list([])) if (path.length === 1) await folder.remove(path);
    },
  };
}

export const longAgo = new Date('2019-03-04T05:06:07Z');
export const modifiedAt = async (folder: ServedFolder, path: Path): Promise<Date> =>
  (await stat(join(folder.root, ...path))).mtime;

async function typed(who: TestPerson, source: string, fields: Record<string, string>): Promise<string> {
  const { sources } = contract;
  const { url } = (await who.call(sources.beginOAuth, { body: { source } })).data;
  const state = new URL(url).searchParams.get('state')!;
  const { code } = (await who.call(sources.submitCredentials, { body: { source, state, fields } })).data;
  return (await who.call(sources.finishOAuth, { body: { source, state, code } })).data.id;
}

export const webdav = ({ url, username, password }: WebdavServer, folder: ServedFolder): TestCloud =>
  served('webdav', folder, (who) => typed(who, 'webdav', { address: url, username, password }));

export function sftp({ host, port, username, privateKey }: SftpServer, folder: ServedFolder): TestCloud {
  const fields = { host, port: String(port), username, password: '', privateKey, folder: folder.root };
  return { ...served('sftp', folder, (who) => typed(who, 'sftp', fields)), folderId: async (name) => `${name}/` };
}

export const s3Login = { bucket: 'files', accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };

/** A part of a bucket; unfinished uploads are in its list too. */
export function s3({ url, folders, bucket }: S3Sandbox, prefix: string): TestCloud {
  const mine = folders(`${prefix}/`);
  return {
    slug: 's3',
    connect: (who) => typed(who, 's3', { ...s3Login, endpoint: url, region: '', prefix, pathStyle: '' }),
    write: mine.write,
    mkdir: mine.mkdir,
    async list(folder) {
      const held = (await mine.list(folder)).map(({ path, kind, bytes }): Held => {
        return { path, kind, sha256: bytes ? sha256(bytes) : null };
      });
      const unfinished = [...bucket.uploads.values()].filter(({ key }) => key.startsWith(`${prefix}/`));
      return [
        ...held,
        ...unfinished.map(({ key }): Held => ({ path: ['unfinished', key], kind: 'file', sha256: null })),
      ];
    },
    folderId: async (name) => `${name}/`,
    async clear() {
      for (const key of bucket.keys()) if (key.startsWith(`${prefix}/`)) bucket.delete(key);
    },
  };
}

/** My files, filled through the same door that transfers use. */
export function myFiles(app: TestApp): TestCloud {
  let owner: TestPerson;
  let accountId: string;
  const side = () => {
    const account = { id: accountId, organizationId: owner.organizationId, ownerId: owner.id, source: uploadsSource };
    return openSide(app.services, { ...account, name: 'My files' }, new AbortController().signal);
  };
  const rows = async () => {
    const { rows } = await app.services.pool.query<{
      id: string;
      parent_id: string | null;
      name: string;
      kind: 'file' | 'folder';
      sha256: Buffer | null;
    }>('select id, parent_id, name, kind, sha256 from documents where account_id = $1 and deleted_at is null', [
      accountId,
    ]);
    return rows;
  };
  const remoteOf = async (path: Path): Promise<RemoteId | null> => {
    const all = await rows();
    let id: string | null = null;
    for (const name of path) id = all.find((row) => row.parent_id === id && row.name === name)!.id;
    return id as RemoteId | null;
  };
  return {
    slug: uploadsSource,
    async connect(who) {
      owner = who;
      const made = (await who.call(contract.documents.createFolder, { body: { name: 'first', parent_id: null } })).data;
      const { rows } = await app.services.pool.query('select account_id from documents where id = $1', [made.id]);
      await who.call(contract.documents.delete, { body: { document_ids: [made.id] } });
      accountId = rows[0].account_id;
      return accountId;
    },
    async write(path, bytes) {
      const { writes } = side();
      const to = { parentId: await remoteOf(path.slice(0, -1)), name: path.at(-1)!, mimeType: 'text/plain' };
      const handle = await writes.begin({ ...to, size: bytes.length, modifiedAt: longAgo });
      const put = await writes.put(handle, { offset: 0, bytes, last: true });
      await writes.finish(put, { size: bytes.length, hashes: {} });
    },
    async mkdir(path) {
      await side().writes.mkdir(await remoteOf(path.slice(0, -1)), path.at(-1)!);
    },
    async list(folder) {
      const all = await rows();
      const byId = new Map(all.map((row) => [row.id, row]));
      const pathOf = (row: (typeof all)[number]): string[] => [
        ...(row.parent_id === null ? [] : pathOf(byId.get(row.parent_id)!)),
        row.name,
      ];
      return all
        .map((row): Held => ({ path: pathOf(row), kind: row.kind, sha256: row.sha256?.toString('hex') ?? null }))
        .filter(({ path }) => path.length > folder.length && folder.every((name, at) => path[at] === name));
    },
    folderId: async (name) => (await remoteOf([name]))!,
    async clear() {
      await app.services.pool.query('delete from documents where account_id = $1', [accountId]);
    },
  };
}
