import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id, required, text, timestamp } from './calls/fields.ts';
import { documentTypes } from './document-types.ts';
import { named } from './documents.ts';

const archiveEntry = z
  .object({
    /** The index in the archive. */
    id: z.string(),
    name: z.string(),
    /** The path in the archive, with slashes. */
    path: z.string(),
    type: z.enum(documentTypes),
    /** Null for folders. */
    size: z.int().nullable(),
    updated_at: timestamp.nullable(),
    /** A path below /storage/, as for documents; null for folders and for files that can’t be extracted. */
    local_path: z.string().nullable(),
    /** Why it can’t be extracted; null if it can. */
    problem: z.string().nullable(),
    /** Why a file that can be extracted can’t be saved to My files by this person; null if it can, and for folders. */
    save_problem: z.string().nullable(),
  })
  .meta({ id: 'ArchiveEntry' });
export type ArchiveEntry = z.output<typeof archiveEntry>;

export const archives = {
  list: endpoint({
    method: 'GET',
    path: '/documents/{id}/archive',
    access: 'documents.read',
    summary: 'What is in a folder of a zip, tar or tar.gz, folders first; `path` left out: at its top level',
    params: z.strictObject({ id }),
    query: z.strictObject({ ...pageQuery, path: text(2000).optional() }),
    data: z.array(archiveEntry),
    paged: true,
    errors: ['not_found', 'conflict'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/documents/{id}/archive/save',
    access: 'sources.own',
    summary:
      'Save a file of an archive to My files, with another name where its own is taken; `entry` and `path` as they are in the list',
    params: z.strictObject({ id }),
    body: z.strictObject({ entry: required(40), path: text(2000) }),
    /** Its name in My files, which may differ from that in the archive. */
    data: named,
    status: 201,
    errors: ['not_found', 'conflict', 'plan_limit'],
  }),
};
