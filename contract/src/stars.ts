import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { success } from './calls/fields.ts';
import { many } from './documents.ts';

export const stars = {
  set: endpoint({
    method: 'PUT',
    path: '/documents/star',
    access: 'documents.read',
    summary: 'Star documents, or remove the star. Stars are one’s own; GET /documents?place=starred lists them',
    body: z.strictObject({ document_ids: many, starred: z.boolean('Must be true or false') }),
    data: success,
    errors: ['not_found', 'conflict'],
  }),
};
