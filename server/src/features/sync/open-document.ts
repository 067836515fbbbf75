import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { mustSee, noteUse, wantContent } from '../documents/index.ts';
import { requestRun } from './batches.queries.ts';

/** Records the use; bytes that aren't here yet are fetched before all others. */
export async function openDocument({ db }: Services, viewer: Member, id: string): Promise<void> {
  await mustSee(db, viewer, [id]);
  await db.transaction().execute(async (tx) => {
    await noteUse(tx, viewer, [id], 'opened');
    const account = await wantContent(tx, id);
    if (account) await requestRun(tx, account, ['running', 'paused']);
  });
}
