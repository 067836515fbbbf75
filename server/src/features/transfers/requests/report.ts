import { Readable } from 'node:stream';
import type { ReportFormat } from '@sheaf/contract';
import type { StreamAnswer } from '../../../http/files/send-file.ts';
import type { Member } from '../../../http/viewer.ts';
import { csvLine } from '../../../platform/text/csv.ts';
import type { Services } from '../../../services.ts';
import { audit } from '../../audit/index.ts';
import { signedPath } from '../../storage/index.ts';
import { presentTransfer } from '../transfers.present.ts';
import { findAnyTransfer, type ItemRow, listItems, type TransferRow } from '../transfers.queries.ts';
import { ownTransfer } from './list.ts';

const atOnce = 200;

export async function report(services: Services, viewer: Member, id: string, format: ReportFormat) {
  const answer = answerOf(services, await ownTransfer(services, viewer, id), format);
  await audit(services.db, viewer, { action: 'exported', object: { kind: 'transfer', id, name: answer.name } });
  return answer;
}

/** A path for the browser, which can't send a session when saving. */
export async function reportPath(services: Services, viewer: Member, id: string, format: ReportFormat) {
  await ownTransfer(services, viewer, id);
  return { local_path: signedPath(services.keys, 'reports', id, viewer, format) };
}

/** The report for a signed path, if the transfer still exists. Ownership was checked when the path was signed. */
export async function reportByPath(services: Services, id: string, format: ReportFormat): Promise<StreamAnswer | null> {
  const transfer = await findAnyTransfer(services.db, id);
  return transfer ? answerOf(services, transfer, format) : null;
}

/** The report: every item with its result, read from the database in pages while it is sent. */
function answerOf(services: Services, transfer: TransferRow, format: ReportFormat): StreamAnswer {
  const isCsv = format === 'csv';
  return {
    name: `transfer-${transfer.created_at.toISOString().slice(0, 10)}.${format}`,
    type: { mime: isCsv ? 'text/csv; charset=utf-8' : 'application/json', inline: false },
    size: null,
    save: true,
    cacheControl: 'private, no-store',
    open: () => Readable.from(isCsv ? csv(services, transfer.id) : json(services, transfer), { highWaterMark: 0 }),
  };
}

async function* pages({ db }: Services, id: string): AsyncGenerator<ItemRow[]> {
  for (let after = 0; ; ) {
    const rows = await listItems(db, id, { after, per_page: atOnce });
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) return;
    after = rows.at(-1)!.number;
  }
}

const entryOf = (row: ItemRow) => ({
  path: row.path,
  new_path: row.new_path,
  kind: row.kind,
  size: row.size,
  hash_algorithm: row.hash_algorithm,
  source_hash: row.source_hash,
  destination_hash: row.destination_hash,
  outcome: row.outcome,
  reason: row.reason,
  at: row.finished_at?.toISOString() ?? null,
});

const columns = [
  'path',
  'new_path',
  'kind',
  'size',
  'hash_algorithm',
  'source_hash',
  'destination_hash',
  'outcome',
  'reason',
  'at',
] as const satisfies readonly (keyof ReturnType<typeof entryOf>)[];

async function* csv(services: Services, id: string): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(columns));
  for await (const rows of pages(services, id)) {
    const lines = rows.map(entryOf).map((entry) => csvLine(columns.map((name) => entry[name])));
    yield Buffer.from(lines.join(''));
  }
}

async function* json(services: Services, transfer: TransferRow): AsyncGenerator<Buffer> {
  yield Buffer.from(`{"transfer":${JSON.stringify(presentTransfer(transfer))},"items":[`);
  let separator = '\n';
  for await (const rows of pages(services, transfer.id)) {
    yield Buffer.from(separator + rows.map((row) => JSON.stringify(entryOf(row))).join(',\n'));
    separator = ',\n';
  }
  yield Buffer.from('\n]}\n');
}
