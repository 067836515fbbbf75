import type { Executor } from '../../db/pool.ts';
import { notFound } from '../../errors.ts';
import type { Member, Viewer } from '../../http/viewer.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import type { Services } from '../../services.ts';
import { audit, auditIn } from '../audit/index.ts';
import { requestReconcile } from '../plans/index.ts';
import { blobsAreHeld } from '../storage/index.ts';
import { lockAs } from './lock.ts';
import { organizationDeletedMail } from './organizations.mails.ts';
import { markDeleted, markRestored } from './organizations.queries.ts';

/** Hides the workspace at once; its data stays for the grace period, in which an owner can restore it. */
export async function deleteOrganization({ db, config }: Services, viewer: Member): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const organization = await lockAs(tx, viewer, 'workspace.delete');
    await markDeleted(tx, organization.id);
    await requestReconcile(tx, organization.id);
    await sendMail(tx, viewer.email, organizationDeletedMail(organization.name, config.publicUrl));
    const { id, name } = organization;
    await audit(tx, viewer, { action: 'workspace_deleted', object: { kind: 'workspace', id, name } });
  });
}

export async function restoreOrganization({ db }: Services, viewer: Viewer, organizationId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await markRestored(tx, organizationId, viewer.id))) throw notFound('This workspace');
    await auditIn(tx, organizationId, viewer, { action: 'workspace_restored' });
  });
}

const deleteBytesJob = jobType<{ organizationId: string }>('organizations.forget-bytes');

const bytesAtOnce = 1000;
/** The delay while contents are held for a backup. */
const laterMs = 10 * 60_000;

/** Deletes the stored bytes, which are below the organization's id; their rows were deleted with it. */
export const deleteBytes = onSlicedJob(deleteBytesJob, async ({ db, blobs }, { organizationId }, signal) => {
  if (await blobsAreHeld(db)) {
    await enqueue(db, deleteBytesJob, { organizationId }, { delayMs: laterMs });
    return false;
  }
  const keys: string[] = [];
  for (const kind of ['content', 'thumbnails', 'renditions']) {
    for await (const { key } of blobs.list(`${kind}/${organizationId}/`)) {
      keys.push(key);
      if (keys.length === bytesAtOnce) break;
    }
    if (keys.length === bytesAtOnce) break;
  }
  signal.throwIfAborted();
  await blobs.deleteAll(keys);
  return keys.length === bytesAtOnce;
});

/** Called once nothing else of it is left. */
export const deleteBytesSoon = (tx: Executor, organizationId: string): Promise<void> =>
  enqueue(tx, deleteBytesJob, { organizationId });
