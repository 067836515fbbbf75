import type { Executor } from '../../db/pool.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { newId } from '../../platform/uuid.ts';

/** Who asked, with which key, for what. */
export async function noteCall(
  db: Executor,
  viewer: Member,
  tool: string,
  subjectId: string | undefined,
): Promise<void> {
  const { credential } = viewer;
  await db
    .insertInto('mcp_calls')
    .values({
      id: newId(),
      ...ownedBy(viewer),
      key_id: credential.id,
      key_name: credential.kind === 'key' ? credential.name : '',
      tool,
      subject_id: subjectId ?? null,
    })
    .execute();
}
