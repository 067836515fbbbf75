import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { wholeNumber } from '../calls/envelope.ts';
import { id, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';

/** Everything that the audit log records, by its plain name. */
export const auditActions = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  sessions_ended: 'Signed out other devices',
  account_created: 'Created an account',
  password_changed: 'Changed password',
  password_reset: 'Reset password',
  email_changed: 'Changed email',
  email_change_undone: 'Undid an email change',
  two_factor_on: 'Turned on two-factor authentication',
  two_factor_off: 'Turned off two-factor authentication',
  recovery_codes_renewed: 'Renewed recovery codes',
  passkey_added: 'Added a passkey',
  passkey_removed: 'Removed a passkey',
  api_key_created: 'Created an API key',
  api_key_revoked: 'Revoked an API key',
  workspace_created: 'Created the workspace',
  workspace_changed: 'Changed the workspace',
  security_changed: 'Changed the workspace’s security',
  workspace_deleted: 'Deleted the workspace',
  workspace_restored: 'Restored the workspace',
  ai_settings_changed: 'Changed AI settings',
  invited: 'Invited',
  invitation_resent: 'Resent an invitation',
  invitation_revoked: 'Revoked an invitation',
  invitation_requested: 'Asked for an invitation',
  invitation_approved: 'Agreed to invite',
  invitation_declined: 'Declined to invite',
  joined: 'Joined',
  role_changed: 'Role changed',
  ownership_transferred: 'Transferred ownership',
  member_removed: 'Removed a member',
  member_left: 'Left the workspace',
  group_created: 'Created a group',
  group_renamed: 'Renamed a group',
  group_deleted: 'Deleted a group',
  group_restored: 'Restored a group',
  group_members_changed: 'Changed who is in a group',
  shared: 'Shared',
  unshared: 'Stopped sharing',
  shared_by_email: 'Shared by email',
  link_created: 'Created a public link',
  link_changed: 'Changed a public link',
  link_revoked: 'Revoked a public link',
  link_downloaded: 'Downloaded through a public link',
  source_connected: 'Connected an account',
  source_disconnected: 'Disconnected an account',
  source_removed: 'Removed an account',
  transfer_started: 'Started a transfer',
  transfer_canceled: 'Canceled a transfer',
  viewed: 'Viewed',
  downloaded: 'Downloaded',
  exported: 'Exported',
} as const;

export type AuditAction = keyof typeof auditActions;

const actionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

const objectKinds = [
  'person',
  'invitation',
  'group',
  'document',
  'account',
  'transfer',
  'api key',
  'passkey',
  'workspace',
  'audit log',
] as const;
export type AuditObjectKind = (typeof objectKinds)[number];

/** Details beside the sentence: the earlier role, with whom, how many. */
const details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));
export type AuditDetails = z.output<typeof details>;

const auditEvent = z
  .object({
    id: z.uuid(),
    at: timestamp,
    /** The person, by their name at that time; null if Sheaf did it, such as a transfer that repeats. */
    actor: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
    /** The name of the API key; null: in a browser. */
    api_key: z.string().nullable(),
    action: z.enum(actionNames),
    /** The object, by its name at that time. */
    object: z.object({ kind: z.enum(objectKinds), id: z.string().nullable(), name: z.string().nullable() }).nullable(),
    details,
    ip: z.string().nullable(),
    /** Such as “Firefox on Linux”. */
    device: z.string().nullable(),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.output<typeof auditEvent>;

const filters = {
  /** Not before, and before. */
  from: timestamp.optional(),
  to: timestamp.optional(),
  /** A person, who may have left. */
  actor: id.optional(),
  action: z.enum(actionNames, 'Choose an action of the list').optional(),
};

/** The same for the address of an export, which contains more parameters. */
export const auditFilters = z.object(filters);

export const auditFormats = ['csv', 'json'] as const;
export type AuditFormat = (typeof auditFormats)[number];

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/organization/audit',
    access: 'audit.read',
    summary: 'What happened in the workspace, newest first; `next` of an answer is `after` of the next call',
    query: z.strictObject({
      ...filters,
      after: z.string().max(100).optional(),
      per_page: wholeNumber(1, limits.perPageMax).default(50),
    }),
    data: z.object({ events: z.array(auditEvent), next: z.string().nullable() }),
    errors: ['validation_failed'],
  }),
  people: endpoint({
    method: 'GET',
    path: '/organization/audit/people',
    access: 'audit.read',
    summary: 'People who appear in the audit log, by name; also those who left (at most 500)',
    data: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string() })),
  }),
  export: endpoint({
    method: 'POST',
    path: '/organization/audit/export',
    access: 'audit.read',
    summary:
      'Where a browser can fetch the log as CSV or JSON, for some hours; the log records each time it is fetched',
    body: z.strictObject({ format: z.enum(auditFormats), ...filters }),
    /** Below /storage/. */
    data: z.object({ local_path: z.string() }),
    whileReadOnly: true,
  }),
};
