import { ai } from '../ai.ts';
import type { Endpoint } from '../calls/endpoint.ts';
import { documents } from '../documents.ts';
import { pendingShares } from '../pending-shares.ts';
import { search } from '../search/search.ts';
import { sources } from '../sources.ts';
import { transfers } from '../transfers.ts';
import { organizations } from '../workspace/organizations.ts';
import type { Permission } from '../workspace/policy.ts';
import type { KeyScope } from './api-keys.ts';
import { auth } from './auth.ts';

/**
 * Permissions whose calls a key may make. All others, including later ones, are closed to keys until they are listed
 * here: the account and its security, keys themselves, members, invitations, the workspace's settings, billing.
 */
const open: ReadonlySet<string> = new Set<Permission>([
  'workspace.read',
  'members.read',
  'labels.own',
  'collections.own',
  'documents.read',
  'documents.edit',
  'documents.share',
  'ai.use',
  'sources.own',
]);

/** Calls that need no role but are open to keys: the key's owner, workspace and role. */
const openBesides: ReadonlySet<Endpoint> = new Set<Endpoint>([auth.user, organizations.info]);

/**
 * Closed although their permission is open: connecting and disconnecting an app, which gives and ends access to it; and
 * inviting by sharing.
 */
const closed: ReadonlySet<Endpoint> = new Set<Endpoint>([
  sources.beginOAuth,
  sources.finishOAuth,
  sources.credentialForm,
  sources.submitCredentials,
  // Returns a token of Google's, for its picker.
  sources.files,
  // Lists what was never synced, so it isn't part of the workspace yet.
  sources.browse,
  sources.disconnect,
  sources.delete,
  pendingShares.create,
  pendingShares.remove,
]);

/** Not GET, but they only read. Asking stores question and answer, but only for the owner of the key. */
const reading: ReadonlySet<Endpoint> = new Set<Endpoint>([
  documents.download,
  documents.zip,
  sources.previewSettings,
  transfers.preview,
  transfers.reportPath,
  ai.createThread,
  ai.ask,
]);

/** The scope that a key needs for this call; null if no key can make it. Public calls need neither key nor session. */
export function keyScopeOf(endpoint: Endpoint): Exclude<KeyScope, 'mcp'> | null {
  const isOpen = (open.has(endpoint.access) && !closed.has(endpoint)) || openBesides.has(endpoint);
  if (!isOpen) return null;
  return endpoint.method === 'GET' || reading.has(endpoint) ? 'read' : 'write';
}

/** Fields that make a reading call change something. */
const changing: ReadonlyMap<Endpoint, readonly string[]> = new Map<Endpoint, readonly string[]>([
  [search.find, ['remember']],
  [ai.ask, ['replaces', 'scope']],
]);

/** Whether the parsed input makes this call need the scope to write. */
export function changesWith(endpoint: Endpoint, input: Record<string, unknown>): boolean {
  return (changing.get(endpoint) ?? []).some((field) => input[field] !== undefined && input[field] !== false);
}
