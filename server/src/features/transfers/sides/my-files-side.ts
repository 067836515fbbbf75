import { plainError } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { AppError } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import { findByName, markDeleted, renameFile } from '../../documents/index.ts';
import { insertFolder } from '../../my-files/index.ts';
import { contentKey, roomLeft } from '../../storage/index.ts';
import { columns, itemOf, locked, type Row } from './my-files-rows.ts';
import { uploadsInto } from './my-files-uploads.ts';
import type { Side, TransferAccount } from './side.ts';

/** Converts an error meant for people into a connector's error. */
const asRefusal = (error: unknown): never => {
  throw error instanceof AppError ? plainError('forbidden', error.message, { cause: error }) : error;
};

const pageOf = 1000;
const chunkBytes = 8 * 1024 * 1024;

/** Opens documents that people put here themselves like a cloud, whose bytes are our blobs. */
export function openMyFiles(
  services: Services,
  account: TransferAccount,
  signal: AbortSignal,
): Omit<Side, 'account' | 'label'> {
  const { db, blobs } = services;
  const mine = sql`account_id = ${account.id} and deleted_at is null`;

  async function find(id: string, executor: Executor = db): Promise<Row> {
    const { rows } = await sql<Row>`select ${columns} from documents where remote_id = ${id} and ${mine}`.execute(
      executor,
    );
    if (!rows[0]) throw plainError('not_found', 'It’s no longer in My files.');
    return rows[0];
  }

  return {
    names: myFilesNames,
    uniqueNames: true,
    hashes: ['sha256'],
    chunkBytes: () => chunkBytes,
    maxSize: Number.MAX_SAFE_INTEGER,
    files: {
      async browse(parent, page) {
        const folder = parent && (await find(parent)).id;
        const { rows } = await sql<Row>`select ${columns} from documents where ${mine}
          and parent_id ${folder ? sql`= ${folder}` : sql`is null`} and id > ${page ?? '00000000-0000-0000-0000-000000000000'}::uuid
          order by id limit ${pageOf}`.execute(db);
        return {
          items: rows.map((row) => itemOf(row, parent)),
          next: rows.length < pageOf ? null : (rows.at(-1)!.id as never),
        };
      },
      stat: async (id) => itemOf(await find(id), null),
      async download(id, { range } = {}) {
        const row = await find(id);
        const found = row.sha256 && (await blobs.get(contentKey(account.organizationId, row.sha256), { range }));
        if (!found) throw plainError('unavailable', 'Its contents aren’t in Sheaf.');
        const { size, revision, hashes } = itemOf(row, null);
        return { body: found.body, size, startsAt: range?.start ?? 0, revision, hashes };
      },
    },
    writes: {
      ...uploadsInto(services, account, find, signal),
      mkdir: (parent, name) =>
        locked(db, account, async (tx) => {
          const place = { accountId: account.id, folderId: parent && (await find(parent, tx)).id };
          const found = await findByName(tx, place, name);
          if (found && found.kind !== 'folder') throw plainError('conflict', `Something named ${name} isn’t a folder`);
          const owner = { organizationId: account.organizationId, userId: account.ownerId };
          const id = found?.id ?? (await insertFolder(tx, owner, place, name).catch(asRefusal));
          const { rows } = await sql<Row>`select ${columns} from documents where id = ${id}`.execute(tx);
          return itemOf(rows[0]!, parent);
        }),
      move: (id, { name }) =>
        locked(db, account, async (tx) => {
          const row = await find(id, tx);
          await renameFile(tx, row.id, name ?? row.name);
          return itemOf(await find(id, tx), null);
        }),
      delete: (id) => remove(db, account, id),
      trash: (id) => remove(db, account, id),
    },
    quota: async () => {
      const room = await roomLeft(services, account);
      return room === Number.MAX_SAFE_INTEGER ? { used: null, total: null } : { used: 0, total: Math.max(0, room) };
    },
    close: async () => {},
  };
}

/** Rules of names as on most computers, the same as for uploads. */
const myFilesNames = {
  forbidden: '[/\\\\\\p{Cc}]',
  reserved: ['.', '..'],
  caseInsensitive: true,
  trailing: '',
  leading: '',
  maxLength: { unit: 'characters', max: 250 },
} as const;

/** Deletes like a person does, so it can be restored from the trash. A document that moved elsewhere counts as gone. */
const remove = (db: Executor, account: TransferAccount, id: string): Promise<void> =>
  locked(db, account, (tx) => markDeleted(tx, account.id, sql`remote_id = ${id}`));
