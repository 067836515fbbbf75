import { type AuditAction, type AuditDetails, type AuditEvent, auditActions, plainDirection } from '@sheaf/contract';
import { count } from '../../lib/format/format.ts';

const quoted = (text: string | null | undefined): string => (text ? `“${plainDirection(text)}”` : 'something');

const textOf = (value: AuditDetails[string] | undefined): string =>
  value === undefined ? '' : plainDirection(Array.isArray(value) ? value.join(', ') : String(value));

const maxNamed = 3;
const lists = new Intl.ListFormat('en', { type: 'conjunction' });

/** 'Bob Stone, Chen Wu, Dora Maar and 4 more' */
function namesOf(value: AuditDetails[string] | undefined): string {
  const names = (Array.isArray(value) ? value : [textOf(value)]).map((name) => plainDirection(name));
  const more = names.length - maxNamed;
  return lists.format(more > 0 ? [...names.slice(0, maxNamed), `${more} more`] : names);
}

const roleOf = (value: AuditDetails[string] | undefined): string => {
  const role = textOf(value);
  return `${/^[aeio]/.test(role) ? 'an' : 'a'} ${role}`;
};

type Told = (event: { name: string; actor: string; details: AuditDetails }) => string;

/** Descriptions of actions, each the rest of a sentence that starts with the person’s name. */
const sentences: Record<AuditAction, Told> = {
  signed_in: () => 'signed in',
  sign_in_failed: ({ actor }) => `failed to sign in as ${actor}`,
  signed_out: () => 'signed out',
  sessions_ended: () => 'signed out other devices',
  account_created: () => 'created their account',
  password_changed: () => 'changed their password',
  password_reset: () => 'reset their password',
  email_changed: ({ details }) => `changed their email from ${textOf(details.from)} to ${textOf(details.to)}`,
  email_change_undone: ({ details }) => `changed their email back to ${textOf(details.to)}`,
  two_factor_on: () => 'turned on two-factor authentication',
  two_factor_off: ({ details }) =>
    details.by
      ? 'had two-factor authentication reset by the administrator of the server'
      : 'turned off two-factor authentication',
  recovery_codes_renewed: () => 'renewed their recovery codes',
  passkey_added: ({ name }) => `added the passkey ${name}`,
  passkey_removed: ({ name }) => `removed the passkey ${name}`,
  api_key_created: ({ name }) => `created the API key ${name}`,
  api_key_revoked: ({ name }) => `revoked the API key ${name}`,
  workspace_created: ({ name }) => `created the workspace ${name}`,
  workspace_changed: ({ details }) =>
    details.logo ? `${textOf(details.logo)} the workspace’s logo` : 'changed the workspace’s name or industry',
  security_changed: ({ details }) =>
    details.two_factor_required === undefined
      ? `${details.links_allowed ? 'allowed' : 'turned off'} public links`
      : `${details.two_factor_required ? 'required' : 'stopped requiring'} two-factor authentication`,
  workspace_deleted: ({ name }) => `deleted the workspace ${name}`,
  workspace_restored: () => 'restored the workspace',
  ai_settings_changed: ({ details }) =>
    details.enabled === undefined
      ? 'changed which apps AI chat uses'
      : `switched AI chat ${details.enabled ? 'on' : 'off'}`,
  invited: ({ name, details }) => `invited ${name} as ${roleOf(details.role)}`,
  invitation_resent: ({ name }) => `resent the invitation to ${name}`,
  invitation_revoked: ({ name }) => `revoked the invitation to ${name}`,
  invitation_requested: ({ name, details }) =>
    `asked owners and admins to invite ${name}, to share ${namesOf(details.documents)}`,
  invitation_approved: ({ name, details }) => `agreed to invite ${name}, as ${textOf(details.requester)} asked`,
  invitation_declined: ({ name }) => `declined to invite ${name}`,
  joined: ({ details }) => `joined as ${roleOf(details.role)}`,
  role_changed: ({ name, details }) => `made ${name} ${roleOf(details.to)} (was ${roleOf(details.from)})`,
  ownership_transferred: ({ name }) => `transferred ownership to ${name}`,
  member_removed: ({ name }) => `removed ${name} from the workspace`,
  member_left: () => 'left the workspace',
  group_created: ({ name }) => `created the group ${name}`,
  group_renamed: ({ name, details }) => `renamed the group ${name} to ${quoted(textOf(details.name))}`,
  group_deleted: ({ name }) => `deleted the group ${name}`,
  group_restored: ({ name }) => `restored the group ${name}`,
  group_members_changed: ({ name, details }) =>
    details.added
      ? `added ${namesOf(details.added)} to the group ${name}`
      : `removed ${namesOf(details.removed)} from the group ${name}`,
  shared: ({ name, details }) =>
    details.permission === 'edit'
      ? `let ${namesOf(details.with)} edit ${name}`
      : `shared ${name} with ${namesOf(details.with)}`,
  unshared: ({ name, details }) => `removed access to ${name} for ${namesOf(details.with)}`,
  shared_by_email: ({ name, details }) =>
    `shared ${name} with ${namesOf(details.with)}, ${details.permission === 'edit' ? 'to edit, ' : ''}once they join`,
  link_created: ({ name }) => `created a public link to ${name}`,
  link_changed: ({ name }) => `changed the public link to ${name}`,
  link_revoked: ({ name }) => `revoked the public link to ${name}`,
  link_downloaded: ({ name }) => `downloaded ${name} through a public link`,
  source_connected: ({ name, details }) =>
    `${details.reconnected ? 'reconnected' : 'connected'} the ${textOf(details.app)} account ${name}`,
  source_disconnected: ({ name, details }) => `disconnected the ${textOf(details.app)} account ${name}`,
  source_removed: ({ name, details }) => `removed the ${textOf(details.app)} account ${name}`,
  transfer_started: ({ details }) => `started a transfer from ${textOf(details.from)} to ${textOf(details.to)}`,
  transfer_canceled: ({ details }) => `canceled a transfer from ${textOf(details.from)} to ${textOf(details.to)}`,
  viewed: ({ name }) => `viewed ${name}`,
  downloaded: ({ name, details }) =>
    typeof details.documents === 'number'
      ? `downloaded ${name} (${count(details.documents, 'document')})`
      : `downloaded ${name}`,
  exported: ({ name }) => `exported ${name}`,
};

/** People and addresses are shown as they are, other names in quotes. */
function nameOf({ object, action }: AuditEvent): string {
  if (!object) return '';
  if (object.kind === 'audit log') return 'the audit log';
  if (object.kind === 'transfer' && action === 'exported') return 'the report of a transfer';
  if (object.kind === 'person' || object.kind === 'invitation') return plainDirection(object.name ?? 'someone');
  return quoted(object.name);
}

/** Actions of people who have not proved who they are. */
const anonymous: ReadonlySet<AuditAction> = new Set<AuditAction>(['sign_in_failed', 'link_downloaded']);

/** 'Ada Lovelace' and 'shared “Budget.xlsx” with Bob Stone'. */
export function sentenceOf(event: AuditEvent): { who: string; did: string } {
  const actor = event.actor ? plainDirection(event.actor.name) : 'Sheaf';
  return {
    who: anonymous.has(event.action) ? 'Someone' : actor,
    did: sentences[event.action]({ name: nameOf(event), actor, details: event.details }),
  };
}

const detailNames: Record<string, string> = {
  with: 'With',
  from: 'From',
  to: 'To',
  role: 'Role',
  requester: 'Asked by',
  app: 'App',
  method: 'Method',
  mode: 'Copies or moves',
  folder: 'Folder',
  scopes: 'Scopes',
  added: 'Added',
  removed: 'Removed',
  documents: 'Documents',
  format: 'Format',
  name: 'New name',
  industry: 'Industry',
  logo: 'Logo',
  actor: 'Filtered by person',
  action: 'Filtered by action',
  enabled: 'On',
  excluded_apps: 'Apps left out',
  reconnected: 'Reconnected',
  password: 'Password',
  expires: 'Expires',
  downloads: 'Downloads',
};

/** All known facts of an event, by name. */
export function factsOf(event: AuditEvent): { name: string; value: string }[] {
  const { actor, api_key, action, ip, device, details } = event;
  const known: [string, string | null][] = [
    ['Action', auditActions[action]],
    ['Person', actor && plainDirection(`${actor.name} (${actor.email})`)],
    ['API key', api_key && plainDirection(api_key)],
    ['IP address', ip],
    ['Device', device && plainDirection(device)],
    ...Object.entries(details).map(([key, value]): [string, string] => [
      detailNames[key] ?? key,
      typeof value === 'boolean' ? (value ? 'Yes' : 'No') : textOf(value),
    ]),
  ];
  return known.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}
