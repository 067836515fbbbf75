import type { TransferRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import { AppError, wrongField } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { countSeen } from '../../access/index.ts';
import { conditionsOf, type Filters, outermostOf } from '../../documents/index.ts';

const max = 100_000;

/**
 * The request with the documents of its list that are in the account: the outermost ones, since folders include their
 * content.
 */
export async function withListed(
  services: Services,
  viewer: Member,
  asked: TransferRequest,
): Promise<TransferRequest & { left_out: number }> {
  const { list } = asked;
  if (!list) return { ...asked, left_out: 0 };
  if (asked.document_ids.length > 0 || asked.selection_type !== 'selected')
    throw wrongField('list', 'Choose documents or a list');
  const own = ownPart(list, asked.from_account_id);
  const document_ids = own ? await outermostOf(services, viewer, own, max + 1) : [];
  if (document_ids.length > max)
    throw new AppError('conflict', `A transfer of a list can have up to ${max.toLocaleString('en')} documents.`);
  if (!own || document_ids.length === 0)
    throw new AppError('conflict', 'This list has none of your files in this account. Choose another account.');
  const count = async (query: Filters) => {
    const { rows } = await sql<{
      total: number;
    }>`${countSeen(viewer, await conditionsOf(services, viewer, query))}`.execute(services.db);
    return rows[0]!.total;
  };
  return { ...asked, document_ids, left_out: (await count(list)) - (await count(own)) };
}

/** Limits a list to the person's own documents in the account; null if it excludes all of them. */
function ownPart(list: Filters, accountId: string): Filters | null {
  if (list.owner === 'shared' || (list.account_id && list.account_id !== accountId)) return null;
  return { ...list, owner: 'me', account_id: accountId };
}
