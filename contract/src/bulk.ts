import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { id, timestamp } from './calls/fields.ts';
import { limits } from './calls/limits.ts';
import { permission, wholeList } from './documents.ts';

export const bulkActions = ['tag', 'star', 'unstar', 'delete', 'share', 'move', 'copy', 'keep_one'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const bulkBatch = z
  .object({
    id: z.uuid(),
    action: z.enum(bulkActions),
    status: z.enum(['running', 'completed', 'cancelled', 'failed', 'undoing', 'undone']),
    /** How many documents it had when it started. */
    total: z.int(),
    processed: z.int(),
    /** How many of these it changed. */
    changed: z.int(),
    /**
     * How many of these it may not change: with `share` and `copy` those of others, with `delete` and `move` those that
     * the person may not edit or their app can't change. During and after undoing: those that can't be restored.
     */
    left_out: z.int(),
    /** The reasons, the most frequent first, each in a sentence. */
    left_out_reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
    /** Why it ended early, or what it waits for, in a sentence. */
    problem: z.string().nullable(),
    /** The names of the labels, collections, people or folder. */
    names: z.array(z.string()),
    can_undo: z.boolean(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'BulkBatch' });
export type BulkBatch = z.output<typeof bulkBatch>;

const byId = z.strictObject({ id });
const some = z.array(id, 'Must be a list').max(limits.documentsAtOnce, `At most ${limits.documentsAtOnce}`).default([]);

export const bulk = {
  start: endpoint({
    method: 'POST',
    path: '/documents/bulk',
    access: 'documents.read',
    summary:
      'Do the same to every document of a list, however long, in the background: the filters are those of GET /documents',
    body: z.strictObject({
      query: wholeList,
      action: z.enum(bulkActions),
      add_labels: some,
      remove_labels: some,
      add_collections: some,
      remove_collections: some,
      /** With `share`: people and groups. */
      inviting_ids: some,
      permission: permission.optional(),
      /**
       * With `move` and `copy`: the folder; null means the top level of the account. Documents of other accounts are
       * transferred.
       */
      parent_id: id.nullable().default(null),
      /** Without a folder: the account; My files if left out. */
      account_id: id.optional(),
      /** With `move` and `copy`: what to do if the folder already has the name. */
      on_conflict: z.enum(['rename', 'replace', 'skip']).default('rename'),
      /**
       * With `keep_one`, which moves your files in the list to the trash if you have the content elsewhere: the copy to
       * keep.
       */
      keep: z.enum(['newest', 'oldest']).default('newest'),
    }),
    data: bulkBatch,
    status: 201,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/documents/bulk',
    access: 'documents.read',
    summary: 'What is in progress, and what ended within the last hour, the newest first',
    data: z.array(bulkBatch),
  }),
  get: endpoint({
    method: 'GET',
    path: '/documents/bulk/{id}',
    access: 'documents.read',
    summary: 'How far it is',
    params: byId,
    data: bulkBatch,
    errors: ['not_found'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/documents/bulk/{id}/cancel',
    access: 'documents.read',
    summary: 'Stop it; what it has changed stays changed, and can be undone',
    params: byId,
    data: bulkBatch,
    errors: ['not_found'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/documents/bulk/{id}/undo',
    access: 'documents.read',
    summary: 'Undo what it has changed, in the background',
    params: byId,
    data: bulkBatch,
    errors: ['not_found', 'conflict'],
  }),
};
