import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { newId } from '../../platform/uuid.ts';
import { sourceName } from './provider.ts';

interface Owner {
  organizationId: string;
  userId: string;
}

const settings = JSON.stringify({ file_mode: 'all', chat_mode: 'selected', file_selected_folders: [] });

/**
 * The account that holds a member's own files, created on first use. Files given to them by other members are separate
 * accounts.
 */
export async function ownFilesOf(db: Executor, owner: Owner): Promise<string> {
  const known = await findOwnFiles(db, owner);
  if (known) return known;
  await insertOwnFiles(db, owner);
  return (await findOwnFiles(db, owner))!;
}

async function findOwnFiles(db: Executor, { userId, organizationId }: Owner): Promise<string | undefined> {
  const account = await db
    .selectFrom('source_accounts')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('source', '=', uploadsSource)
    .where('remote_user_id', '=', userId)
    .executeTakeFirst();
  return account?.id;
}

/** Does nothing if it exists already. */
async function insertOwnFiles(db: Executor, { userId, organizationId }: Owner): Promise<void> {
  await sql`insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, settings)
    values (${newId()}, ${organizationId}, ${userId}, ${uploadsSource}, ${userId}, ${sourceName(uploadsSource)},
      ${settings}::jsonb) on conflict do nothing`.execute(db);
}
