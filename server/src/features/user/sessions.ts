import type { Session } from '@sheaf/contract';
import type { Database, Executor } from '../../db/pool.ts';
import { notFound } from '../../errors.ts';
import { deviceName } from '../../http/device-name.ts';
import { sessionIdOf, type Viewer } from '../../http/viewer.ts';
import { auditPerson } from '../audit/index.ts';
import { endSessionOf, endSessions } from '../auth/index.ts';
import { listSessions } from './user.queries.ts';

export async function sessionsOf(db: Executor, viewer: Viewer): Promise<Session[]> {
  const rows = await listSessions(db, viewer.id);
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    ip: row.ip,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    current: row.id === sessionIdOf(viewer),
  }));
}

export const endOneSession = (db: Database, viewer: Viewer, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await endSessionOf(tx, viewer.id, id))) throw notFound('This session');
    await auditPerson(tx, viewer, { action: 'sessions_ended' });
  });

export const endOtherSessions = (db: Database, viewer: Viewer): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await endSessions(tx, viewer.id, sessionIdOf(viewer));
    await auditPerson(tx, viewer, { action: 'sessions_ended' });
  });
