import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { id } from './calls/fields.ts';
import { many } from './documents.ts';
import { transfer } from './transfers.ts';

/** `ask`: does nothing if a name already exists, and returns which. */
const policies = ['ask', 'rename', 'replace', 'skip'] as const;

const request = z.strictObject({
  /** All in one account. */
  document_ids: many,
  /** The destination folder; null means the top level of the account. */
  parent_id: id.nullable().default(null),
  /** Without a folder: the account; My files if left out. */
  account_id: id.optional(),
  on_conflict: z.enum(policies).default('ask'),
});
export type RelocationRequest = z.output<typeof request>;

const relocation = z.object({
  /** Names that already exist, with `ask`: nothing was done. */
  conflicts: z.array(z.string()),
  /** What was started, for copies and moves to another account. Null: it is done. */
  transfer: transfer.nullable(),
});
export type Relocation = z.output<typeof relocation>;

const shared = {
  method: 'POST',
  access: 'documents.edit',
  body: request,
  data: relocation,
  errors: ['not_found', 'forbidden', 'conflict', 'plan_limit'],
} as const;

export const relocations = {
  move: endpoint({
    ...shared,
    path: '/documents/move',
    summary: 'Move documents to another folder; to another account it starts a transfer',
  }),
  copy: endpoint({
    ...shared,
    path: '/documents/copy',
    summary: 'Copy documents to a folder, also beside their originals; starts a transfer',
  }),
};
