import { may, type NotificationChannel, type NotificationKind, notificationKinds, type Role } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/**
 * Those of these people who get notifications of this kind in this workspace, and how: members whom it concerns and who
 * didn't turn it off.
 */
export async function channelsOf(
  tx: Executor,
  organizationId: string,
  userIds: readonly string[],
  kind: NotificationKind,
): Promise<Map<string, NotificationChannel>> {
  const { needs, channel: usual } = notificationKinds[kind];
  const { rows } = await sql<{ id: string; role: Role; channel: NotificationChannel | null }>`
    select m.user_id as id, m.role, s.channels ->> ${kind} as channel
    from memberships m left join notification_settings s on s.user_id = m.user_id
    where m.organization_id = ${organizationId} and m.user_id = any(${[...userIds]}::uuid[])`.execute(tx);
  return new Map(
    rows
      .filter(({ role }) => may(role, needs))
      .map(({ id, channel }) => [id, channel ?? usual] as const)
      .filter(([, channel]) => channel !== 'off'),
  );
}

/** When a notification is emailed. Null: never, or by an email of the feature's own. */
export const emailOf = (channel: NotificationChannel, isEmailedElsewhere: boolean): 'soon' | 'daily' | null => {
  if (channel === 'digest') return 'daily';
  return channel === 'email' && !isEmailedElsewhere ? 'soon' : null;
};
