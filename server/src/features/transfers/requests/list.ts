import { type MyFiles, type Transfer, type TransferOutcome, uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import { offsetOf, type PageOf } from '../../../db/paging.ts';
import { notFound } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { myFiles } from '../../my-files/index.ts';
import { sourceName } from '../../sources/index.ts';
import { presentItem, presentTransfer } from '../transfers.present.ts';
import {
  countItems,
  countTransfers,
  findTransfer,
  type Listed,
  listItems,
  listTransfers,
  type TransferRow,
} from '../transfers.queries.ts';

export async function ownTransfer({ db }: Services, viewer: Member, id: string): Promise<TransferRow> {
  const transfer = await findTransfer(db, viewer, id);
  if (!transfer) throw notFound('This transfer');
  return transfer;
}

export const getTransfer = async (services: Services, viewer: Member, id: string): Promise<Transfer> =>
  presentTransfer(await ownTransfer(services, viewer, id));

export async function pageOfTransfers(
  { db }: Services,
  viewer: Member,
  query: PageOf & Pick<Listed, 'status' | 'mode' | 'since'>,
) {
  const rows = await listTransfers(db, viewer, { ...query, offset: offsetOf(query) });
  const total = rows[0]?.total_rows ?? (query.page > 1 ? await countTransfers(db, viewer, query) : 0);
  return {
    data: rows.map(presentTransfer),
    pagination: { currentPage: query.page, perPage: query.per_page, total },
  };
}

export async function pageOfItems(
  services: Services,
  viewer: Member,
  id: string,
  query: PageOf & { outcome?: TransferOutcome },
) {
  const { db } = services;
  const transfer = await ownTransfer(services, viewer, id);
  const rows = await listItems(db, id, { ...query, offset: offsetOf(query) });
  return {
    data: rows.map(presentItem),
    pagination: {
      currentPage: query.page,
      perPage: query.per_page,
      total: await totalOf(services, transfer, query.outcome),
    },
  };
}

/** Most totals are kept up to date: counting a million items isn't needed. */
async function totalOf({ db }: Services, transfer: TransferRow, outcome?: TransferOutcome): Promise<number> {
  if (outcome === undefined) return transfer.total;
  if (outcome === 'failed') return transfer.failed;
  return countItems(db, transfer.id, outcome);
}

const maxMyFiles = 100;

/** Creates My files if needed, so that a transfer can bring the first file. */
export async function listMyFiles({ db }: Services, viewer: Member): Promise<MyFiles[]> {
  const own = await myFiles(db, viewer);
  const { rows } = await sql<Omit<MyFiles, 'source'>>`select id, name, files from source_accounts
    where organization_id = ${viewer.membership.organizationId} and user_id = ${viewer.id} and source = ${uploadsSource}
    order by id = ${own} desc, name limit ${maxMyFiles}`.execute(db);
  return rows.map((row) => ({ ...row, source: { slug: uploadsSource, name: sourceName(uploadsSource) } }));
}
