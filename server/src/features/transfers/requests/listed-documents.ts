import type { TransferRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import { AppError, wrongField } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { countSeen } from '../../access/index.ts';
import { conditionsOf, type Filters, outermostOf } from '../../documents/index.ts';

const max = 100_000;

/** The request with the documents that its list has in the account: the outermost, since folders go with what is in them. */
export async function withListed(
  { db }: Services,
  viewer: Member,
  asked: TransferRequest,
): Promise<TransferRequest & { left_out: number }> {
  const { list } = asked;
  if (!list) return { ...asked, left_out: 0 };
  if (asked.document_ids.length > 0 || asked.selection_type !== 'selected')
    throw wrongField('list', 'Choose documents or a list');
  const own = ownPart(list, asked.from_account_id);
  const document_ids = own ? await outermostOf(db, viewer, own, max + 1) : [];
  if (document_ids.length > max)
    throw new AppError('conflict', `A transfer of a list can have up to ${max.toLocaleString('en')} documents.`);
  if (!own || document_ids.length === 0)
    throw new AppError('conflict', 'This list has none of your files in this account. Choose another account.');
  const count = async (query: Filters) => {
    const { rows } = await sql<{ total: number }>`${countSeen(viewer, await conditionsOf(db, viewer, query))}`.execute(
      db,
    );
    return rows[0]!.total;
  };
  return { ...asked, document_ids, left_out: (await count(list)) - (await count(own)) };
}

/** What of a list is in the account and one's own; null: nothing. */
function ownPart(list: Filters, accountId: string): Filters | null {
  if (list.owner === 'shared' || (list.account_id && list.account_id !== accountId)) return null;
  return { ...list, owner: 'me', account_id: accountId };
}
