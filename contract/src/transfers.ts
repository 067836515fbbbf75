import { z } from 'zod';
import { accountRef } from './account-ref.ts';
import { batchStatuses } from './calls/batch.ts';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id, remoteId, required, success, timestamp } from './calls/fields.ts';
import { limits } from './calls/limits.ts';
import { wholeList } from './documents.ts';

const transferModes = ['copy', 'move'] as const;
const conflictPolicies = ['skip', 'rename', 'replace'] as const;
/** `all`: everything in the account, synced or not. `synced`: everything that is synced. */
const selectionTypes = ['selected', 'all', 'synced'] as const;
const transferRepeats = ['hourly', 'daily'] as const;

/** The result of each item. `identical`: the destination already had the same content, which counts as done. */
const transferOutcomes = [
  'waiting',
  'transferred',
  'identical',
  'skipped',
  'not_transferable',
  'failed',
  'cancelled',
] as const;
export type TransferOutcome = (typeof transferOutcomes)[number];

const place = z.object({
  account: accountRef,
  source: z.object({ slug: z.string(), name: z.string() }),
});

/**
 * A transfer of files from one account to another. `processed` counts items that were transferred, already there,
 * skipped or failed.
 */
export const transfer = z
  .object({
    id: z.uuid(),
    /** For check-batch-status. */
    batch_id: z.uuid(),
    from: place,
    to: place.extend({
      /** `document_id`: the folder as it is listed here, if it is. */
      folder: z.object({ id: z.string(), name: z.string(), document_id: z.uuid().nullable() }).nullable(),
    }),
    mode: z.enum(transferModes),
    on_conflict: z.enum(conflictPolicies),
    selection_type: z.enum(selectionTypes),
    /** For selected documents: their number, and the name of one of them. */
    chosen: z.object({ count: z.int(), name: z.string().nullable() }),
    status: z.enum(batchStatuses),
    /** Collecting the items, creating folders, transferring bytes. */
    phase: z.enum(['planning', 'folders', 'files', 'done']),
    /** Files found so far, while the whole account is being listed because not all of it is synced. */
    listed: z.int().nullable(),
    total: z.int(),
    processed: z.int(),
    failed: z.int(),
    skipped: z.int(),
    /** How many of the processed ones the destination already had, with the same content. */
    identical: z.int(),
    /** How many of the skipped ones no transfer can take, such as shortcuts. */
    not_transferable: z.int(),
    total_bytes: z.int(),
    bytes: z.int(),
    percent: z.int().nullable(),
    /** Current bytes per second, and the seconds left at that rate. */
    speed: z.int().nullable(),
    remaining_seconds: z.int().nullable(),
    /** One sentence about what it waits for or why it ended. */
    problem: z.string().nullable(),
    /** When it resumes, while it waits for an app. */
    resumes_at: timestamp.nullable(),
    repeat: z.enum(transferRepeats).nullable(),
    next_run_at: timestamp.nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Transfer' });
export type Transfer = z.output<typeof transfer>;

const transferItem = z
  .object({
    id: z.string(),
    document_id: z.uuid().nullable(),
    kind: z.enum(['file', 'folder', 'native', 'link']),
    /** Its original place, and its place at the destination once it is there. */
    path: z.string(),
    new_path: z.string().nullable(),
    size: z.int().nullable(),
    outcome: z.enum(transferOutcomes),
    /** No longer waiting, but not transferred either. */
    in_progress: z.boolean(),
    /** The reason, in one sentence. */
    reason: z.string().nullable(),
    /** The hash of the bytes at the destination, which equal those of the source. */
    hash: z.string().nullable(),
    attempts: z.int(),
    at: timestamp.nullable(),
  })
  .meta({ id: 'TransferItem' });
export type TransferItem = z.output<typeof transferItem>;

const request = z.strictObject({
  from_account_id: id,
  to_account_id: id,
  selection_type: z.enum(selectionTypes).default('selected'),
  document_ids: z.array(id).max(limits.documentsAtOnce, `At most ${limits.documentsAtOnce}`).default([]),
  /**
   * Instead of selected documents: your documents of a list that are in the account, by the filters of GET /documents.
   */
  list: wholeList.optional(),
  mode: z.enum(transferModes).default('copy'),
  /** A folder at the destination; null means its top level. */
  to_folder_id: remoteId.nullable().default(null),
  on_conflict: z.enum(conflictPolicies).default('rename'),
  repeat: z.enum(transferRepeats).nullable().default(null),
});
export type TransferRequest = z.output<typeof request>;

/** What will happen as far as is known here: some of each kind by name, and their total. */
const foreseen = z.object({
  count: z.int(),
  examples: z.array(z.object({ path: z.string(), detail: z.string().nullable() })),
});

const preview = z.object({
  /** The account is not fully synced and still being listed: ask again. The rest covers what is known so far. */
  listing: z.object({ files: z.int(), problem: z.string().nullable() }).nullable(),
  files: z.int(),
  folders: z.int(),
  /** For an online document: the size of its exported copy, if there is one here. */
  bytes: z.int(),
  /** Online documents whose size is known only when they are exported. */
  unknown_sizes: z.int(),
  renamed: foreseen,
  converted: foreseen,
  not_transferable: foreseen,
  too_large: foreseen,
  /** Names that the destination treats as one, of which it keeps one; counted once for all documents with the name. */
  colliding: foreseen,
  /** For a list: documents in other accounts, and those of others. */
  left_out: z.int(),
  /** For a move: the source has no trash, so this copies. */
  originals_stay: z.boolean(),
  /** Null: the destination does not say. */
  free_bytes: z.int().nullable(),
  fits: z.boolean(),
  /** At the rates seen with these accounts; null if none was seen. */
  seconds: z.int().nullable(),
});
export type TransferPreview = z.output<typeof preview>;

const remoteFolder = z.object({ id: z.string(), name: z.string() });

const reportFormat = z.enum(['csv', 'json']).default('csv');
export type ReportFormat = z.output<typeof reportFormat>;
const byId = z.strictObject({ id });
const shared = { access: 'sources.own', params: byId } as const;

const myFiles = accountRef.omit({ display_name: true }).extend({ source: place.shape.source, files: z.int() });
export type MyFiles = z.output<typeof myFiles>;

export const transfers = {
  create: endpoint({
    method: 'POST',
    path: '/sources/transfers',
    access: 'sources.own',
    summary: 'Switch cloud: copy or move files from one account to another; each copy is verified',
    body: request,
    data: transfer,
    status: 201,
    errors: ['not_found', 'conflict', 'plan_limit'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/sources/transfers/preview',
    access: 'sources.own',
    summary: 'Preview of what a transfer would do',
    body: request,
    data: preview,
    errors: ['not_found', 'conflict', 'source_failed'],
    whileReadOnly: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/sources/transfers',
    access: 'sources.own',
    summary: 'Your transfers, newest first; status=pending lists those that haven’t ended',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(batchStatuses).optional(),
      mode: z.enum(transferModes).optional(),
      /** Created at this time or later. */
      since: timestamp.optional(),
    }),
    data: z.array(transfer),
    paged: true,
  }),
  myFiles: endpoint({
    method: 'GET',
    path: '/user/my-files',
    access: 'sources.own',
    summary: 'Your uploads as source or destination of a transfer: My files, then those received from members who left',
    data: z.array(myFiles),
  }),
  createFolder: endpoint({
    method: 'POST',
    path: '/sources/folders',
    access: 'sources.own',
    summary: 'Create a folder in one of your accounts, in the app itself; returns an existing folder with that name',
    body: z.strictObject({
      source_account_id: id,
      /** Null means the top level. In My files it is a document’s id, elsewhere the cloud’s own id. */
      parent_id: remoteId.nullable().default(null),
      name: required(limits.fileNameMax),
    }),
    data: remoteFolder,
    status: 201,
    errors: ['not_found', 'conflict', 'source_failed'],
  }),
  get: endpoint({
    ...shared,
    method: 'GET',
    path: '/sources/transfers/{id}',
    summary: 'One transfer',
    data: transfer,
    errors: ['not_found'],
  }),
  items: endpoint({
    ...shared,
    method: 'GET',
    path: '/sources/transfers/{id}/items',
    summary: 'The items of a transfer and their results',
    query: z.strictObject({ ...pageQuery, outcome: z.enum(transferOutcomes).optional() }),
    data: z.array(transferItem),
    paged: true,
    errors: ['not_found'],
  }),
  pause: endpoint({
    ...shared,
    method: 'POST',
    path: '/sources/transfers/{id}/pause',
    summary: 'Pause a transfer; it can be resumed where it stopped',
    data: transfer,
    errors: ['not_found', 'conflict'],
    whileReadOnly: true,
  }),
  resume: endpoint({
    ...shared,
    method: 'POST',
    path: '/sources/transfers/{id}/resume',
    summary: 'Resume a transfer',
    data: transfer,
    errors: ['not_found', 'conflict'],
  }),
  cancel: endpoint({
    ...shared,
    method: 'POST',
    path: '/sources/transfers/{id}/cancel',
    summary: 'Cancel a transfer; files already copied stay, the rest stay where they are',
    data: transfer,
    errors: ['not_found', 'conflict'],
    whileReadOnly: true,
  }),
  retry: endpoint({
    ...shared,
    method: 'POST',
    path: '/sources/transfers/{id}/retry',
    summary: 'Try the failed items again',
    data: transfer,
    errors: ['not_found', 'conflict'],
  }),
  setRepeat: endpoint({
    ...shared,
    method: 'PUT',
    path: '/sources/transfers/{id}/repeat',
    summary: 'Repeat a transfer with new or changed files, until this is null',
    body: z.strictObject({ repeat: z.enum(transferRepeats).nullable() }),
    data: transfer,
    errors: ['not_found', 'conflict'],
  }),
  report: endpoint({
    ...shared,
    method: 'GET',
    path: '/sources/transfers/{id}/report',
    summary: 'The report: every item with path, size, hashes at both ends, result and time; as CSV or JSON',
    query: z.strictObject({ format: reportFormat }),
    data: z.unknown(),
    bytes: true,
    errors: ['not_found'],
  }),
  reportPath: endpoint({
    ...shared,
    method: 'POST',
    path: '/sources/transfers/{id}/report',
    summary: 'An address where a browser can download the report for some hours',
    body: z.strictObject({ format: reportFormat }),
    /** Below /storage/. */
    data: z.object({ local_path: z.string() }),
    errors: ['not_found'],
    whileReadOnly: true,
  }),
  delete: endpoint({
    ...shared,
    method: 'DELETE',
    path: '/sources/transfers/{id}',
    summary: 'Remove an ended transfer from the history',
    data: success,
    errors: ['not_found', 'conflict'],
  }),
};
