import { z } from 'zod';
import { accountRef } from './account-ref.ts';
import { endpoint } from './calls/endpoint.ts';
import { id, success } from './calls/fields.ts';
import { document, many } from './documents.ts';

const trashedAccount = z
  .object({
    account: accountRef,
    source: z.object({ slug: z.string(), name: z.string() }),
    /** The number of deleted items; a folder counts once, with its contents. */
    items: z.int(),
    /** The storage of the plan that it takes. */
    bytes: z.int(),
  })
  .meta({ id: 'TrashedAccount' });
export type TrashedAccount = z.output<typeof trashedAccount>;

export const trash = {
  accounts: endpoint({
    method: 'GET',
    path: '/documents/trash',
    access: 'sources.own',
    summary: 'The accounts with something in the trash, and how much; the documents are in GET /documents?place=trash',
    data: z.array(trashedAccount),
  }),
  find: endpoint({
    method: 'GET',
    path: '/documents/trash/{id}',
    access: 'documents.read',
    summary:
      'A document of one’s own that is in the trash, and what stands for it there: itself, or the folder it was deleted along with',
    params: z.strictObject({ id }),
    data: z.object({ name: z.string(), top: document }).meta({ id: 'TrashedDocument' }),
    errors: ['not_found'],
  }),
  empty: endpoint({
    method: 'POST',
    path: '/documents/trash/empty',
    access: 'sources.own',
    summary: 'Delete everything for good that is in the trash of an account now',
    body: z.strictObject({ account_id: id }),
    data: success,
    errors: ['not_found'],
  }),
  delete: endpoint({
    method: 'POST',
    path: '/documents/trash/delete',
    access: 'sources.own',
    summary: 'Delete documents for good that are in the trash, folders with all inside',
    body: z.strictObject({ document_ids: many }),
    data: success,
    errors: ['not_found'],
  }),
};
