import { z } from 'zod';
import { cannot } from './account-ref.ts';
import { bulkBatch } from './bulk.ts';
import { batch } from './calls/batch.ts';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id, messages, remoteId, required, success, text, timestamp } from './calls/fields.ts';
import { limits } from './calls/limits.ts';
import { transfer } from './transfers.ts';

/** An app that can be connected. Its id is its slug. */
export const source = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    /** How an account is authorized: at the provider, or on our own page with an address and a key. */
    auth: z.enum(['oauth2', 'credentials']),
    /** What an account contains: folders and files, or channels, labels or mailboxes with messages. */
    holds: z.enum(['files', 'chats']),
    /** Whether this server uses the sandbox instead of the provider. */
    sandbox: z.boolean(),
  })
  .meta({ id: 'Source' });
export type Source = z.output<typeof source>;

export const accountStatuses = [
  'connected',
  'syncing',
  'error',
  'needs_reauth',
  'attention',
  'disconnected',
  'removing',
] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const fileModes = ['all', 'selected', 'none'] as const;
export type FileMode = (typeof fileModes)[number];

const selectedFolder = z.strictObject({ id: remoteId, name: text(1024).default('') });

const sync = z.strictObject({
  file_mode: z.enum(fileModes).default('all'),
  chat_mode: z.literal('selected').default('selected'),
  file_selected_folders: z.array(selectedFolder).max(1000, 'At most 1000 folders').default([]),
  /** The channels, labels or mailboxes of chats and mail; all if left out, except spam, trash and the like. */
  chat_selected: z.array(selectedFolder).max(1000, 'At most 1000 channels').optional(),
});
export type SyncSettings = z.output<typeof sync>;

export const sourceAccount = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    source: z.object({ id: z.string(), slug: z.string(), name: z.string(), holds: source.shape.holds }),
    /** The address or name of the account at the provider. */
    name: z.string(),
    /** The owner's name for it; null if it has none. */
    display_name: z.string().nullable(),
    status: z.enum(accountStatuses),
    sandbox: z.boolean(),
    /**
     * One sentence about what is wrong in the states error, needs_reauth and attention, or that the plan’s storage is
     * full.
     */
    problem: z.string().nullable(),
    /** When a run resumes that waits because of a limit of the app. */
    resumes_at: timestamp.nullable(),
    settings: sync,
    /** Figures about what is stored here. */
    files: z.int(),
    bytes: z.int(),
    failed: z.int(),
    /** In the state attention: how many files the last run would have removed. */
    held_deletions: z.int(),
    /** What a limit leaves out of the account, and why. */
    not_included: z.array(z.object({ what: z.string(), count: z.int(), why: z.string() })),
    /** Parts that the app gives only with a separate permission; the account works without them. */
    access: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        text: z.string(),
        /** Who can allow it if the person can’t. */
        granted_by: z.string(),
        is_allowed: z.boolean(),
      }),
    ),
    /** Why the owner can’t change its contents. */
    cannot,
    quota: z.object({ used: z.int().nullable(), total: z.int().nullable() }).nullable(),
    /** The current run, or the last one. */
    batch: batch.nullable(),
    last_synced_at: timestamp.nullable(),
    next_sync_at: timestamp.nullable(),
    created_at: timestamp,
    /** The name of the member who left it to the person, until it is reconnected. */
    handed_over_from: z.string().nullable(),
    /** In the state removing: how many of its files are gone. */
    removal: z.object({ total: z.int(), processed: z.int() }).nullable(),
  })
  .meta({ id: 'SourceAccount' });
export type SourceAccount = z.output<typeof sourceAccount>;

/** A field of our own page for sources without OAuth. */
export const credentialField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'password', 'number', 'multiline', 'choice']),
  required: z.boolean(),
  /** The options of a choice, the usual one first. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  hint: z.string().nullable(),
});
export type CredentialField = z.output<typeof credentialField>;

const chatChannel = z.object({
  id: z.string(),
  name: z.string(),
  is_private: z.boolean(),
  /** Synced only if it is chosen itself. */
  is_off: z.boolean(),
});
export type ChatChannel = z.output<typeof chatChannel>;

const remoteFolder = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['folder', 'file']),
});
export type RemoteFolder = z.output<typeof remoteFolder>;

export const syncFailure = z.object({
  id: z.string(),
  name: z.string(),
  message: z.string(),
  attempts: z.int(),
  next_try_at: timestamp.nullable(),
});
export type SyncFailure = z.output<typeof syncFailure>;

/** Empty if there are none. */
const accountName = text(limits.nameMax)
  .trim()
  .refine((value) => value === '' || value.length >= limits.nameMin, messages.nameTooShort)
  .refine((value) => !/\p{Cc}/u.test(value), messages.characters);
const slug = required(64);
const byId = z.strictObject({ id });
const started = z.object({ batch_id: z.uuid() });
/** Folders are given with their names, or only by their ids. */
const chosenFolder = z.union([remoteId.transform((id) => ({ id, name: id.slice(0, 1024) })), selectedFolder]);
const settingsBody = z.strictObject({
  source_account_id: id,
  data: z.strictObject({
    sync: sync.extend({
      file_selected_folders: z.array(chosenFolder).max(1000, 'At most 1000 folders').default([]),
      chat_selected: z.array(chosenFolder).max(1000, 'At most 1000 channels').optional(),
    }),
  }),
});

export const sources = {
  list: endpoint({
    method: 'GET',
    path: '/sources',
    access: 'sources.own',
    summary: 'All apps that can be connected here',
    data: z.array(source),
  }),
  connected: endpoint({
    method: 'GET',
    path: '/user/sources',
    access: 'sources.own',
    summary: 'The apps you have connected, with the number of accounts',
    query: z.strictObject({ search: text(limits.searchMax).optional() }),
    data: z.array(source.extend({ accounts: z.int() })),
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/user/sources-accounts',
    access: 'sources.own',
    summary: 'Your connected accounts with their state, oldest first',
    query: z.strictObject({ ...pageQuery, source_id: text(64).optional() }),
    data: z.array(sourceAccount),
    paged: true,
  }),
  beginOAuth: endpoint({
    method: 'POST',
    path: '/sources/oauth-process',
    access: 'sources.own',
    summary:
      'The address where the browser authorizes a new account; with account_id, reconnects one; with access, grants it further access',
    body: z
      .strictObject({ source: slug, account_id: id.optional(), access: text(64).optional() })
      .refine(({ account_id, access }) => access === undefined || account_id !== undefined, {
        path: ['account_id'],
        message: messages.required,
      }),
    data: z.object({ url: z.string() }),
    errors: ['not_found', 'plan_limit', 'source_failed'],
  }),
  finishOAuth: endpoint({
    method: 'POST',
    path: '/sources/oauth-authorization',
    access: 'sources.own',
    summary:
      'Finish connecting with what the consent page sent back; state is valid once, for ten minutes, for the person who started',
    body: z.strictObject({ code: required(4096), source: slug, state: required(256) }),
    data: sourceAccount,
    errors: ['conflict', 'another_account', 'plan_limit', 'source_failed'],
  }),
  credentialForm: endpoint({
    method: 'POST',
    path: '/sources/credential-form',
    access: 'sources.own',
    summary: 'The fields of Sheaf’s own consent page; state is in the address of the page',
    body: z.strictObject({ source: slug, state: required(256) }),
    data: z.object({ source: z.object({ slug: z.string(), name: z.string() }), fields: z.array(credentialField) }),
    errors: ['not_found', 'conflict'],
  }),
  submitCredentials: endpoint({
    method: 'POST',
    path: '/sources/credentials',
    access: 'sources.own',
    summary: 'Check what was entered by connecting once; returns the code for oauth-authorization',
    body: z.strictObject({
      source: slug,
      state: required(256),
      fields: z.record(z.string().max(64), text(20_000)),
    }),
    data: z.object({ code: z.string(), fingerprint: z.string().nullable() }),
    errors: ['conflict', 'source_failed'],
  }),
  files: endpoint({
    method: 'POST',
    path: '/sources/files',
    access: 'sources.own',
    summary:
      'What can be chosen for sync: the short-lived token for the picker of a source that has one, otherwise the list itself; with kind chats, the channels, labels or mailboxes. With parent_id, the list of that folder (null is the top) from every source',
    body: z.strictObject({
      source_account_id: id,
      /** The kind of contents that the source has, if left out. */
      kind: source.shape.holds.optional(),
      parent_id: remoteId.nullable().optional(),
    }),
    data: z.union([z.string(), z.array(remoteFolder), z.array(chatChannel)]),
    errors: ['not_found', 'source_failed', 'conflict'],
    whileReadOnly: true,
  }),
  browse: endpoint({
    method: 'POST',
    path: '/sources/browse',
    access: 'sources.own',
    summary: 'The same list a page at a time; `next` is the `page` to ask for after it',
    body: z.strictObject({
      source_account_id: id,
      kind: source.shape.holds.default('files'),
      parent_id: remoteId.nullable().default(null),
      page: text(16_384).optional(),
    }),
    data: z.object({ files: z.array(remoteFolder), chats: z.array(chatChannel), next: z.string().nullable() }),
    errors: ['not_found', 'source_failed', 'conflict'],
    whileReadOnly: true,
  }),
  syncSettings: endpoint({
    method: 'POST',
    path: '/sources/sync-settings',
    access: 'sources.own',
    summary: 'What to sync; copies outside a smaller choice go. Starts a run',
    body: settingsBody,
    // A thousand folders, whose ids are paths at some sources.
    bodyLimit: 512 * 1024,
    data: started,
    errors: ['not_found', 'conflict'],
  }),
  previewSettings: endpoint({
    method: 'POST',
    path: '/sources/sync-settings/preview',
    access: 'sources.own',
    summary: 'How many documents a choice would remove from here',
    body: settingsBody,
    // A thousand folders, whose ids are paths at some sources.
    bodyLimit: 512 * 1024,
    data: z.object({ removed: z.int() }),
    errors: ['not_found'],
    whileReadOnly: true,
  }),
  syncNow: endpoint({
    method: 'POST',
    path: '/sources/sync/{id}',
    access: 'sources.own',
    summary: 'Start a sync now, or return the one in progress',
    params: byId,
    data: started,
    errors: ['not_found', 'conflict'],
  }),
  decideDeletions: endpoint({
    method: 'POST',
    path: '/sources/deletions/{id}',
    access: 'sources.own',
    summary: 'Decide after a large deletion in the app: remove the copies here, or keep them',
    params: byId,
    body: z.strictObject({ action: z.enum(['apply', 'keep'], 'Choose one') }),
    data: success,
    errors: ['not_found', 'conflict'],
  }),
  failures: endpoint({
    method: 'GET',
    path: '/sources/failures/{id}',
    access: 'sources.own',
    summary: 'Items of an account that couldn’t be synced, and why',
    params: byId,
    query: z.strictObject(pageQuery),
    data: z.array(syncFailure),
    paged: true,
    errors: ['not_found'],
  }),
  retryFailures: endpoint({
    method: 'POST',
    path: '/sources/failures/{id}/retry',
    access: 'sources.own',
    summary: 'Try the failed items of an account again now',
    params: byId,
    data: started,
    errors: ['not_found', 'conflict'],
  }),
  batchStatus: endpoint({
    method: 'GET',
    path: '/sources/check-batch-status/{id}',
    access: 'sources.own',
    summary: 'Progress of a sync or transfer',
    params: byId,
    data: batch,
    errors: ['not_found'],
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/sources/accounts/{id}',
    access: 'sources.own',
    summary: 'Rename an account for yourself; an empty name resets it',
    params: byId,
    body: z.strictObject({ display_name: accountName }),
    data: sourceAccount,
    errors: ['not_found'],
  }),
  disconnect: endpoint({
    method: 'PATCH',
    path: '/sources/disconnect/{id}',
    access: 'sources.own',
    summary: 'Disconnect an account: stop syncing and revoke access; the copies stay',
    params: byId,
    data: sourceAccount,
    errors: ['not_found'],
    whileReadOnly: true,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/sources/delete/{id}',
    access: 'sources.own',
    summary:
      'Disconnect an account and remove the copies; nothing is deleted in the app. The copies disappear immediately; for a large account they are removed in the background while its state is removing',
    params: byId,
    data: success,
    errors: ['not_found'],
    whileReadOnly: true,
  }),
};

/**
 * Server-sent events at /api/events (with the usual headers, so use fetch rather than EventSource): what just changed.
 */
export const eventsPath = '/events';
export const serverEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('account'), account: sourceAccount }),
  z.object({ type: z.literal('transfer'), transfer }),
  /** A change by the person that an app refused: what happened and what was done about it, in words. */
  z.object({ type: z.literal('refused'), message: z.string() }),
  z.object({ type: z.literal('bulk'), batch: bulkBatch }),
  /** There are new ones, or some were read elsewhere. */
  z.object({ type: z.literal('notifications') }),
  /** What the person may see has changed: lists are out of date. */
  z.object({ type: z.literal('documents') }),
  /** Events may have been missed: reload everything that is shown. */
  z.object({ type: z.literal('resync') }),
]);
export type ServerEvent = z.output<typeof serverEvent>;
