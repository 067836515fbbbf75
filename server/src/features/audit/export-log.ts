import { Readable } from 'node:stream';
import { type AuditFormat, auditActions, auditFilters, plainDirection } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import type { StreamAnswer } from '../../http/files/send-file.ts';
import type { Member } from '../../http/viewer.ts';
import { csvLine } from '../../platform/text/csv.ts';
import type { Services } from '../../services.ts';
import { signedPath } from '../storage/index.ts';
import { presentEvent } from './audit.present.ts';
import { type EventRow, type Filters, listEvents, type Position } from './audit.queries.ts';
import { positionOf } from './read-log.ts';
import { type Actor, auditIn } from './record.ts';

const atOnce = 500;

/**
 * Returns a signed path for the browser, which saves the file without a session. Filters need no signature, because
 * access to some events means access to all.
 */
export async function exportPath(
  { keys }: Services,
  viewer: Member,
  { format, ...filters }: Filters & { format: AuditFormat },
): Promise<{ local_path: string }> {
  const path = signedPath(keys, 'audit-logs', viewer.membership.organizationId, viewer, format);
  const asked = Object.entries(filters).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`);
  return { local_path: path + asked.join('') };
}

/**
 * Answers such a path; returns null if its filters are invalid. Each export is recorded before the first byte is sent.
 */
export async function exportLog(
  { db }: Services,
  organizationId: string,
  actor: Actor,
  { format, query }: { format: AuditFormat; query: unknown },
): Promise<StreamAnswer | null> {
  const { data: filters } = auditFilters.safeParse(query);
  if (!filters) return null;
  await auditIn(db, organizationId, actor, {
    action: 'exported',
    object: { kind: 'audit log' },
    details: { format, ...known(filters) },
  });
  const isCsv = format === 'csv';
  const pages = pagesOf(db, organizationId, filters);
  return {
    name: `audit-log-${new Date().toISOString().slice(0, 10)}.${format}`,
    type: { mime: isCsv ? 'text/csv; charset=utf-8' : 'application/json', inline: false },
    size: null,
    save: true,
    cacheControl: 'private, no-store',
    open: () => Readable.from(isCsv ? csv(pages) : json(pages), { highWaterMark: 0 }),
  };
}

const known = ({ from, to, actor, action }: Filters) => ({
  ...(from && { from }),
  ...(to && { to }),
  ...(actor && { actor }),
  ...(action && { action: auditActions[action] }),
});

/** Reads from the database as bytes are sent, so that only one page of the log is in memory. */
async function* pagesOf(db: Executor, organizationId: string, filters: Filters): AsyncGenerator<EventRow[]> {
  for (let after: Position | null = null; ; ) {
    const rows: EventRow[] = await listEvents(db, organizationId, filters, after, atOnce);
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) return;
    after = positionOf(rows.at(-1)!);
  }
}

const titles = ['time', 'person', 'email', 'api_key', 'action', 'kind', 'object', 'details', 'ip', 'device'];

function cellsOf(row: EventRow): (string | null)[] {
  const details = Object.keys(row.details).length === 0 ? null : JSON.stringify(row.details);
  const cells = [
    row.at.toISOString(),
    row.user_id === null ? null : row.actor_name,
    row.actor_email,
    row.key_name,
    auditActions[row.action],
    row.object_kind,
    row.object_name,
    details,
    row.ip,
    row.device,
  ];
  return cells.map((cell) => cell && plainDirection(cell));
}

async function* csv(pages: AsyncIterable<EventRow[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(titles));
  for await (const rows of pages) yield Buffer.from(rows.map((row) => csvLine(cellsOf(row))).join(''));
}

async function* json(pages: AsyncIterable<EventRow[]>): AsyncGenerator<Buffer> {
  yield Buffer.from('[');
  let separator = '\n';
  for await (const rows of pages) {
    yield Buffer.from(separator + rows.map((row) => JSON.stringify(presentEvent(row))).join(',\n'));
    separator = ',\n';
  }
  yield Buffer.from('\n]\n');
}
