import type { ServerEvent } from '@sheaf/contract';
import type { Services } from '../../services.ts';
import { presentTransfer } from './transfers.present.ts';
import { findAnyTransfer } from './transfers.queries.ts';

/** What to tell, and whom, when a transfer changed. */
export async function transferNews(
  { db }: Services,
  id: string,
): Promise<{ organizationId: string; userId: string; event: ServerEvent } | null> {
  const transfer = await findAnyTransfer(db, id);
  return (
    (transfer && {
      organizationId: transfer.organization_id,
      userId: transfer.user_id,
      event: { type: 'transfer', transfer: presentTransfer(transfer) },
    }) ??
    null
  );
}
