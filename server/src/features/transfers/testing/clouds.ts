import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteId } from '@sheaf/connectors';
import { contract, uploadsSource } from '@sheaf/contract';
import type {
  BoxSandbox,
  DropboxSandbox,
  GoogleSandbox,
  GraphSandbox,
  Outside,
  S3Sandbox,
  ServedFolder,
  SftpServer,
  WebdavServer,
} from '@sheaf/sandbox';
import type { TestPerson } from '../../../testing/people.ts';
import { connectAccount, connectWithFields } from '../../../testing/sign-in/consent.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { openSide } from '../sides/open-side.ts';

/** An item as it is in the cloud, read behind the program's back. A native document has no content here. */
export interface Held {
  path: readonly string[];
  kind: 'file' | 'folder' | 'native';
  sha256: string | null;
}

type Path = readonly string[];

/** One end of the transfers of a test: an account at a cloud, accessed from outside. */
export interface TestCloud {
  slug: string;
  connect(who: TestPerson): Promise<string>;
  /** Creates the file in an existing folder. */
  write(path: Path, bytes: Uint8Array): Promise<void>;
  mkdir(path: Path): Promise<void>;
  native?(path: Path): Promise<void>;
  /** Everything below a folder that isn't in the trash, unfinished uploads included. */
  list(folder: Path): Promise<Held[]>;
  /** The id of a folder at the top level, as calls name it. */
  folderId(name: string): Promise<string>;
  clear(): Promise<void>;
}

type Person = 'ada' | 'bruno';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A cloud filled by another client: `folderId` returns the id by which calls name a folder at the top level. */
function cloudOf(
  slug: string,
  { write, mkdir, list, remove }: Outside,
  more: Pick<TestCloud, 'connect' | 'folderId'> & Partial<TestCloud>,
): TestCloud {
  return {
    slug,
    write: (path, bytes) => write(path, bytes, longAgo),
    mkdir,
    list: async (folder) =>
      (await list(folder)).map(({ path, kind, bytes }) => ({
        path,
        kind: kind === 'link' ? 'native' : kind,
        sha256: bytes ? sha256(bytes) : null,
      })),
    async clear() {
      for (const { path } of await list([])) if (path.length === 1) await remove(path);
    },
    ...more,
  };
}

const connects = (slug: string, person: Person) => async (who: TestPerson) =>
  (await connectAccount(who, slug, person)).id;

export function drive({ control, drives, outside }: GoogleSandbox, person: Person): TestCloud {
  const own = drives.get(person)!;
  const files = outside(person);
  return cloudOf('google-drive', files, {
    connect: connects('google-drive', person),
    // Adds another file of the same name and never replaces one.
    async write(path, bytes) {
      const [parent, base64] = [files.idAt(path.slice(0, -1)), Buffer.from(bytes).toString('base64')];
      control.add({ person, name: path.at(-1)!, parent, base64 });
    },
    async native(path) {
      const mimeType = 'application/vnd.google-apps.document';
      control.add({ person, name: path.at(-1)!, parent: files.idAt(path.slice(0, -1)), mimeType });
    },
    folderId: async (name) => files.idAt([name]),
    async clear() {
      for (const node of Array.from(own.nodes())) if (own.find(node.id)) own.remove(node);
    },
  });
}

export const dropbox = ({ control, outside }: DropboxSandbox, person: Person): TestCloud =>
  cloudOf('dropbox', outside(person), {
    connect: connects('dropbox', person),
    async native(path) {
      control.writePaper({ person, path: `/${path.join('/')}.paper` });
    },
    folderId: async (name) => control.list({ person, path: '' }).find(({ path }) => path === `/${name}`)!.id,
  });

export const box = ({ control, outside }: BoxSandbox, person: Person): TestCloud =>
  cloudOf('box', outside(person), {
    connect: connects('box', person),
    folderId: async (name) => `folder:${control.list({ person, path: '' }).find(({ path }) => path === name)!.id}`,
  });

/** A person's own drive: without followed sites, whose libraries would be folders at the top level. */
export function onedrive({ control, state, outside }: GraphSandbox, person: Person): TestCloud {
  for (const { followers } of state.sites) followers.delete(person);
  const idOf = (name: string) => control.list({ person, path: '' }).find(({ path }) => path === `/${name}`)!.id;
  return cloudOf('onedrive', outside(person), {
    connect: connects('onedrive', person),
    folderId: async (name) => `${state.ownDrive(person).id}/${idOf(name)}`,
  });
}

export const longAgo = new Date('2019-03-04T05:06:07Z');
export const modifiedAt = async (folder: ServedFolder, path: Path): Promise<Date> =>
  (await stat(join(folder.root, ...path))).mtime;

/** A folder on disk behind a real server. */
export const webdav = ({ url, username, password }: WebdavServer, folder: ServedFolder): TestCloud =>
  cloudOf('webdav', folder, {
    connect: (who) => connectWithFields(who, 'webdav', { address: url, username, password }),
    folderId: async (name) => `${encodeURIComponent(name)}/`,
  });

export function sftp({ host, port, username, privateKey }: SftpServer, folder: ServedFolder): TestCloud {
  const fields = { host, port: String(port), username, password: '', privateKey, folder: folder.root };
  return cloudOf('sftp', folder, {
    connect: (who) => connectWithFields(who, 'sftp', fields),
    folderId: async (name) => `${name}/`,
  });
}

export const s3Login = { bucket: 'files', accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };

/** A part of a bucket; its list includes unfinished uploads. */
export function s3({ url, folders, bucket }: S3Sandbox, prefix: string): TestCloud {
  const cloud = cloudOf('s3', folders(`${prefix}/`), {
    connect: (who) => connectWithFields(who, 's3', { ...s3Login, endpoint: url, region: '', prefix, pathStyle: '' }),
    folderId: async (name) => `${name}/`,
    async clear() {
      for (const key of bucket.keys()) if (key.startsWith(`${prefix}/`)) bucket.delete(key);
    },
  });
  return {
    ...cloud,
    async list(folder) {
      const unfinished = [...bucket.uploads.values()].filter(({ key }) => key.startsWith(`${prefix}/`));
      return [
        ...(await cloud.list(folder)),
        ...unfinished.map(({ key }): Held => ({ path: ['unfinished', key], kind: 'file', sha256: null })),
      ];
    },
  };
}

/** My files, filled through the same interface as transfers use. */
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
