import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { id } from './calls/fields.ts';
import { many } from './documents.ts';
import { transfer } from './transfers.ts';

/** `ask`: nothing is done where a name exists already, and the answer says which. */
const policies = ['ask', 'rename', 'replace', 'skip'] as const;

const request = z.strictObject({
  /** All in one account. */
  document_ids: many,
  /** The folder they go to; null: the top level of the account. */
  parent_id: id.nullable().default(null),
  /** Without a folder: the account; left out, My files. */
  account_id: id.optional(),
  on_conflict: z.enum(policies).default('ask'),
});
export type RelocationRequest = z.output<typeof request>;

const relocation = z.object({
  /** Names that exist already, where one wants to be asked: nothing was done then. */
  conflicts: z.array(z.string()),
  /** To another account, and of copies: what was started. Null: it is done. */
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
