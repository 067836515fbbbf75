import type { Session } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { sessionIdOf, type Viewer } from '../../http/viewer.ts';
import { endSessionOf } from '../auth/index.ts';
import { deviceName } from './device.ts';
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

export const endOneSession = (db: Executor, viewer: Viewer, id: string): Promise<boolean> =>
  endSessionOf(db, viewer.id, id);
