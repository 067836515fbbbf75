import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { sendMails } from '../../../jobs/send-mail.ts';
import type { MailContent } from '../../../platform/mail/index.ts';

export async function mailOwners(tx: Executor, organizationId: string, content: MailContent): Promise<void> {
  const { rows } = await sql<{ email: string }>`select u.email from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and m.role = 'owner' limit 50`.execute(tx);
  await sendMails(
    tx,
    rows.map(({ email }) => ({ to: email, content })),
  );
}
