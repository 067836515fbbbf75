import type { ServerEvent } from '@sheaf/contract';
import type { Services } from '../../services.ts';
import { presentTransfer } from './transfers.present.ts';
import { findAnyTransfer } from './transfers.queries.ts';

/** Sent to open event streams when a transfer changed. */
export async function describeTransfer({ db }: Services, id: string): Promise<ServerEvent | null> {
  const transfer = await findAnyTransfer(db, id);
  return transfer ? { type: 'transfer', transfer: presentTransfer(transfer) } : null;
}
