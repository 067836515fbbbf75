import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { notify } from '../notifications/index.ts';
import type { OpenRequest } from '../pending-shares/index.ts';

/** What became of a request. Nobody is told of their own answer. */
export async function tellRequester(
  tx: Executor,
  viewer: Member,
  { id, user_id, email }: OpenRequest,
  answer: 'invited' | 'joined' | 'declined',
  documentIds: readonly string[],
): Promise<void> {
  if (user_id === viewer.id) return;
  const { rows } = await sql<{
    id: string;
    name: string;
    isFolder: boolean;
  }>`select id, name, kind = 'folder' as "isFolder"
    from documents where id = any(${[...documentIds]}::uuid[]) order by name_key, id limit 1`.execute(tx);
  await notify(tx, {
    kind: 'invite_answered',
    organizationId: viewer.membership.organizationId,
    userId: user_id,
    subject: id,
    actorId: viewer.id,
    data: { email, answer, document: rows[0] ?? null, more: Math.max(0, documentIds.length - 1) },
  });
}
