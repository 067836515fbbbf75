import type { AuditEvent } from '@sheaf/contract';
import { wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { presentEvent } from './audit.present.ts';
import { type EventRow, type Filters, listEvents, listPeople, type Position } from './audit.queries.ts';

/** Returns a page that starts where another ended. Works for a log of any length, whatever is added to it meanwhile. */
export async function pageOfEvents(
  { db }: Services,
  { membership }: Member,
  { after, per_page, ...filters }: Filters & { after?: string | undefined; per_page: number },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  const start = after === undefined ? null : readPosition(after);
  const rows = await listEvents(db, membership.organizationId, filters, start, per_page + 1);
  const page = rows.slice(0, per_page);
  return { events: page.map(presentEvent), next: rows.length > per_page ? writePosition(page.at(-1)!) : null };
}

export const peopleOf = ({ db }: Services, { membership }: Member) => listPeople(db, membership.organizationId);

export const positionOf = ({ at, id }: EventRow): Position => ({ at: at.toISOString(), id });

const writePosition = (row: EventRow): string => `${row.at.getTime()}_${row.id}`;

function readPosition(text: string): Position {
  const [time = '', id = ''] = text.split('_');
  if (!/^\d{1,14}$/.test(time) || !isUuid(id)) throw wrongField('after', 'Take it from the answer before');
  return { at: new Date(Number(time)).toISOString(), id };
}
