import type { AuditEvent } from '@sheaf/contract';
import type { EventRow } from './audit.queries.ts';

export const presentEvent = (row: EventRow): AuditEvent => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.user_id === null ? null : { id: row.user_id, name: row.actor_name ?? '', email: row.actor_email ?? '' },
  api_key: row.key_name,
  action: row.action,
  object: row.object_kind && { kind: row.object_kind, id: row.object_id, name: row.object_name },
  details: row.details,
  ip: row.ip,
  device: row.device,
});
