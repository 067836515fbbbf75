import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id, name, success, text, timestamp } from './calls/fields.ts';
import { limits } from './calls/limits.ts';

export const collection = z
  .object({
    id: z.uuid(),
    name: z.string(),
    updated_at: timestamp,
    /** How many of its documents the viewer may see. */
    count: z.int(),
    /** Pictures of the newest of them, at most four, below /storage/. */
    thumbnails: z.array(z.string()),
  })
  .meta({ id: 'Collection' });
export type Collection = z.output<typeof collection>;

const body = z.strictObject({ name });
const byId = z.strictObject({ id });

export const collections = {
  create: endpoint({
    method: 'POST',
    path: '/collections',
    access: 'collections.own',
    summary: 'Create a collection',
    body,
    data: collection,
    status: 201,
    errors: ['validation_failed'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/collections',
    access: 'collections.own',
    summary: 'Your collections by name',
    query: z.strictObject({ ...pageQuery, search: text(limits.searchMax).optional() }),
    data: z.array(collection),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/collections/{id}',
    access: 'collections.own',
    summary: 'One collection',
    params: byId,
    data: collection,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/collections/{id}',
    access: 'collections.own',
    summary: 'Rename a collection',
    params: byId,
    body,
    data: collection,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/collections/{id}',
    access: 'collections.own',
    summary: 'Delete a collection; it can be restored for a day',
    params: byId,
    data: success,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/collections/{id}/restore',
    access: 'collections.own',
    summary: 'Restore a deleted collection',
    params: byId,
    data: collection,
    errors: ['validation_failed'],
  }),
};
