import {
  allNotificationKinds,
  may,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSetting,
  notificationKinds,
  type Role,
} from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Services } from '../../services.ts';

type Channels = Partial<Record<NotificationKind, NotificationChannel>>;

export const readSettings = ({ db }: Services, userId: string): Promise<NotificationSetting[]> =>
  settingsOf(db, userId);

/** The kinds that can concern the person in one of their workspaces. */
async function settingsOf(db: Executor, userId: string): Promise<NotificationSetting[]> {
  const { rows } = await sql<{ roles: Role[]; channels: Channels | null }>`select
    array(select distinct role from memberships where user_id = ${userId}) as roles,
    (select channels from notification_settings where user_id = ${userId}) as channels`.execute(db);
  const { roles, channels } = rows[0]!;
  return allNotificationKinds
    .filter((kind) => roles.some((role) => may(role, notificationKinds[kind].needs)))
    .map((kind) => {
      const { name, meaning, channel } = notificationKinds[kind];
      return { kind, name, meaning, channel: channels?.[kind] ?? channel };
    });
}

export async function changeSettings(
  { db }: Services,
  userId: string,
  { channels }: { channels: Channels },
): Promise<NotificationSetting[]> {
  return db.transaction().execute(async (tx) => {
    await sql`insert into notification_settings as s (user_id, channels) values (${userId}, ${JSON.stringify(channels)}::jsonb)
      on conflict (user_id) do update set channels = s.channels || excluded.channels`.execute(tx);
    return settingsOf(tx, userId);
  });
}
