import { notFound } from '../../errors.ts';
import type { Member, Viewer } from '../../http/viewer.ts';
import { enqueue, jobType, onJob } from '../../jobs/queue.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import type { Services } from '../../services.ts';
import { discardImage } from '../images/index.ts';
import { lockAs } from './lock.ts';
import { organizationDeletedMail } from './organizations.mails.ts';
import { deleteExpired, markDeleted, markRestored } from './organizations.queries.ts';

/** Hidden at once; the data stays for the grace period, in which an owner can restore it. */
export async function deleteOrganization({ db, config }: Services, viewer: Member): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const organization = await lockAs(tx, viewer, 'workspace.delete');
    await markDeleted(tx, organization.id);
    await sendMail(tx, viewer.email, organizationDeletedMail(organization.name, config.publicUrl));
  });
}

export async function restoreOrganization({ db }: Services, viewer: Viewer, organizationId: string): Promise<void> {
  if (!(await markRestored(db, organizationId, viewer.id))) throw notFound('This workspace');
}

const forgetBytesJob = jobType<{ organizationId: string }>('organizations.forget-bytes');

/** The rows of its contents went with the organisation; their bytes lie below its id. */
export const forgetBytes = onJob(forgetBytesJob, async ({ organizationId }, { blobs }, signal) => {
  for (const kind of ['content', 'thumbnails']) {
    for await (const { key } of blobs.list(`${kind}/${organizationId}/`)) {
      signal.throwIfAborted();
      await blobs.delete(key);
    }
  }
});

/** Hourly: what nobody restored in time goes, one organisation a transaction. */
export const purgeOrganizations = onJob(
  jobType<object>('organizations.purge'),
  async (_, { db }, signal) => {
    let gone: unknown;
    do {
      gone = await db.transaction().execute(async (tx) => {
        const organization = await deleteExpired(tx);
        await discardImage(tx, organization?.logo_key ?? null);
        if (organization) await enqueue(tx, forgetBytesJob, { organizationId: organization.id });
        return organization;
      });
    } while (gone && !signal.aborted);
  },
  '41 * * * *',
);
