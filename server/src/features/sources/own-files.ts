import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { newId } from '../../platform/uuid.ts';
import { sourceName } from './provider.ts';

const settings = JSON.stringify({ file_mode: 'all', chat_mode: 'selected', file_selected_folders: [] });

/** The account that stands for a member's own files. Those of others that they took over are apart. */
export async function findOwnFiles(db: Executor, { id: userId, membership }: Member): Promise<string | undefined> {
  const account = await db
    .selectFrom('source_accounts')
    .select('id')
    .where('organization_id', '=', membership.organizationId)
    .where('user_id', '=', userId)
    .where('source', '=', uploadsSource)
    .where('remote_user_id', '=', userId)
    .executeTakeFirst();
  return account?.id;
}

/** Does nothing where it exists already. */
export async function insertOwnFiles(db: Executor, { id: userId, membership }: Member): Promise<void> {
  await sql`insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, settings)
    values (${newId()}, ${membership.organizationId}, ${userId}, ${uploadsSource}, ${userId}, ${sourceName(uploadsSource)},
      ${settings}::jsonb) on conflict do nothing`.execute(db);
}
