import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id } from './calls/fields.ts';
import { limits } from './calls/limits.ts';
import { document } from './documents.ts';

const duplicate = z
  .object({
    /** Identifies the content. */
    id: z.string(),
    size: z.int(),
    copies: z.int(),
    /** Bytes that would be saved at the sources with a single copy. */
    wasted: z.int(),
    /** The first copies. */
    documents: z.array(document),
  })
  .meta({ id: 'Duplicate' });
export type Duplicate = z.output<typeof duplicate>;

export const duplicates = {
  list: endpoint({
    method: 'GET',
    path: '/documents/duplicates',
    access: 'documents.read',
    summary: 'Files you have several times, by the space that could be freed',
    query: z.strictObject(pageQuery),
    data: z.array(duplicate),
    paged: true,
  }),
  trash: endpoint({
    method: 'POST',
    path: '/documents/duplicates/trash',
    access: 'sources.own',
    summary:
      'Of your files with the same content, keep one and move the others to the trash, as far as their apps have one; POST /documents/restore undoes it',
    body: z.strictObject({
      contents: z
        .array(
          z.strictObject({
            /** The identifier in GET /documents/duplicates. */
            id: z.string().regex(/^[0-9a-f]{64}$/, 'Must be the id of a duplicate'),
            /** The file to keep: by its id, or the last or first one changed. */
            keep: z.union([z.enum(['newest', 'oldest']), id]),
          }),
        )
        .min(1, 'Choose at least one')
        .max(limits.perPageMax, `At most ${limits.perPageMax}`)
        .refine((contents) => new Set(contents.map(({ id }) => id)).size === contents.length, 'Name each content once'),
    }),
    data: z.object({
      /** In the trash now, at most 500; further copies need another call. */
      trashed: z.array(z.uuid()),
      /** Further copies that could not be moved: the reason and their number. */
      left_out: z.array(z.object({ reason: z.string(), count: z.int() })),
    }),
    errors: ['not_found', 'conflict'],
  }),
};
