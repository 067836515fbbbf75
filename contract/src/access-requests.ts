import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { id, success, text, timestamp } from './calls/fields.ts';
import { limits } from './calls/limits.ts';
import { permission } from './documents.ts';

const accessRequest = z
  .object({
    id: z.uuid(),
    document_id: z.uuid(),
    /** The person who asks. */
    user: z.object({ id: z.uuid(), name: z.string(), email: z.string(), avatar: z.string().nullable() }),
    message: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'AccessRequest' });
export type AccessRequest = z.output<typeof accessRequest>;

const byId = z.strictObject({ id });

export const accessRequests = {
  ask: endpoint({
    method: 'POST',
    path: '/documents/{id}/request-access',
    access: 'documents.read',
    summary:
      'Ask the owner of a document for access. The answer is the same for every id: it doesn’t tell whether there is such a document',
    params: byId,
    body: z.strictObject({ message: text(limits.accessMessageMax).default('') }),
    data: success,
  }),
  list: endpoint({
    method: 'GET',
    path: '/documents/{id}/access-requests',
    access: 'documents.share',
    summary: 'Who asks for access to your document, the oldest first (at most 100)',
    params: byId,
    data: z.array(accessRequest),
    errors: ['not_found'],
  }),
  grant: endpoint({
    method: 'POST',
    path: '/access-requests/{id}/grant',
    access: 'documents.share',
    summary:
      'Share your document with the person who asked for access, to view unless said otherwise; they are notified as of any share',
    params: byId,
    body: z.strictObject({ permission: permission.default('view') }),
    data: success,
    errors: ['not_found'],
  }),
  decline: endpoint({
    method: 'DELETE',
    path: '/access-requests/{id}',
    access: 'documents.share',
    summary: 'Decline a request; the person who asked isn’t told, and can ask again in a week',
    params: byId,
    data: success,
    errors: ['not_found'],
  }),
};
